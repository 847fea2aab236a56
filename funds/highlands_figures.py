"""The only home of how what the Highlands chain certified becomes figures that a run reads.

The Director of Taxation puts a year's declines forward; another person accepts them for the
Treasurer. Figures of towns that sent nothing stay as they were: "the most recent year" (n.).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import parcel_changes
from funds.duties import refuse_same_person
from funds.models import Decline, Determination, SentDecline
from funds.refusal import Refusal
from funds.rules.highlands_chain import REVIEW, Declined, base_year, decline, sfy_for
from funds.rules.highlands_year import Parcel
from municipalities import facts, offices
from municipalities.models import Document, FactSeries, Officer, SourceDocument

DUTY = "review-vacant-land"
OF_THE_YEAR = {"adjustment", "watershed_deduction"}
Figures = Mapping[str, tuple[str, Mapping[str, Decimal]]]


@dataclass(frozen=True)
class Said:
    """The paper that figures cite: its title, where it stands, its file, whether it is made up."""

    title: str
    reference: str
    file: Document | None = None
    made_up: bool = False


@transaction.atomic
def send(year: int, *, on: date, by: Officer) -> SourceDocument:
    """Send a year's certified declines, with the Director's changes, to the Treasurer, once.

    Raises Refusal when there is nothing new to send, and for who certified one of them.
    """
    offices.require(by, DUTY, on=on)
    wanted = to_send(year)
    if not wanted:
        last = (
            SentDecline.objects.filter(decline__report__year=year).select_related("paper").first()
        )
        if last is not None:
            return last.paper
        raise Refusal(f"{year}: no county board has certified a decline.", REVIEW)
    for each, _ in wanted:
        refuse_same_person(f"Sending of {each}", each.certified_by, by)
    paper = put_forward(_figures(year, wanted, on), _paper(year, wanted), on=on, by=by)
    SentDecline.objects.bulk_create(
        SentDecline(
            decline=each, municipality=each.municipality, paper=paper, sent_by=by, sent_on=on,
            base_assessed=now.base_assessed, current_assessed=now.current_assessed,
            valuation_base=now.valuation_base,
        )
        for each, now in wanted
    )  # fmt: skip
    return paper


def to_send(year: int) -> list[tuple[Decline, Declined]]:
    """Return the declines of a year that were not sent as they are now, with their figures."""
    rows = Decline.objects.filter(report__year=year, report__closed_on=None)
    rows = rows.select_related("municipality", "report__document", "certified_by__person")
    sent = {each.decline_id: each for each in SentDecline.objects.filter(
        decline__report__year=year).order_by("pk")}  # fmt: skip
    parcels = parcel_changes.parcels_of(each.report for each in rows)
    found = [(each, as_it_is(each, parcels[each.report_id])) for each in rows]
    return [(each, now) for each, now in found if not _is_sent(sent.get(each.pk), now)]


def as_it_is(of: Decline, parcels: Sequence[Parcel]) -> Declined:
    """Return a certified decline with the Director's changes, by the board's own ratios."""
    return decline(parcels, of.base_ratio, of.current_ratio, of.report.year)


def _is_sent(sent: SentDecline | None, now: Declined) -> bool:
    return sent is not None and (sent.base_assessed, sent.current_assessed) == (
        now.base_assessed, now.current_assessed,
    )  # fmt: skip


def _figures(year: int, wanted: Iterable[tuple[Decline, Declined]], on: date) -> Figures:
    rows = list(wanted)
    base = str(base_year(sfy_for(year)))
    values = {
        "base_assessed": (base, {d.municipality_id: now.base_assessed for d, now in rows}),
        "base_ratio": (base, {d.municipality_id: d.base_ratio for d, _ in rows}),
        "current_assessed": (str(year), {d.municipality_id: now.current_assessed
                                         for d, now in rows}),
        "current_ratio": (str(year), {d.municipality_id: d.current_ratio for d, _ in rows}),
    }  # fmt: skip
    return {kind: (_period(kind, p, year, on), found) for kind, (p, found) in values.items()}


def _period(kind: str, period: str, year: int, on: date) -> str:
    """Return the period to load: the year's own, in the spelling of what was loaded before.

    The base year's is the latest there is; a tax year that is sent late does not become it.
    """
    last = facts.latest(kind, on=on)
    if last is None:
        return period
    if period != str(year):
        return max(last.period, period)
    return f"SFY{sfy_for(year)}" if last.period.startswith("SFY") else period


def _paper(year: int, wanted: Iterable[tuple[Decline, Declined]]) -> Said:
    rows = [each for each, _ in wanted]
    files = {each.report.document for each in rows}
    only = files.pop() if len(files) == 1 else None
    names = ", ".join(f"{each.municipality_id} v{each.report.version}" for each in rows)
    return Said(
        f"Vacant land of {year}, as the Director of Taxation sent it",
        f"N.J.S.A. 54:1-85 d.(1), h.: reports {names}"[:300],
        only,
        any(each.municipality.made_up for each in rows),
    )


@transaction.atomic
def put_forward(figures: Figures, said: Said, *, on: date, by: Officer) -> SourceDocument:
    """Load versions that cite one paper, over the latest of each; another person accepts them."""
    before = SourceDocument.objects.filter(title__startswith=said.title[:180], received_on=on)
    count = before.count()
    standing = SourceDocument.Standing
    paper = SourceDocument.objects.create(
        title=said.title[:180] + (f" ({count + 1})" if count else ""),
        publisher="Division of Taxation" if "review-vacant-land" in by.office.permissions
        else "Department of the Treasury",
        reference=said.reference,
        received_on=on,
        sha256=said.file.sha256 if said.file else "",
        file=said.file,
        standing=standing.DEMONSTRATION if said.made_up else standing.PUBLISHED,
    )  # fmt: skip
    for kind, (period, found) in figures.items():
        values: dict[str | None, Decimal] = dict(_newest(kind, period, on))
        values.update(found)
        facts.load(kind, period, values, document=paper, on=on, by=by)
    return paper


def _newest(kind: str, period: str, on: date) -> facts.Values:
    """Return the values of the period's latest version, waiting or not, or of the one before.

    An amount of a year alone has none before it.
    """
    series = facts.newest(kind, period)
    if series is None and kind not in OF_THE_YEAR:
        series = facts.latest(kind, on=on)
    return facts.values(series) if series else {}


@transaction.atomic
def accept(paper: SourceDocument, *, on: date, by: Officer) -> list[FactSeries]:
    """Accept the figures of one paper of the chain for the Treasurer; a run reads them then.

    Raises Refusal for the person who put them, or earlier ones that they hold, forward.
    """
    offices.require(by, "accept-facts", on=on)
    if not is_of_the_chain(paper):
        raise Refusal(f"“{paper}” is no paper of the Highlands chain.")
    found = list(paper.series.order_by("pk").select_related("loaded_by__person"))
    for series in found:
        held = FactSeries.objects.filter(
            kind=series.kind, period=series.period, version__lte=series.version, accepted_on=None
        )
        for each in held.select_related("loaded_by__person"):
            refuse_same_person(f"Acceptance of {each}", each.loaded_by, by)
    return [facts.accept(series, on=on, by=by) for series in found]


def is_of_the_chain(paper: SourceDocument) -> bool:
    """Say whether a paper holds declines that were sent, or a determination."""
    return (
        SentDecline.objects.filter(paper=paper).exists()
        or Determination.objects.filter(series__document=paper).exists()
    )


def waiting() -> list[SourceDocument]:
    """Return the papers of the chain whose figures nobody accepted yet, the oldest first."""
    rows = SourceDocument.objects.filter(series__accepted_on=None)
    of_chain = rows.filter(declines__isnull=False) | rows.filter(
        series__determination__isnull=False
    )
    return [each for each in of_chain.distinct().order_by("pk") if not _is_superseded(each)]


def _is_superseded(paper: SourceDocument) -> bool:
    """Say whether later versions that hold the same figures were accepted."""
    return not any(
        not FactSeries.objects.filter(
            kind=each.kind, period=each.period, version__gt=each.version, accepted_on__isnull=False
        ).exists()
        for each in paper.series.filter(accepted_on=None)
    )
