"""The only home of the assessor's report of vacant land: prepared, certified, sent back. c."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db import transaction

from funds import filing_receipts, frozen
from funds.duties import refuse_same_person
from funds.models import Cause, VacantLandReport, VacantParcel
from funds.refusal import Refusal, refuse_all
from funds.rules.highlands_chain import REPORT, base_year, sfy_for
from municipalities import offices
from municipalities.documents import store
from municipalities.models import Document, Municipality, Officer

PREPARE, CERTIFY = "prepare-vacant-land", "file-highlands-report"
BOARD, DIRECTOR = "certify-decline", "review-vacant-land"
Closed = VacantLandReport.Closed


@dataclass(frozen=True)
class Said:
    """What a report says of one parcel; assessed values in dollars."""

    block: str
    lot: str
    base_assessed: Decimal
    current_assessed: Decimal
    qualifier: str = ""
    cause: str = ""
    evidence: str = ""
    due_to_the_act: bool = False
    attribution: str = ""
    vacant: bool = True

    @property
    def name(self) -> str:
        """What the parcel is called."""
        return f"block {self.block}, lot {self.lot}" + (
            f", {self.qualifier}" if self.qualifier else ""
        )

    def spelled(self) -> dict[str, Any]:
        """Return what is said with its amounts in whole cents, as its digest is taken."""
        amounts = ("base_assessed", "current_assessed")
        return asdict(self) | {name: frozen.plain(getattr(self, name)) for name in amounts}


@dataclass(frozen=True)
class Papers:
    """The file a report was read from, what its reader asked about, and the scanned evidence."""

    file: Document | None = None
    evidence: Document | store.Checked | None = None
    looked: Sequence[dict[str, str]] = ()
    nil: bool = False  # there is no vacant land: said, which is not silence


def live(town: Municipality | str, year: int) -> VacantLandReport | None:
    """Return the report of a year that stands, whatever it waits for."""
    code = town.pk if isinstance(town, Municipality) else town
    found = VacantLandReport.objects.filter(municipality=code, year=year, closed_on=None)
    return found.select_related(
        "municipality", "prepared_by__office", "certified_by__office", "document", "evidence"
    ).first()


@transaction.atomic
def prepare(
    town: Municipality, year: int, parcels: Sequence[Said], papers: Papers | None = None,
    *, on: date, by: Officer,
) -> VacantLandReport:  # fmt: skip
    """Prepare a year's report for the assessor to certify; what was prepared before is closed.

    Raises Refusal for another municipality's officer, a year that has not begun or is not after
    the base year, a certified report, and for every parcel that says too little or too much.
    """
    offices.require(by, PREPARE, on=on)
    refuse_elsewhere(by, town)
    _refuse_year(town, year, on)
    papers = papers or Papers()
    refuse_all(list(_wrong(parcels, nil=papers.nil)))
    before = _locked(town, year)
    digest = frozen.digest([town.pk, year, [each.spelled() for each in parcels]])
    if before is not None and before.digest == digest:
        return before
    if before is not None:
        _refuse_certified(before)
        _close(before, Closed.ANEW, "Prepared anew", on, by)
    made = _written(town, year, papers, digest, on, by)
    VacantParcel.objects.bulk_create(VacantParcel(report=made, **asdict(each)) for each in parcels)
    return made


@transaction.atomic
def certify(
    report: VacantLandReport, digest: str, *, on: date, by: Officer, at: datetime | None = None
) -> VacantLandReport:
    """Certify, as the assessor, what another person prepared; it is filed with the county board.

    `digest` is that of the report that was read, `at` the moment it was received. Late is
    recorded as late. Raises Refusal for another one, and for the person who prepared it.
    """
    offices.require(by, CERTIFY, on=on)
    found = _locked(report.municipality, report.year)
    if found is None or found.pk != report.pk or found.digest != digest:
        raise Refusal(f"{report} is not the report that stands: read it anew.", REPORT)
    refuse_elsewhere(by, found.municipality)
    if found.certified_by_id is not None:
        return found
    refuse_same_person(f"{found}, certification", found.prepared_by, by)
    found.certified_by, found.certified_on, found.certified_at = by, on, at
    found.save()
    filing_receipts.vacant_land(found, by=by)
    return found


@transaction.atomic
def send_back(report: VacantLandReport, reason: str, *, on: date, by: Officer) -> VacantLandReport:
    """Send a report back to be prepared anew: the assessor, the county board or the Director.

    Raises Refusal without a reason, and once the county board has certified its decline.
    """
    offices.require(by, _who_may(by, report), on=on)
    found = VacantLandReport.objects.select_for_update(of=("self",)).get(pk=report.pk)
    _refuse_out_of_place(by, found)
    if found.closed_as == Closed.SENT_BACK:
        return found
    if hasattr(found, "decline"):
        raise Refusal(f"{found}: the county board certified it. The Director changes it.", REPORT)
    if not reason.strip():
        raise Refusal(f"{found}: to send it back needs a reason.", REPORT)
    return _close(found, Closed.SENT_BACK, reason.strip(), on, by)


def refuse_elsewhere(by: Officer, town: Municipality) -> None:
    """Refuse a local officer of another municipality."""
    if by.office.municipality_id != town.pk:
        raise Refusal(f"{by.office} is no office of {town}.", REPORT)


def refuse_unready(town: Municipality, year: int, *, on: date, by: Officer) -> None:
    """Refuse what no report can be prepared of: another's town, such a year, a certified one."""
    refuse_elsewhere(by, town)
    _refuse_year(town, year, on)
    before = live(town, year)
    if before is not None:
        _refuse_certified(before)


