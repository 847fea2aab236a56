"""The only home of how Exampleton's proposals go on: changes asked, an amendment, an outcome."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal

from funds import amendments, outcomes, projects, proposal_reviews
from funds.adoptions import NEW_YORK, Adoption
from funds.models import Project
from funds.outcomes import Said
from payments import completing
from payments.demo.people import People
from payments.demo.project_steps import EVENING, LATER

CODE = "9901"


def tell(people: People) -> None:
    """Tell the autumn of SFY2027: one project amended and reported on, one proposal asked about."""
    plaza = Project.objects.select_related("zone", "municipality").get(number=f"{CODE}-PLAZA")
    _amend(plaza, people)
    _report(people)
    _ask(plaza, people)


def _amend(project: Project, people: People) -> None:
    """The plaza takes half a year more, and gets trees: both bodies and the Authority agree."""
    on = date(2026, 9, 14)
    now = amendments.current(project)
    plan = replace(now, months=now.months + 6, scope=f"{now.scope} With trees.")
    closed = datetime.combine(on - timedelta(1), EVENING, NEW_YORK)
    clerk = people.local("clerk", project.municipality)
    coordinator, corporation = people.coordinator(project.zone), people.corporation(project.zone)
    made = amendments.propose(
        project, plan, "The contractor is late", closed, on=on, by=coordinator
    )
    adoption = Adoption("Demonstration resolution", datetime.combine(on, LATER, NEW_YORK))
    for body, by in (("governing", clerk), ("corporation", corporation)):
        made = amendments.adopt(made, body, adoption, on=on + timedelta(1), by=by)
    authority = people.state("authority")
    amendments.determine(made, approve=True, on=on + timedelta(16), by=authority)


def _report(people: People) -> None:
    """The market hall has led to more jobs than it promised."""
    hall = Project.objects.select_related("zone").get(number=f"{CODE}-MARKET")
    by = people.coordinator(hall.zone)
    said = Said(date(2026, 9, 30), 3, "Nine stalls are let, four of them to new businesses.", True)
    outcomes.report(hall, said, on=date(2026, 10, 6), by=by)


def _ask(of: Project, people: People) -> None:
    """A proposal that the Department asked to be changed waits for the town."""
    on, title = date(2026, 11, 9), "Pocket park"
    budgets = {2026: Decimal(60_000)}
    before = on - timedelta(1)
    made = projects.propose(
        of.zone, of.municipality, f"{CODE}-PARK", title, "general", budgets,
        datetime.combine(before, EVENING, NEW_YORK), datetime.combine(before, LATER, NEW_YORK),
        "Demonstration resolution", contents=completing.contents(title, budgets), on=on,
        by=people.coordinator(of.zone),
    )  # fmt: skip
    comments = {
        "jobs": "Who is hired, and by whom?",
        "controls": "Say who checks the contractor’s bills.",
    }
    by = people.state("dca-analyst")
    proposal_reviews.ask(made, comments, on=on + timedelta(10), by=by)
