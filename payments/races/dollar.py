"""The only home of races for one dollar: fifty clients want it at once, and one of them gets it.

Rounds take turns over what may happen to a zone's dollar: it is encumbered, owed, spent from its
trust or given back, released or owed, encumbered anew or owed, voided, or owed by one voucher that
fifty approve.
"""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from random import Random

from django.db.models import Sum

from funds import accounts, ledger
from funds.ledger import Move
from funds.models import Account, Encumbrance, Kind, Posting
from payments import vouchers
from payments.models import Voucher
from payments.races import clients, scene, seen
from payments.races.clients import COUNT, Answer
from payments.races.steps import Asked, Doors

DOLLAR, SFY, GENERAL = Decimal("1.00"), scene.YEARS[0], "general"
PAID, ADVANCE, SPENT = Voucher.Kind.REIMBURSEMENT, Voucher.Kind.ADVANCE, Voucher.Kind.SPENT
Race = Callable[[scene.Zone, Doors], Iterator[Asked]]


def encumbered(of: scene.Zone, doors: Doors) -> Iterator[Asked]:
    """All of the zone but a dollar is bound already; fifty projects want that."""
    for town in of.towns:
        for sfy in scene.YEARS:
            cents = seen.parts(of.zone.pk)[town.pk, sfy]
            kept = 100 if (town, sfy) == (of.towns[0], SFY) else 0
            rest = scene.CENT * (cents - kept)
            scene.encumbered(of, town, f"{town.pk}-{sfy}", GENERAL, sfy, rest)
    for client in range(COUNT):
        project = scene.approved(of, of.town(client), f"D{client}", GENERAL, scene.LATER, DOLLAR)
        yield doors.encumber(project, DOLLAR, f"D{client}")


def owed(of: scene.Zone, doors: Doors) -> Iterator[Asked]:
    """A dollar is encumbered; fifty vouchers want it, for a vendor or for the trust."""
    bound = _bound(of)
    for client in range(COUNT):
        yield doors.approve_voucher(_prepared(bound, client, ADVANCE if client % 2 else PAID))


def spent_or_given_back(of: scene.Zone, doors: Doors) -> Iterator[Asked]:
    """A dollar is in the trust; the trust has spent it, or it is given back."""
    bound = _bound(of)
    _sent_to_the_trust(bound)
    for client in range(COUNT):
        if client % 2:
            yield doors.give_back(bound, DOLLAR, f"back-{client}")
        else:
            yield doors.approve_voucher(_prepared(bound, client, SPENT))


def released_or_owed(of: scene.Zone, doors: Doors) -> Iterator[Asked]:
    """A dollar is encumbered; it is released, or a voucher has it."""
    bound = _bound(of)
    for client in range(COUNT):
        if client % 2:
            yield doors.release(bound, DOLLAR, f"release-{client}")
        else:
            yield doors.approve_voucher(_prepared(bound, client, PAID))


def moved_on(of: scene.Zone, doors: Doors) -> Iterator[Asked]:
    """A dollar is encumbered; fifty encumber it anew, or a voucher has it."""
    bound = _bound(of)
    for client in range(COUNT):
        if client % 2:
            yield doors.re_encumber(bound, DOLLAR, f"A{client}")
        else:
            yield doors.approve_voucher(_prepared(bound, client, PAID))


def voided(of: scene.Zone, doors: Doors) -> Iterator[Asked]:
    """A voucher of a dollar stands; fifty void it."""
    made = _prepared(_bound(of), 0, PAID)
    vouchers.approve(made, on=scene.DAY, by=scene.local("cfo", made.municipality))
    for client in range(COUNT):
        yield doors.void(made, DOLLAR, f"void-{client}")


def approved_by_fifty(of: scene.Zone, doors: Doors) -> Iterator[Asked]:
    """One voucher of a dollar is approved by fifty: each is told that it is, once is posted."""
    made = _prepared(_bound(of), 0, PAID)
    for _ in range(COUNT):
        yield doors.approve_voucher(made)


RACES: tuple[Race, ...] = (
    encumbered, owed, spent_or_given_back, released_or_owed, moved_on, voided, approved_by_fifty,
)  # fmt: skip


def _bound(of: scene.Zone) -> Encumbrance:
    return scene.encumbered(of, of.towns[0], "D", GENERAL, SFY, DOLLAR)


def _prepared(bound: Encumbrance, client: int, kind: Voucher.Kind) -> Voucher:
    return scene.prepared(bound, str(client), GENERAL, kind, DOLLAR)


def _sent_to_the_trust(bound: Encumbrance) -> None:
    """Move the dollar where a warrant for an advance moves it."""
    holder = bound.zone.holder
    move = Move(
        accounts.find(scene.FUND, Kind.ENCUMBERED, holder, SFY, bound),
        accounts.find(scene.FUND, Kind.TRUST, holder, SFY, bound),
        DOLLAR,
    )
    ledger.post(
        "warrant", [move], fund=scene.FUND, key=f"race/{bound.number}/trust", on=scene.DAY,
        by=scene.state("treasury-releaser"), clause="52:27H-88 b.",
    )  # fmt: skip


def run(rounds: int, seed: int) -> tuple[int, list[str], int]:
    """Race so many rounds; return how many there were, what was wrong, and the p95 in ms."""
    faults: list[str] = []
    waited: list[int] = []
    with scene.day(), clients.crowd() as crowd:
        for number, of in enumerate(scene.made(rounds, Random(seed))):  # noqa: S311
            race = RACES[number % len(RACES)]
            asked = list(race(of, Doors()))
            before = _posted(), _money()
            answers = crowd.act([each.act for each in asked])
            waited += [each.milliseconds for each in answers]
            most = 2 if race is moved_on else 1  # to encumber anew is a release and another
            found = judged(answers, before, most, many=race is approved_by_fifty)
            where = f"round {number}, {race.__name__}, seed {seed}"
            faults += [f"{where}: {fault}" for fault in found]
    return rounds, faults, clients.p95(waited)


def judged(
    answers: Sequence[Answer], before: tuple[int, Decimal], most: int, *, many: bool
) -> Iterator[str]:
    """Say what is wrong after a race: one was posted, the others were told, nothing is lost."""
    posted, money = before
    told = [each.outcome for each in answers]
    done = COUNT if many else 1
    if told.count("done") != done or told.count("refused") != COUNT - done:
        yield f"{told.count('done')} got the dollar, {told.count('refused')} were refused"
    yield from (f"a client was told {a.words}" for a in answers if a.outcome == "fault")
    if not 1 <= _posted() - posted <= most:
        yield f"{_posted() - posted} postings"
    if _money() != money:
        yield f"${_money()} stand where ${money} stood"
    if below := seen.below_zero():
        yield f"{below} accounts below zero"


def _posted() -> int:
    return Posting.objects.count()


def _money() -> Decimal:
    """Everything that ever came in, wherever it stands now."""
    held = Account.objects.exclude(kind=Kind.SOURCE).aggregate(total=Sum("balance"))["total"]
    return Decimal(held or 0)
