"""The only home of objections to data before a certification, and of waivers of what stops one.

No statute gives the window; thirty days from acceptance are docs/decisions/0019.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from django.db import transaction
from django.db.models import QuerySet

from funds.models import Objection, Run, Waiver
from funds.refusal import Refusal
from municipalities import offices
from municipalities.documents import store
from municipalities.kinds import KINDS, words
from municipalities.models import FactSeries, Municipality, Officer

WINDOW = timedelta(days=30)


@dataclass(frozen=True)
class Challenge:
    """What a figure should be, why, and the paper that shows it."""

    should_be: Decimal
    reason: str
    document: store.Checked | None = None


def until(series: FactSeries) -> date:
    """Return the last day on which a municipality may object to a version of figures."""
    return (series.accepted_on or date.max - WINDOW) + WINDOW


@transaction.atomic
def file(
    series: FactSeries, town: Municipality, challenge: Challenge, *, on: date, by: Officer
) -> Objection:
    """Object to a figure of one's own municipality, once a version.

    Raises Refusal for another municipality, a version without its figure, not in force or whose
    window is over, without a reason, and when the figure already is what it should be.
    """
    offices.require(by, "object-to-data", on=on)
    cite = KINDS[series.kind].cite
    name = f"{town.name}, {words(series.kind)} {series.period}"
    if by.office.municipality_id != town.pk:
        raise Refusal(f"{name}: {by.office} objects to figures of its own municipality.", cite)
    done = Objection.objects.filter(series=series, municipality=town).first()
    if done is not None:
        return done
    figure = series.facts.filter(municipality=town).values_list("value", flat=True).first()
    if figure is None:
        raise Refusal(f"{name}: there is no figure to object to.", cite)
    _refuse(series, name, challenge, figure, on)
    whose = store.Whose(municipality=town.pk)
    return Objection.objects.create(
        series=series,
        municipality=town,
        should_be=challenge.should_be,
        reason=challenge.reason.strip(),
        document=store.keep(challenge.document, whose, by=by) if challenge.document else None,
        filed_by=by,
        filed_on=on,
    )


def _refuse(series: FactSeries, name: str, challenge: Challenge, figure: Decimal, on: date) -> None:
    cite = KINDS[series.kind].cite
    if series.accepted_on is None:
        raise Refusal(f"{name}: version {series.version} is not in force yet.", cite)
    if on > until(series):
        raise Refusal(f"{name}: objections were open until {until(series):%B %-d, %Y}.", cite)
    if not challenge.reason.strip():
        raise Refusal(f"{name}: an objection says why.", cite)
    if challenge.should_be == figure:
        raise Refusal(f"{name}: the figure on record is {figure.normalize():f} already.", cite)
    if challenge.should_be < 0 and not KINDS[series.kind].may_be_negative:
        raise Refusal(f"{name}: {challenge.should_be} is negative; zero or more is needed.", cite)


@transaction.atomic
def decide(objection: Objection, *, upheld: bool, answer: str, on: date, by: Officer) -> Objection:
    """Uphold or overrule an objection with an answer, once.

    Raises Refusal without an answer, and for the person who loaded the figures.
    """
    offices.require(by, "decide-objection", on=on)
    found = Objection.objects.select_for_update(of=("self",)).get(pk=objection.pk)
    if found.decided_on is not None:
        return found
    if not answer.strip():
        raise Refusal(f"{found}: a decision says why.")
    if found.series.loaded_by.person_id == by.person_id:
        raise Refusal(f"{found} was loaded by {by.person}: another person decides.")
    found.upheld, found.answer, found.decided_by, found.decided_on = upheld, answer.strip(), by, on
    found.save(update_fields=["upheld", "answer", "decided_by", "decided_on"])
    return found


def undecided(run: Run) -> QuerySet[Objection]:
    """Return the objections to what a run read that nobody has decided."""
    return Objection.objects.filter(series__runs=run, decided_on=None)


def upheld(run: Run) -> QuerySet[Objection]:
    """Return the upheld objections to what a run read: its data is known to be wrong."""
    return Objection.objects.filter(series__runs=run, upheld=True)


def refuse_open(run: Run) -> None:
    """Refuse a run whose data is wrong, or is objected to and neither decided nor waived."""
    wrong = list(upheld(run).select_related("municipality", "series")[:5])
    if wrong:
        raise Refusal(
            f"{run}: objections were upheld ({_named(wrong)}); load the corrected figures and"
            " prepare the run anew."
        )
    open_ = list(undecided(run).select_related("municipality", "series")[:5])
    if open_ and not waived(run, Waiver.Of.OBJECTIONS):
        raise Refusal(
            f"{run}: objections are not decided ({_named(open_)}); decide or waive them first."
        )


def _named(found: list[Objection]) -> str:
    return "; ".join(
        f"{each.municipality.name}, {words(each.series.kind)} {each.series.period}"
        for each in found
    )


def waived(run: Run, of: str) -> Waiver | None:
    """Return the authorised waiver of what stops a run, if there is one."""
    return Waiver.objects.filter(run=run, of=of, authorised_on__isnull=False).first()


@transaction.atomic
def ask_waiver(run: Run, of: str, reason: str, *, on: date, by: Officer) -> Waiver:
    """Ask that a run be certified in spite of what stops it; raises Refusal without a reason."""
    offices.require(by, "propose-decision", on=on)
    if not reason.strip():
        raise Refusal(f"{run}: a waiver says why.")
    made, _ = Waiver.objects.get_or_create(
        run=run, of=of, defaults={"reason": reason.strip(), "asked_by": by, "asked_on": on}
    )
    return made


@transaction.atomic
def authorise(waiver: Waiver, *, on: date, by: Officer) -> Waiver:
    """Authorise a waiver as another person than who asked; raises Refusal for that one."""
    offices.require(by, "decide", on=on)
    found = Waiver.objects.select_for_update(of=("self",)).get(pk=waiver.pk)
    if found.authorised_on is not None:
        return found
    if found.asked_by.person_id == by.person_id:
        raise Refusal(f"{found} was asked for by {by.person}: another person authorises it.")
    found.authorised_by, found.authorised_on = by, on
    found.save(update_fields=["authorised_by", "authorised_on"])
    return found


def waived_in_words(run: Run) -> list[tuple[str, str]]:
    """Name what was waived before the signature, why, and who authorised it."""
    rows = run.waivers.filter(authorised_on__isnull=False).select_related("authorised_by__office")
    return [
        ("Waived", f"{w.get_of_display()}: {w.reason}. Authorised by {w.authorised_by}.")
        for w in rows
    ]
