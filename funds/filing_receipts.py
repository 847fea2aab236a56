"""The only home of which filings get a receipt, under which number, and of what it says."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256

from django.urls import reverse

from funds.adoptions import NEW_YORK
from funds.models import (
    Appeal,
    Decline,
    LevyReliefAttestation,
    OffsetAttestation,
    QuarterlyReport,
    VacantLandReport,
)
from municipalities.models import County, Notice, Officer
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
    receipts.write(vacant_land_number(report), what, report.digest, at, by=by)


def vacant_land_number(report: VacantLandReport) -> str:
    """Return the number of a certified report's receipt."""
    return f"VL-{report.municipality_id}-{report.year}-{report.pk}"


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


def levy_relief(attestation: LevyReliefAttestation, *, by: Officer) -> None:
    """Write the receipt of attested levy relief; its hash is that of the paper, or of its words."""
    town, sfy = attestation.municipality, attestation.certification.run.sfy
    what = f"The attestation of {town.name}'s levy relief of ${attestation.amount:,.2f}, SFY{sfy}"
    words = f"{attestation}: {attestation.amount}, {attestation.budget_year}, "
    words += f"{attestation.adopted_on}"
    paper = attestation.document
    digest = paper.sha256 if paper else sha256(words.encode()).hexdigest()
    at = reverse("levy_relief", args=[town.pk, sfy])
    receipts.write(levy_relief_number(attestation), what, digest, at, by=by)


def levy_relief_number(attestation: LevyReliefAttestation) -> str:
    """Return the number of an attestation's receipt."""
    sfy = attestation.certification.run.sfy
    return f"LR-{attestation.municipality_id}-SFY{sfy}-{attestation.pk}"


def appeal(filed: Appeal, *, by: Officer) -> None:
    """Write the receipt of an appeal; its hash is that of the paper with it, or of its grounds."""
    digest = filed.document.sha256 if filed.document else sha256(filed.grounds.encode()).hexdigest()
    at = reverse("finding", args=[filed.finding_id])
    what = f"The appeal against finding {filed.finding.number} of {filed.finding.zone}"
    receipts.write(appeal_number(filed), what, digest, at, by=by)


def appeal_number(filed: Appeal) -> str:
    """Return the number of an appeal's receipt."""
    return f"AP-{filed.finding.zone_id}-{filed.pk}"


def said(number: str) -> str:
    """Say a receipt in a sentence, with its moment; empty where there is none."""
    found = receipts.of(number)
    return in_words(found) if found else ""


def in_words(receipt: Notice) -> str:
    """Say number, moment and hash of a receipt."""
    moment, digest = _moment(receipt.written_at), receipts.digest_of(receipt)
    return f"Receipt {receipts.number_of(receipt)}, {moment}. SHA-256 {digest}."


def _moment(at: datetime) -> str:
    on = at.astimezone(NEW_YORK)
    return f"{on:%B} {on.day}, {on:%Y, %-I:%M:%S %p} New York time"
