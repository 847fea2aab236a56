"""The only home of the acts on a file that was read: forward, accept, decline, override."""

from collections.abc import Sequence
from datetime import date

from django.db import transaction

from municipalities import facts, offices
from municipalities.intake import checks
from municipalities.models import FactSeries, Intake, Officer, Override, SourceDocument
from municipalities.reading.formats import LAYOUTS
from municipalities.refusal import Refusal


@transaction.atomic
def forward(intake: Intake, *, looked: bool, on: date, by: Officer) -> Intake:
    """Load what was read as versions of figures, whole, to be accepted by another; once.

    Raises Refusal while something must be mended, when there is something to look at and nobody
    says that they did, and when a figure cannot be what it says.
    """
    offices.require(by, "load-facts", on=on)
    found = _locked(intake)
    if found.forwarded_by is not None:
        return found
    _refuse_unready(found, looked)
    compared = checks.compare(found, on)
    paper = _paper(found)
    for each in compared:
        if not _is_known(each):
            facts.load(
                each.kind, each.period, each.values, document=paper, on=on, by=by, intake=found
            )
    if not found.series.exists():
        raise Refusal(f"{found} says nothing new: every figure is in force as it stands.")
    found.forwarded_by, found.forwarded_on = by, on
    found.save(update_fields=["forwarded_by", "forwarded_on"])
    return found


def _refuse_unready(intake: Intake, looked: bool) -> None:
    if intake.outcome != Intake.Outcome.READ:
        raise Refusal(f"{intake} has {len(intake.must)} things that must be mended first.")
    if intake.declined_by is not None:
        raise Refusal(f"{intake} was declined: a corrected file is sent anew.")
    if intake.look and not looked:
        raise Refusal(f"{intake} has {len(intake.look)} things to look at: say that you did.")


def _is_known(of: checks.Compared) -> bool:
    """Whether the version in force has the very same values."""
    return of.same_period and all(change.before == change.after for change in of.changes)


def _paper(intake: Intake) -> SourceDocument:
    """Write the paper that the figures cite: the publication, with its file and its hash."""
    title = intake.title
    if SourceDocument.objects.filter(title=title, received_on=intake.received_on).exists():
        title = f"{title} (file {intake.pk})"
    return SourceDocument.objects.create(
        title=title,
        publisher=intake.publisher,
        reference=intake.reference,
        received_on=intake.received_on,
        sha256=intake.document.sha256,
        file=intake.document,
        standing=intake.standing,
    )


@transaction.atomic
def accept(intake: Intake, *, on: date, by: Officer) -> list[FactSeries]:
    """Accept every version that the file brought, all or none; from the day they are in force.

    Raises Refusal for who sent it or put it forward, while a check is open, and when a later
    version was accepted already.
    """
    offices.require(by, "accept-facts", on=on)
    found = _locked(intake)
    if found.accepted_by is not None:
        return list(found.series.all())
    if found.forwarded_by is None or found.declined_by is not None:
        raise Refusal(f"{found} was not put forward: its sender does that first.")
    _refuse_own(found, by)
    _refuse_open_checks(found, on)
    accepted = [facts.accept(each, on=on, by=by) for each in found.series.order_by("pk")]
    found.accepted_by, found.accepted_on = by, on
    found.save(update_fields=["accepted_by", "accepted_on"])
    return accepted


def _refuse_own(intake: Intake, by: Officer) -> None:
    hands = (intake.sent_by, intake.forwarded_by)
    if by.person_id in {each.person_id for each in hands if each is not None}:
        raise Refusal(f"{intake} was sent by {by.person}: another person accepts it.")


def _refuse_open_checks(intake: Intake, on: date) -> None:
    """Refuse while a check is open; what stands in the versions put forward is what is checked."""
    layout = LAYOUTS[intake.layout]
    found = checks.failed(checks.compare(intake, on), layout)
    still = checks.open_checks(intake, found)
    if still:
        words = "; ".join(f"{c.what}, {c.series} {c.code}".strip() for c in still[:5])
        more = f" and {len(still) - 5} more" if len(still) > 5 else ""
        raise Refusal(
            f"{intake}: {len(still)} checks are open: {words}{more}. Each needs a corrected file"
            " or an override with a reason that another person approves.",
            layout.cite,
        )


@transaction.atomic
def decline(intake: Intake, reason: str, *, on: date, by: Officer) -> Intake:
    """End a file that is not accepted, with a reason; its figures never come into force."""
    if not by.may("accept-facts"):
        offices.require(by, "load-facts", on=on)
    else:
        offices.require(by, "accept-facts", on=on)
    found = _locked(intake)
    if found.declined_by is not None:
        return found
    if found.accepted_by is not None:
        raise Refusal(f"{found} is accepted: a later file corrects it.")
    if not reason.strip():
        raise Refusal(f"{found}: why it is declined is needed.")
    found.declined_by, found.declined_on, found.reason = by, on, reason.strip()
    found.save(update_fields=["declined_by", "declined_on", "reason"])
    return found


@transaction.atomic
def ask_override(
    intake: Intake, groups: Sequence[str], reason: str, *, on: date, by: Officer
) -> Override:
    """Ask that failed checks shall not stop a file, with the reason, as they stand now.

    Raises Refusal without a reason, and when none of the checks is open.
    """
    offices.require(by, "load-facts", on=on)
    found = _locked(intake)
    if not reason.strip():
        raise Refusal(f"{found}: an override needs its reason.")
    if found.accepted_by is not None or found.declined_by is not None:
        raise Refusal(f"{found} is decided already.")
    failed = checks.failed(checks.compare(found, on), LAYOUTS[found.layout])
    still = [c for c in checks.open_checks(found, failed) if c.group in groups]
    if not still:
        raise Refusal(f"{found}: none of these checks is open.")
    return Override.objects.create(
        intake=found,
        checks=[{"key": each.key, "words": each.words} for each in still],
        reason=reason.strip(),
        asked_by=by,
        asked_on=on,
    )


@transaction.atomic
def approve_override(override: Override, *, on: date, by: Officer) -> Override:
    """Approve an override that another person asked for, once."""
    offices.require(by, "accept-facts", on=on)
    found = Override.objects.select_for_update(of=("self",)).get(pk=override.pk)
    if found.approved_by is not None:
        return found
    if found.asked_by.person_id == by.person_id:
        raise Refusal(f"{by.person} asked for this override: another person approves it.")
    found.approved_by, found.approved_on = by, on
    found.save(update_fields=["approved_by", "approved_on"])
    return found


def _locked(intake: Intake) -> Intake:
    related = ("document", "sent_by__person", "forwarded_by__person")
    rows = Intake.objects.select_related(*related).select_for_update(of=("self",))
    return rows.get(pk=intake.pk)
