"""The only home of what a project has led to: jobs and activity, beside what was promised. c."""

from dataclasses import dataclass
from datetime import date

from django.db import transaction

from funds.duties import refuse_elsewhere
from funds.models import Outcome, Project
from funds.refusal import Refusal
from municipalities import offices
from municipalities.documents import store
from municipalities.models import Officer

CITE = "52:27H-88 c."


@dataclass(frozen=True)
class Said:
    """What the zone says of a project by a day: all new jobs so far, and the activity."""

    as_of_on: date
    jobs: int
    activity: str
    finished: bool = False
    evidence: store.Checked | None = None


@transaction.atomic
def report(project: Project, said: Said, *, on: date, by: Officer) -> Outcome:
    """Report what an approved project has led to by a day, once a day.

    Raises Refusal for a project that is not approved, for a day before its approval or to come,
    and without words on the activity.
    """
    offices.require(by, "propose-project", on=on)
    refuse_elsewhere(by, project.zone, on)
    project = Project.objects.select_for_update(of=("self",)).get(pk=project.pk)
    if project.approved_on is None or project.withdrawn_on is not None:
        raise Refusal(f"{project} is not an approved project.", CITE)
    if not project.approved_on <= said.as_of_on <= on:
        raise Refusal(
            f"{project.number}: a day from {project.approved_on} to {on} is needed, not "
            f"{said.as_of_on}.",
            CITE,
        )
    if said.jobs < 0 or not said.activity.strip():
        raise Refusal(f"{project.number}: the jobs so far and the activity are stated.", CITE)
    done = project.outcomes.filter(as_of_on=said.as_of_on).first()
    if done is not None:
        if (done.jobs, done.activity) != (said.jobs, said.activity.strip()):
            raise Refusal(f"{project.number}: {said.as_of_on} is reported on already.", CITE)
        return done
    whose = store.Whose(municipality=by.office.municipality_id, zone=by.office.zone_id)
    return Outcome.objects.create(
        project=project,
        as_of_on=said.as_of_on,
        jobs=said.jobs,
        activity=said.activity.strip(),
        finished=said.finished,
        evidence=store.keep(said.evidence, whose, by=by) if said.evidence else None,
        reported_by=by,
        reported_on=on,
    )
