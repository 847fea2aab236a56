"""The only home of the decline in true value that a county tax board computes and certifies. d."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal

from django.db import transaction

from funds import filing_receipts, frozen, parcel_changes
from funds.duties import refuse_same_person
from funds.models import Decline, VacantLandReport
from funds.refusal import Refusal
from funds.rules.highlands_chain import BOARD, Declined, base_year, decline, sfy_for
from funds.rules.highlands_year import Parcel
from municipalities import facts, offices
from municipalities.models import County, Municipality, Officer

DUTY = "certify-decline"
Values = facts.Values


@dataclass(frozen=True)
class Computed:
    """A town of a year's list: its report, ratios in percent, decline, and what is missing."""

    town: Municipality
    report: VacantLandReport | None
    base_ratio: Decimal | None = None
    current_ratio: Decimal | None = None
    found: Declined | None = None
    missing: str = ""

    @property
    def certified(self) -> Decline | None:
        """What the board has certified, if it has."""
        return getattr(self.report, "decline", None) if self.report else None


def towns_of(county: County | str | None) -> list[Municipality]:
    """Return the municipalities that the Highlands Act lists, of a county or of all."""
    rows = Municipality.objects.filter(in_highlands=True, dissolved_on=None)
    rows = rows.exclude(preservation_area=False).select_related("county")
    return list(rows if county is None else rows.filter(county=county))


def computed(towns: Iterable[Municipality], year: int, on: date) -> list[Computed]:
    """Compute each town's decline from its certified report and the ratios in force on the day."""
    wanted = list(towns)
    rows = VacantLandReport.objects.filter(municipality__in=wanted, year=year, closed_on=None)
    rows = rows.select_related("certified_by__office", "prepared_by__office", "decline")
    reports = {each.municipality_id: each for each in rows}
    parcels = parcel_changes.parcels_of(reports.values())
    then, now = ratios(year, on)
    return [
        _one(town, report, parcels[report.pk] if report else [], (then, now), year)
        for town, report in ((town, reports.get(town.pk)) for town in wanted)
    ]


def ratios(year: int, on: date) -> tuple[Values, Values]:
    """Return the equalization ratios of the base year and of the tax year, in percent."""
    base = base_year(sfy_for(year))
    return _ratios(str(base), "base_ratio", on), _ratios(str(year), "current_ratio", on)


def _ratios(period: str, kind: str, on: date) -> Values:
    """As the table of equalized valuations has them, over what was loaded for the formula."""
    found: dict[str | None, Decimal] = {}
    for name in (kind, "equalization_ratio"):
        series = facts.in_force(name, period, on=on)
        found |= facts.values(series) if series else {}
    return found


def _one(
    town: Municipality,
    report: VacantLandReport | None,
    parcels: Sequence[Parcel],
    of_years: tuple[Values, Values],
    year: int,
) -> Computed:
    base, current = (each.get(town.pk) for each in of_years)
    if report is None or report.certified_by_id is None:
        words = "No report" if report is None else "The report is prepared, not certified"
        return Computed(town, report, base, current, missing=f"{words}.")
    if not base or not current:
        which = base_year(sfy_for(year)) if not base else year
        words = f"No equalization ratio of {which} on record."
        return Computed(town, report, base, current, missing=words)
    found = decline(parcels, base, current, year)
    return Computed(town, report, base, current, found)


def ready(rows: Iterable[Computed]) -> list[Computed]:
    """Return the rows that the board can certify now."""
    return [each for each in rows if each.found is not None and each.certified is None]


def digest_of(rows: Iterable[Computed]) -> str:
    """Return the SHA-256 of what is shown to be certified."""
    return frozen.digest([[each.town.pk, asdict(each.found)] for each in rows if each.found])


@transaction.atomic
def certify(
    county: County, year: int, *, on: date, by: Officer, seen: str = "", at: datetime | None = None
) -> list[Decline]:
    """Certify the decline of every municipality whose report is in; late ones follow as they come.

    `seen` is the digest of the figures that were looked at. Raises Refusal when another county's
    board asks, when nothing is ready (and why), and when the figures changed since.
    """
    offices.require(by, DUTY, on=on)
    if by.office.county_id != county.pk:
        raise Refusal(f"{by.office} is no office of {county}.", BOARD)
    County.objects.select_for_update().get(pk=county.pk)
    rows = computed(towns_of(county), year, on)
    wanted = ready(rows)
    if not wanted:
        done = [each.certified for each in rows if each.certified is not None]
        if done:
            return done
        raise Refusal(f"{county}, {year}: nothing can be certified. {_why_not(rows)}", BOARD)
    if seen and seen != digest_of(wanted):
        raise Refusal(f"{county}, {year}: the figures changed since. Read them anew.", BOARD)
    made = [_certified(each, on, at, by) for each in wanted]
    filing_receipts.declines(county, year, made, digest_of(wanted), by=by)
    return made


def _certified(row: Computed, on: date, at: datetime | None, by: Officer) -> Decline:
    report, base, current = row.report, row.base_ratio, row.current_ratio
    if report is None or report.certified_by is None or not (row.found and base and current):
        raise Refusal(f"{row.town}: {row.missing}", BOARD)
    refuse_same_person(f"Decline of {row.town}", report.certified_by, by)
    return Decline.objects.create(
        report=report,
        municipality=row.town,
        base_ratio=base,
        current_ratio=current,
        certified_by=by,
        certified_on=on,
        certified_at=at,
        **asdict(row.found),
    )


def _why_not(rows: Iterable[Computed]) -> str:
    return " ".join(f"{each.town}: {each.missing}" for each in rows if each.missing)
