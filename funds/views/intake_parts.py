"""The only home of the parts of a file's page: its figures, its steps, and who decides."""

from django.urls import reverse

from funds.intake_forms import AcceptForm, ForwardForm
from funds.queries.intakes import Looked
from municipalities.models import Intake, Officer
from municipalities.page_parts import Figure, Link, Panel, Step, Term
from municipalities.reading.formats import LAYOUTS


def figures(looked: Looked) -> list[Figure]:
    """Say how much was read, and how much of it stops."""
    intake = looked.intake
    if not intake.outcome:
        return []
    if intake.outcome == Intake.Outcome.REFUSED:
        cells = {(each["sheet"], each["cell"]) for each in intake.must}
        return [
            Figure("Must be mended", f"{len(intake.must):,}", f"In {len(cells):,} places."),
            Figure("To look at", f"{len(intake.look):,}", "Asked when the rest is mended."),
            Figure("Figures taken", "None", "A file is taken whole or not at all."),
        ]
    gone = sum(len(each.missing) for each in looked.compared)
    return [
        Figure("Figures read", f"{looked.many:,}", f"{looked.changed:,} are not what they were."),
        Figure("To look at", f"{len(intake.look):,}", "The reader asks; its sender answers."),
        Figure("Municipalities missing", f"{gone:,}", "Of those that must have a figure."),
        Figure("Checks open", f"{len(looked.open):,}", f"{len(looked.failed):,} were not passed."),
    ]


def steps(looked: Looked) -> list[Step]:
    """Say how far a file is, and who did each step."""
    intake = looked.intake
    sent = f"{intake.sent_by}, {intake.sent_on:%b %-d, %Y}"
    read = "Refused" if intake.must else "Read" if intake.outcome else "Being read"
    signed = intake.accepted_by or intake.declined_by
    ended = "Declined" if intake.declined_by else "Accepted" if signed else "Not yet"
    steps = [
        ("Sent", "Kept with its hash", sent, True),
        ("Read", read, f"{len(intake.must)} to mend, {len(intake.look)} to look at",
         intake.outcome == Intake.Outcome.READ),
        ("Put forward", "Loaded as versions" if intake.forwarded_by else "Not yet",
         str(intake.forwarded_by or ""), bool(intake.forwarded_by)),
        ("Checked", f"{len(looked.open)} open" if looked.open else "Nothing open",
         "", bool(intake.forwarded_by) and not looked.open),
        ("Accepted by another", ended, str(signed or ""), bool(signed)),
    ]  # fmt: skip
    first = next((at for at, each in enumerate(steps) if not each[3]), len(steps))
    over = bool(signed)
    return [
        Step(name, state, note, "done" if done or over else "current" if at == first else "")
        for at, (name, state, note, done) in enumerate(steps)
    ]


def panel(looked: Looked, officer: Officer) -> Panel:
    """Offer the next act to whom may do it; to the others say what opens it."""
    intake = looked.intake
    people = [Term("Sent", str(intake.sent_by))]
    people += [Term("Put forward", str(intake.forwarded_by))] if intake.forwarded_by else []
    if intake.accepted_by:
        people.append(Term("Accepted", str(intake.accepted_by)))
        return Panel("Accepted", people, blocked=f"In force since {intake.accepted_on:%b %-d, %Y}.")
    if intake.declined_by:
        people.append(Term("Declined", str(intake.declined_by)))
        return Panel("Declined", people, blocked=intake.reason, tone="warn")
    if intake.outcome != Intake.Outcome.READ:
        return _unready(intake, people)
    return (
        _accept(looked, officer, people)
        if intake.forwarded_by
        else _forward(looked, officer, people)
    )


def _unready(intake: Intake, people: list[Term]) -> Panel:
    blocked = (
        "Mend what is listed, and send the corrected file. Nothing of this one was taken."
        if intake.must
        else "The file is being read."
    )
    return Panel("Put forward", people, blocked=blocked, tone="warn")


def _forward(looked: Looked, officer: Officer, people: list[Term]) -> Panel:
    may = officer.may("load-facts")
    return Panel(
        "Put forward",
        people,
        form=ForwardForm(intake=looked.intake) if may else None,
        blocked="" if may else "An office that loads figures puts them forward.",
        act="Put the figures forward",
        send_back=reverse("intake_decline", args=[looked.intake.pk]) if may else "",
        after="They become versions that wait; another person accepts them.",
    )


def _accept(looked: Looked, officer: Officer, people: list[Term]) -> Panel:
    intake, blocked = looked.intake, ""
    hands = {each.person_id for each in (intake.sent_by, intake.forwarded_by) if each}
    if looked.open:
        blocked = f"{len(looked.open)} checks are open: a corrected file or an override opens this."
    elif not officer.may("accept-facts"):
        blocked = "An office that accepts figures signs here."
    elif officer.person_id in hands:
        blocked = "You sent this file. Another person accepts it."
    decides = officer.may("accept-facts") or officer.may("load-facts")
    return Panel(
        "Accept",
        people,
        note="" if blocked else "You took no part in sending it, so you may accept it.",
        form=None if blocked else AcceptForm(intake=intake, many=looked.many),
        blocked=blocked,
        act="Accept the figures",
        send_back=reverse("intake_decline", args=[intake.pk]) if decides else "",
        after="They are in force from that day: the next run reads them. A later file corrects.",
    )


def back_to(intake: Intake) -> Link:
    """Return the way back to a file."""
    return Link(f"{LAYOUTS[intake.layout].title}, {intake.period}",
                reverse("intake", args=[intake.pk]))  # fmt: skip
