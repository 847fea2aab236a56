"""The only home of who acts in the demonstration: an office for each duty, each a person."""

from dataclasses import dataclass, field

from municipalities import demo, offices
from municipalities.models import EnterpriseZone, Municipality, Officer
from municipalities.reference import SINCE


@dataclass
class People:
    """The officers of one chapter, seated when they first act."""

    seated: dict[str, Officer] = field(default_factory=dict)

    def state(self, title: str) -> Officer:
        """Return the State's holder of an office: "treasury-certifier"."""
        return self._seat(title, demo.STATE[title])

    def second(self, title: str) -> Officer:
        """Return the second person in an office of the State."""
        return self._seat(title, f"Second {demo.STATE[title]}")

    def system(self) -> Officer:
        """Return the office in which scheduled work acts."""
        return offices.system()

    def local(self, title: str, town: Municipality) -> Officer:
        """Return a municipality's CFO, preparer or clerk."""
        return self._seat(title, f"{town.name} {demo.DUTIES[title]}", municipality=town.pk)

    def coordinator(self, zone: EnterpriseZone) -> Officer:
        """Return the coordinator of a zone."""
        return self._seat("coordinator", f"{zone.name} coordinator", zone=zone.pk)

    def corporation(self, zone: EnterpriseZone) -> Officer:
        """Return a zone's development corporation."""
        name = f"{zone.name} zone development corporation"
        return self._seat("corporation", name, zone=zone.pk)

    def assessor(self, town: Municipality) -> Officer:
        """Return a municipality's assessor."""
        return self._seat("assessor", f"{town.name} assessor", municipality=town.pk)

    def board(self, county: str, name: str) -> Officer:
        """Return a county's tax board."""
        return self._seat("county-board", f"{name} County tax board", county=county)

    def _seat(self, title: str, name: str, **place: str) -> Officer:
        if name not in self.seated:
            self.seated[name] = _known(name) or self._new(title, name, place)
        return self.seated[name]

    def _new(self, title: str, name: str, place: dict[str, str]) -> Officer:
        at = {kind: place.get(kind) for kind in ("municipality", "zone", "county")}
        officer = offices.seat(
            title, name, name, from_on=SINCE, municipality=at["municipality"],
            zone=at["zone"], county=at["county"],
        )  # fmt: skip
        demo.let_sign_in(officer)
        return officer


def _known(name: str) -> Officer | None:
    """Return who an earlier chapter seated, in one statement."""
    rows = Officer.objects.filter(office__name=name, person__label=name, until_on=None)
    return rows.select_related("office", "person").first()
