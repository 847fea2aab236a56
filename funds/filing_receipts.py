"""The only home of which filings get a receipt, under which number, and of what it says."""

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse

from funds.adoptions import NEW_YORK
from funds.models import Decline, OffsetAttestation, QuarterlyReport, VacantLandReport
from municipalities.models import County, Officer
from municipalities.notices import receipts


def quarterly_number(report: QuarterlyReport) -> str:
    """Return the number of a second-generation report's receipt."""
    return f"SG-{report.zone_id}-SFY{report.sfy}-Q{report.quarter}-{report.version}"


def quarterly(report: QuarterlyReport, *, by: Officer) -> None:
    """Write the receipt of a report that its CFO certified, or that was filed as nil."""
    at = reverse("quarterly_report", args=[report.zone_id, report.sfy, report.quarter])
    what = (
        f"The second-generation report of {report.zone}, SFY{report.sfy} quarter {report.quarter}"
    )
    receipts.write(quarterly_number(report), what, report.digest, at, by=by)


def vacant_land(report: VacantLandReport, *, by: Officer) -> None:
    """Write the receipt of an assessor's certified report."""
    at = reverse("vacant_land", args=[report.municipality_id, report.year])
    what = f"The report of vacant land of {report.municipality.name}, {report.year}"
    number = f"VL-{report.municipality_id}-{report.year}-{report.pk}"
    receipts.write(number, what, report.digest, at, by=by)


def declines(
    county: County, year: int, made: Sequence[Decline], digest: str, *, by: Officer
) -> None:
    """Write the receipt of the declines that a county board certified together."""
    what = f"The certification of {len(made)} declines of {county}, {year}"
    at = reverse("board", args=[county.pk, year])
    receipts.write(f"CB-{county.pk}-{year}-{made[0].pk}", what, digest, at, by=by)


def offset(attestation: OffsetAttestation, *, by: Officer) -> None:
    """Write the receipt of an attested levy offset; its hash is that of the paper with it."""
    town, year = attestation.municipality, attestation.budget_year
    what = f"The attestation of {town.name}'s levy offset of ${attestation.amount:,.2f}, {year}"
    at = reverse("highlands_town", args=[town.pk])
    number = f"LO-{town.pk}-{year}-{attestation.pk}"
    receipts.write(number, what, attestation.document.sha256, at, by=by)


def said(number: str, digest: str) -> str:
    """Say a receipt in a sentence, with its moment; empty where there is none."""
    found = receipts.of(number)
    return f"Receipt {number}, {_moment(found.written_at)}. SHA-256 {digest}." if found else ""


def _moment(at: datetime) -> str:
    on = at.astimezone(NEW_YORK)
    return f"{on:%B} {on.day}, {on:%Y, %-I:%M:%S %p} New York time"
