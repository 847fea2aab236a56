"""The only home of tasks around a proposal on its way: changes, amendments, outcomes."""

from collections.abc import Callable, Iterator
from datetime import date

from django.urls import reverse

from funds.models import Amendment, ChangeRequest
from municipalities.models import Officer
from municipalities.page_parts import Tag, Task
from payments.queries import office_zones

CITE = "52:27H-88 c."
Find = Callable[[Officer, date], Iterator[Task]]


def of_the_town(officer: Officer, on: date) -> Iterator[Task]:
    """What the Authority asked to be changed, and projects whose outcome is due."""
    acted, place = office_zones.of(officer, on), _place(officer)
    of = {f"project__{name}": key for name, key in place.items()}
    if any(each.changes for each in acted):
        asked = ChangeRequest.objects.filter(sent_on=None, **of)
        for request in asked.select_related("project", "asked_by__office")[:10]:
            yield Task(
                f"Answer the changes asked of {request.project.title}",
                reverse("send_again", args=[request.project_id]),
                about=f"Asked by {request.asked_by}.",
                cite=CITE,
                when=request.asked_on,
                stake_note="at stake",
            )
    if any(each.outcomes for each in acted):
        due = office_zones.outcomes_due(on).filter(**of)
        for said in due.select_related("project").order_by("project__approved_on", "pk")[:10]:
            yield Task(
                f"Report the outcome of {said.project.title}",
                reverse("outcome", args=[said.project_id]),
                about=f"{said.jobs} new jobs were promised."
                if said.jobs != 1
                else "1 new job was promised.",
                cite=CITE,
                when=vars(said)["due"].date(),
                tag=Tag("Late"),
                stake_note="at stake",
            )


def adoptions(body: str) -> Find:
    """The amendments that one of the two bodies has not adopted yet."""

    def found(officer: Officer, on: date) -> Iterator[Task]:
        place = {name: of for name, of in _place(officer).items() if of}
        waiting = Amendment.objects.filter(
            approved_on=None, rejected_on=None, **{f"{body}_by": None},
            **{f"project__{name}": of for name, of in place.items()},
        )  # fmt: skip
        for each in waiting.select_related("project")[:10]:
            yield Task(
                f"Record the adoption of {each}",
                reverse("amendment_adopt", args=[each.pk, body]),
                about=each.why,
                cite=CITE,
                when=each.proposed_on,
                stake_note="at stake",
            )

    return found


def amendments(officer: Officer, on: date) -> Iterator[Task]:
    """The amendments that wait for the Authority."""
    waiting = Amendment.objects.filter(approved_on=None, rejected_on=None)
    for each in waiting.select_related("project__zone", "proposed_by__office")[:10]:
        yield Task(
            f"Determine {each}",
            reverse("amendment", args=[each.pk]),
            about=f"Proposed by {each.proposed_by}: {each.why}",
            cite=CITE,
            when=each.proposed_on,
            stake_note="at stake",
        )


def _place(officer: Officer) -> dict[str, str | None]:
    office = officer.office
    if office.zone_id is not None:
        return {"zone": office.zone_id}
    return {"municipality": office.municipality_id}
