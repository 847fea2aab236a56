"""The only home of what a story has made so far: its names, its people, its open books."""

import re
from datetime import date
from typing import Any, TypeVar

from funds import ledger
from funds.models import Fund, Run
from funds.refusal import Refusal
from funds.rules.fiscal_year import sfy_of
from municipalities import offices
from municipalities.models import EnterpriseZone, Municipality, Officer
from payments.play.places import LOCAL, SINCE
from payments.play.story import Line

M = TypeVar("M")


class Stage:
    """Where a story is played: it seats offices, keeps names, opens the funds' books."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.named: dict[str, Any] = {}
        self.facts: dict[tuple[str, int], dict[str, dict[str, str]]] = {}

    def open_books(self) -> None:
        """Let the books of each fund begin with the year of the first line that acts in it."""
        first: dict[str, Line] = {}
        for line in self.lines:
            if line.fund and line.act not in {"fact", "balance"}:
                first.setdefault(line.fund, line)
        for fund in Fund.objects.filter(pk__in=first):
            ledger.open_books(fund.pk, max(sfy_of(first[fund.pk].on), fund.first_sfy))

    # People

    def officer(self, office: str) -> Officer:
        """Seat the one person of an office: `cfo:0714`, `coordinator:zone:Newark`, `system`."""
        if office == "system":
            return offices.system()
        title, _, place = office.partition(":")
        kind, _, rest = place.partition(":")
        return offices.seat(
            title,
            office,
            f"{office} holder",
            from_on=SINCE,
            municipality=place if place.isdigit() else None,
            county=rest if kind == "county" else None,
            zone=self.zone(place).pk if kind == "zone" else None,
        )

    def by(self, line: Line) -> Officer:
        """Seat the office of a line; a local title without a place is of the line's holder."""
        title, _, place = line.by.partition(":")
        if title not in LOCAL or place:
            return self.officer(line.by)
        zone = title in {"coordinator", "corporation"} and line.holder.startswith("zone:")
        return self.officer(f"{title}:{line.holder if zone else self.municipality(line).pk}")

    def one_who(self, permission: str, line: Line, otherwise: str) -> Officer:
        """Return the line's officer if they may do this step, or else another office's."""
        by = self.by(line)
        return by if by.may(permission) else self.officer(otherwise)

    def other_than(self, first: Officer, *others: str) -> Officer:
        """Return the first of these offices that another person holds."""
        seated = (self.officer(office) for office in others)
        return next(each for each in seated if each.person_id != first.person_id)

    def pair(self, line: Line, first: tuple[str, str], second: tuple[str, str]) -> list[Officer]:
        """Return who takes two steps, each a (permission, office): the line's officer takes theirs.

        Who may take neither is returned for both, to be refused by the act.
        """
        by = self.by(line)
        if by.may(first[0]):
            return [by, self.officer(second[1])]
        if by.may(second[0]):
            return [self.officer(first[1]), by]
        return [by, by]

    # Places

    def zone(self, holder: str) -> EnterpriseZone:
        """Return the zone of a holder's key, or the one a municipality belongs to."""
        if holder.isdigit():
            found = EnterpriseZone.objects.filter(
                memberships__municipality=holder, memberships__until_on=None
            ).first()
        else:
            name = holder.removeprefix("zone:")
            found = EnterpriseZone.objects.filter(name__iexact=name).first()
        if found is None:
            raise Refusal(f"“{holder}” is no zone; zone:NAME is needed.")
        return found

    def holder(self, line: Line) -> str:
        """Return the line's holder as the ledger spells it."""
        return self.zone(line.holder).holder if line.holder.startswith("zone:") else line.holder

    def municipality(self, line: Line) -> Municipality:
        """Return the municipality that acts: the office's, the holder's, or the zone's lowest."""
        place = line.by.partition(":")[2]
        for key in (place, line.holder):
            if key.isdigit():
                return Municipality.objects.get(pk=key)
        members = self.zone(line.holder or place).memberships.filter(until_on=None)
        return members.select_related("municipality").order_by("municipality")[0].municipality

    # Names

    def names(self, line: Line) -> list[str]:
        """Return the names of the line's `ref`, for example E1 and V1 of “E1/V1”."""
        return [name for name in re.split(r"[\s/;,>+]+", line.ref) if name]

    def met(self, line: Line, model: type[M]) -> M | None:
        """Return what the line's ref names of this model, if it was made before."""
        for name in [*self.names(line), *re.split(r"[\s/;,]+", line.note)]:
            found = self.named.get(name)
            if isinstance(found, model):
                return found
        return None

    def new_name(self, line: Line) -> str:
        """Return the name of what the line makes: the last that is not taken, or a new one."""
        names = self.names(line)
        free = [name for name in names if name not in self.named]
        if free:
            return free[-1]
        return f"{'-'.join(names)}-{line.number}" if names else f"{line.act}-{line.number}"

    def key(self, line: Line) -> str:
        """Return the key of an act that its ref alone makes happen once."""
        return f"story/{line.fund}/{line.act}/{line.ref or f'line-{line.number}'}"

    def bind(self, line: Line, made: M) -> M:
        """Let the line's names that are free mean what it made."""
        for name in self.names(line):
            self.named.setdefault(name, made)
        return made

    def rebind(self, name: str, made: Any) -> None:
        """Let a name mean something else from now on."""
        self.named[name] = made

    def run(self, line: Line) -> Run:
        """Return the run that the line meets: the one named, or the year's latest."""
        found = self.met(line, Run)
        if found is None:
            runs = Run.objects.filter(fund=line.fund, sfy=self.sfy(line))
            found = runs.order_by("-number").first()
        if found is None:
            raise Refusal(f"{line.fund} SFY{self.sfy(line)}: there is no run.")
        return found

    def sfy(self, line: Line) -> int:
        """Return the year the line names, or the year it is in."""
        return line.sfy or sfy_of(line.on)

    def any_day(self, line: Line, text: str | None) -> date:
        """Return the day of a note, or the line's own."""
        return date.fromisoformat(text) if text else line.on
