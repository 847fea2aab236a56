"""The only home of races to a ceiling: fifty clients, each with a row of its own, one limit.

Rounds take turns: projects are approved, money is encumbered, vouchers are approved, credits to
come are pledged, or all of it at once with releases and voids between. Where use only grows, what
was refused must not fit.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random

from funds import caps
from municipalities.models import Municipality
from payments import vouchers
from payments.models import Voucher
from payments.races import clients, scene, seen
from payments.races.clients import COUNT, Answer
from payments.races.steps import Asked, Doors

CENT = scene.CENT
PAID = Voucher.Kind.REIMBURSEMENT
SFY = scene.YEARS[0]  # the year whose ceiling the clients meet


@dataclass
class Round:
    """A zone, the category whose ceiling is raced for, and how clients ask."""

    of: scene.Zone
    category: str
    random: Random
    doors: Doors

    def amounts(
        self, count: int, sfys: Sequence[int] = (SFY,)
    ) -> list[tuple[Municipality, Decimal]]:
        """An amount for each client, in odd cents: five to thirty of them fit."""
        limits = seen.limits(self.of.zone.pk, self.category)
        towns = [self.of.town(client) for client in range(count)]
        return [(town, self._part(sum(limits[town.pk, sfy] for sfy in sfys))) for town in towns]

    def _part(self, limit: int) -> Decimal:
        shares = COUNT // len(self.of.towns)
        return CENT * self.random.randint(limit // shares + 1, 8 * limit // shares + 1)


def budgeted(round_: Round, count: int = COUNT) -> Iterator[Asked]:
    """As many projects are approved at once."""
    scene.acknowledged(round_.of)
    for client, (town, amount) in enumerate(round_.amounts(count)):
        of = scene.proposed(round_.of, town, f"B{client}", round_.category, SFY, amount)
        yield round_.doors.approve_project(of, amount)


def encumbered(round_: Round, count: int = COUNT) -> Iterator[Asked]:
    """As many projects are encumbered for at once; what they use is of both years' credit."""
    for client, (town, amount) in enumerate(round_.amounts(count, scene.YEARS)):
        of = scene.approved(round_.of, town, f"N{client}", round_.category, scene.LATER, amount)
        yield round_.doors.encumber(of, amount, f"N{client}")


def expended(round_: Round, count: int = COUNT) -> Iterator[Asked]:
    """As many vouchers are approved at once, of money that was encumbered for something else."""
    asked = round_.amounts(count)
    bound = {}
    for town in round_.of.towns:
        needed = sum((amount for of, amount in asked if of == town), Decimal(0))
        most = min(needed, CENT * (seen.parts(round_.of.zone.pk)[town.pk, SFY] * 9 // 10))
        bound[town.pk] = scene.encumbered(round_.of, town, f"G{town.pk}", "general", SFY, most)
    for client, (town, amount) in enumerate(asked):
        of = scene.prepared(bound[town.pk], f"V{client}", round_.category, PAID, amount)
        yield round_.doors.approve_voucher(of)


def pledged(round_: Round, count: int = COUNT) -> Iterator[Asked]:
    """As many pledges of the next year's credit are approved at once."""
    for client, (town, amount) in enumerate(round_.amounts(count, scene.YEARS[1:])):
        of = scene.pledged(round_.of, town, f"G{client}", round_.category, amount)
        yield round_.doors.approve_pledge(of, amount)


def all_at_once(round_: Round) -> Iterator[Asked]:
    """The three together, while encumbrances are released and vouchers voided between them."""
    undone = list(_undone(round_))
    yield from budgeted(round_, 12)
    yield from encumbered(round_, 12)
    yield from expended(round_, 12)
    yield from undone


def _undone(round_: Round) -> Iterator[Asked]:
    """What stood before the race and is released or voided in it."""
    for client, (town, amount) in enumerate(round_.amounts(14)):
        part = (amount / 10).quantize(CENT)
        of = scene.encumbered(round_.of, town, f"U{client}", round_.category, SFY, part)
        if client % 2:
            yield round_.doors.release(of, part, "race")
        else:
            made = scene.prepared(of, "1", round_.category, PAID, part)
            vouchers.approve(made, on=scene.DAY, by=scene.local("cfo", town))
            yield round_.doors.void(made, part, "race")


RACES: tuple[tuple[Callable[[Round], Iterator[Asked]], Sequence[int]], ...] = (
    (budgeted, (SFY,)), (encumbered, scene.YEARS), (expended, (SFY,)), (pledged, (scene.LATER,)),
    (all_at_once, ()),
)  # fmt: skip


def run(rounds: int, seed: int) -> tuple[int, list[str], int]:
    """Race so many rounds; return how many there were, what was wrong, and the p95 in ms."""
    random = Random(seed)  # noqa: S311 - chance, no secret
    faults: list[str] = []
    waited: list[int] = []
    with scene.day(), clients.crowd() as crowd:
        for number, of in enumerate(scene.made(rounds, random)):
            race, years = RACES[number % len(RACES)]
            round_ = Round(of, _category(race, number // len(RACES)), random, Doors())
            asked = list(race(round_))
            answers = crowd.act([each.act for each in asked])
            waited += [each.milliseconds for each in answers]
            where = f"round {number}, {race.__name__}, {round_.category}, seed {seed}"
            faults += [f"{where}: {fault}" for fault in judged(round_, asked, answers, years)]
    return rounds, faults, clients.p95(waited)


def _category(race: Callable[[Round], Iterator[Asked]], turn: int) -> str:
    """Each in turn; transportation is pledged to, and not spent on from other encumbrances."""
    if race is pledged:
        return "transportation"
    every = [each for each in seen.PERCENT if race is not expended or each != "transportation"]
    return every[turn % len(every)]


def judged(
    round_: Round, asked: Sequence[Asked], answers: Sequence[Answer], years: Sequence[int]
) -> Iterator[str]:
    """Say what is wrong after a race; in `years` use only grew."""
    zone = round_.of.zone
    limits, used = seen.limits(zone.pk, round_.category), seen.used(zone.pk, round_.category)
    if scene.LATER in years:
        limits |= seen.limits_to_come(zone.pk, round_.category, scene.LATER)
    left = {key: limit - used.get(key, 0) for key, limit in limits.items()}
    yield from (
        f"{key} is {-cents} cents over its ceiling" for key, cents in left.items() if cents < 0
    )
    yield from (f"the product sees {each} over its ceiling" for each in caps.over(zone, scene.DAY))
    yield from (f"a client was told {a.words}" for a in answers if a.outcome == "fault")
    if below := seen.below_zero():
        yield f"{below} accounts below zero"
    if years:
        yield from _unjust(asked, answers, left, used, years)


def _unjust(
    asked: Sequence[Asked],
    answers: Sequence[Answer],
    left: dict[seen.Key, int],
    used: dict[seen.Key, int],
    years: Sequence[int],
) -> Iterator[str]:
    """What was done is what is used, and what was refused would not have fitted."""
    done: dict[str, int] = defaultdict(int)
    for each, answer in zip(asked, answers, strict=True):
        cents = int(each.amount / CENT)
        room = sum(left[each.town, sfy] for sfy in years)
        if answer.outcome == "done":
            done[each.town] += cents
        elif answer.outcome == "refused" and cents <= room:
            yield f"{cents} cents of {room} were refused: {answer.words}"
    for town in {town for town, _ in left}:
        found = sum(used.get((town, sfy), 0) for sfy in years)
        if found != done[town]:
            yield f"{town}: {found} cents are used, {done[town]} were done"
