"""The only home of the demonstration's terms: an acting one that ended, one proposed, a list seen.

The office is one that nobody signs in to, so that no sign-in of the demonstration is empty.
"""

from datetime import date

from municipalities import grants, recertification
from municipalities.models import Office, Person
from payments.demo.people import People

NAME = "Sampleborough deputy assessor"
ACTING = date(2026, 1, 2), date(2026, 10, 31)
PROPOSED_ON, BEGINS_ON = date(2026, 11, 25), date(2026, 12, 15)
LOOKED_ON = date(2026, 10, 5)


def tell(people: People, _towns: int) -> None:
    """Seat an acting deputy whose term has ended, propose the next, look a place through."""
    office, _ = Office.objects.get_or_create(
        name=NAME, defaults={"title": "assessor", "municipality_id": "9902"}
    )
    admin, second = people.state("admin"), people.second("admin")
    began, ended = ACTING
    acting = grants.propose(
        office,
        _person("Acting deputy assessor"),
        from_on=began,
        until_on=ended,
        acting=True,
        legal_basis="Made-up resolution 2026-14 of January 2, 2026",
        on=began,
        by=admin,
    )
    grants.confirm(acting, on=began, by=second)
    grants.propose(
        office, _person("Next deputy assessor"), from_on=BEGINS_ON, on=PROPOSED_ON, by=admin
    )
    recertification.record("9901", on=LOOKED_ON, by=admin)


def _person(label: str) -> Person:
    return Person.objects.get_or_create(label=label)[0]
