"""The only home of tasks around a signature, levy relief and the amount of receipts."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import Exists, OuterRef, Subquery
from django.urls import reverse

from funds import corrections_report, receipts_watch
from funds.models import (
    Acknowledgement,
    Certification,
    CorrectionPolicy,
    Enactment,
    LevyReliefAttestation,
    Objection,
    RunLine,
    Waiver,
)
from funds.rules import energy_watch
from funds.rules.energy_amount import POISON_PILL
from funds.rules.energy_receipts import LEVY_RELIEF
from funds.rules.fiscal_year import sfy_of
from funds.rules.money import CENT
from municipalities.kinds import words
from municipalities.models import FactSeries, Officer
from municipalities.page_parts import Tag, Task

KEPT = "certifications_for_it"


def to_certify(officer: Officer, on: date) -> Iterator[Task]:
    """The acts that fall short and are not certified to be."""
    for act in Enactment.objects.filter(certified_on=None, sfy__gte=sfy_of(on) - 1):
        judgment = receipts_watch.judged(act.sfy, on=on)
        if judgment is not None and judgment.short:
            due = energy_watch.certify_by(act.enacted_on)
            yield Task(
                f"Certify that the act of SFY{act.sfy} is short",
                reverse("short_certify", args=[act.sfy]),
                about=act.title,
                cite=POISON_PILL,
                when=due,
                tag=_late(due, on),
                stake=judgment.short,
                stake_note="short",
            )


def to_report(officer: Officer, on: date) -> Iterator[Task]:
    """The corrections in force that are not reported to the Legislature."""
    found = corrections_report.series(on)
    if found is None or corrections_report.issued(found) is not None:
        return
    total = sum((each.correction for each in corrections_report.corrected(on)), Decimal(0))
    if total:
        due = corrections_report.due_on()
        yield Task(
            "Report the corrections to the Legislature",
            reverse("corrections_report"),
            about=f"{found.document}, version {found.version}.",
            cite=corrections_report.CITE,
            when=due,
            tag=_late(due, on),
            stake=total,
            stake_note="of corrections",
        )


def to_notify(officer: Officer, on: date) -> Iterator[Task]:
    """The certified acts of which the taxpayers are not notified."""
    for act in Enactment.objects.filter(certified_on__isnull=False, notified_on=None):
        due = energy_watch.notify_by(act.certified_on or on)
        yield Task(
            f"Notify the taxpayers that SFY{act.sfy} is short",
            reverse("filers_notify", args=[act.sfy]),
            about=f"Certified by {act.certified_by}.",
            cite=POISON_PILL,
            when=due,
            tag=_late(due, on),
            stake=act.short,
            stake_note="short",
        )


def policies(officer: Officer, on: date) -> Iterator[Task]:
    """The correction policies that wait for another person."""
    waiting = CorrectionPolicy.objects.filter(decided_on=None)
    waiting = waiting.exclude(proposed_by__person=officer.person_id)
    for each in waiting.select_related("fund", "proposed_by__office"):
        yield Task(
            f"Decide the correction policy of the {each.fund.name}",
            reverse("policy_decide", args=[each.fund_id]),
            about=f"Proposed by {each.proposed_by}.",
            cite=each.fund.statute,
            when=each.proposed_on,
        )


def to_decide(officer: Officer, on: date) -> Iterator[Task]:
    """The objections to data that wait, the oldest first."""
    waiting = Objection.objects.filter(decided_on=None)
    waiting = waiting.exclude(series__loaded_by__person=officer.person_id)
    for each in waiting.select_related("municipality", "series").order_by("filed_on")[:10]:
        yield Task(
            f"Decide the objection of {each.municipality.name}",
            reverse("objection_decide", args=[each.pk]),
            about=f"{words(each.series.kind)}, {each.series.period}: {each.reason}",
            when=each.filed_on,
        )


def to_authorise(officer: Officer, on: date) -> Iterator[Task]:
    """The waivers that wait for another person, beside the policies that do."""
    waiting = Waiver.objects.filter(authorised_on=None, run__certification=None)
    for each in waiting.exclude(asked_by__person=officer.person_id).select_related("run__fund"):
        yield Task(
            f"Authorise a waiver for {each.run.fund.name}, SFY{each.run.sfy}",
            reverse("waiver_authorise", args=[each.pk]),
            about=f"{each.get_of_display()}: {each.reason}",
            when=each.asked_on,
        )
    yield from policies(officer, on)


def to_acknowledge(officer: Officer, on: date) -> Iterator[Task]:
    """Certifications of this year that the officer's municipality has not acknowledged."""
    for each in _signed(officer, on):
        if not each.acknowledged:
            yield Task(
                f"Acknowledge the certification {each.number}",
                reverse("acknowledge", args=[each.run_id, officer.office.municipality_id]),
                about=each.run.fund.name,
                cite=each.run.fund.statute,
                when=each.certified_on,
            )


def _signed(officer: Officer, on: date) -> list[Any]:
    """The year's certifications for a town, with what it has signed; read once for a request."""
    kept: list[Any] | None = getattr(officer, KEPT, None)
    town = officer.office.municipality_id
    if kept is not None or town is None:
        return kept or []
    ours = RunLine.objects.filter(run=OuterRef("run"), municipality=town)
    done = {"certification": OuterRef("pk"), "municipality": town}
    rows = Certification.objects.filter(Exists(ours), run__sfy__gte=sfy_of(on), reopening=None)
    rows = rows.filter(run__superseded_by=None).exclude(run__fund="zone-assistance")
    kept = list(
        rows.select_related("run__fund").annotate(
            acknowledged=Exists(Acknowledgement.objects.filter(**done)),
            attested=Exists(LevyReliefAttestation.objects.filter(**done)),
            relief=Subquery(ours.filter(component="levy_relief").values("amount")[:1]),
        )
    )
    setattr(officer, KEPT, kept)
    return kept


def to_accept(officer: Officer, on: date) -> Iterator[Task]:
    """The figures of the State that wait for another analyst."""
    waiting = FactSeries.objects.filter(accepted_on=None, intake=None, facts__municipality=None)
    waiting = waiting.exclude(loaded_by__person=officer.person_id).select_related(
        "loaded_by__office", "document"
    )
    for each in waiting.order_by("loaded_at")[:10]:
        yield Task(
            f"Accept {words(each.kind).lower()}, {each.period}",
            reverse("state_figure_accept", args=[each.pk]),
            about=f"{each.document}, recorded by {each.loaded_by}.",
            when=each.document.received_on,
        )


def _late(due: date, on: date) -> Tag | None:
    return Tag(f"{(on - due).days} days late", "bad") if due < on else None


def to_attest(officer: Officer, on: date) -> Iterator[Task]:
    """The levy relief of this year that the officer's municipality has not attested."""
    for each in _signed(officer, on):
        if each.relief and not each.attested and each.run.sfy == sfy_of(on):
            yield Task(
                f"Attest the levy relief of SFY{each.run.sfy}",
                reverse("levy_relief", args=[officer.office.municipality_id, each.run.sfy]),
                about="Aid above the SFY2002 amount cuts the levy for municipal purposes.",
                cite=LEVY_RELIEF,
                stake=each.relief.quantize(CENT),
                stake_note="of levy relief",
            )