def _who_may(by: Officer, report: VacantLandReport) -> str:
    """Return the duty in which the officer may send back; an uncertified one the assessor does."""
    if report.certified_by_id is None:
        return CERTIFY
    return next((duty for duty in (BOARD, DIRECTOR) if by.may(duty)), BOARD)


def _refuse_out_of_place(by: Officer, report: VacantLandReport) -> None:
    town = report.municipality
    if by.office.county_id not in (None, town.county_id):
        raise Refusal(f"{by.office} is no office of {town.county}.", REPORT)
    if by.office.municipality_id is not None:
        refuse_elsewhere(by, town)


def _refuse_year(town: Municipality, year: int, on: date) -> None:
    first = base_year(sfy_for(year)) + 1
    if not first <= year <= on.year:
        raise Refusal(
            f"{town}: a tax year from {first} to {on.year} is needed, not {year}.", REPORT
        )


def _refuse_certified(report: VacantLandReport) -> None:
    if report.certified_by_id is not None:
        raise Refusal(
            f"{report} was certified on {report.certified_on}: the county board or the Director of"
            " Taxation sends it back first.",
            REPORT,
        )


def _wrong(parcels: Sequence[Said], *, nil: bool) -> Iterator[Refusal]:
    """Say what each parcel lacks."""
    if not parcels and not nil:
        yield Refusal("There is no parcel: a report names each one, or says that none is.", REPORT)
    if parcels and nil:
        yield Refusal(f"There are {len(parcels)} parcels: that is vacant land.", REPORT)
    twice = Counter((each.block, each.lot, each.qualifier) for each in parcels)
    for each in parcels:
        for why in _faults(each):
            yield Refusal(f"{each.name}: {why}", REPORT)
        if twice.pop((each.block, each.lot, each.qualifier), 1) > 1:
            yield Refusal(f"{each.name} stands twice.", REPORT)


def _faults(said: Said) -> Iterator[str]:
    if not (said.block and said.lot):
        yield "block and lot are needed."
    if min(said.base_assessed, said.current_assessed) < 0:
        yield "an assessed value is not below zero."
    if said.cause not in Cause.values:
        yield f"“{said.cause}” is no cause; {', '.join(filter(None, Cause.values))}."
    if said.cause and not said.evidence:
        yield "the judgment or approval behind the change is needed."
    if said.due_to_the_act and not (said.cause and said.attribution):
        yield "a change due to the act needs its cause, and why it is due to it."


def _locked(town: Municipality, year: int) -> VacantLandReport | None:
    Municipality.objects.select_for_update().get(pk=town.pk)
    return live(town, year)


def _written(
    town: Municipality, year: int, papers: Papers, digest: str, on: date, by: Officer
) -> VacantLandReport:
    whose = store.Whose(municipality=town.pk)
    evidence = papers.evidence
    if isinstance(evidence, store.Checked):
        evidence = store.keep(evidence, whose, by=by)
    before = VacantLandReport.objects.filter(municipality=town, year=year).count()
    return VacantLandReport.objects.create(
        municipality=town, year=year, version=before + 1, looked=list(papers.looked),
        digest=digest, prepared_by=by, prepared_on=on, document=papers.file, evidence=evidence,
    )  # fmt: skip


def _close(
    report: VacantLandReport, how: Closed, why: str, on: date, by: Officer
) -> VacantLandReport:
    report.closed_as, report.closed_because = how, why[:300]
    report.closed_by, report.closed_on = by, on
    report.save()
    return report
