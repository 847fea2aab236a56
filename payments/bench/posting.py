"""P1 and P5: a batch posted by the ledger's own door, against bare writes; and posted again."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from django.db import connection

from funds import accounts, ledger
from funds.ledger import Move
from funds.models import Account, Kind, Posting
from municipalities import offices
from payments import scratch
from payments.bench import floor
from payments.bench.measuring import (
    Goal,
    Measured,
    Timed,
    assert_true,
    interleaved,
    milliseconds,
    ratio,
    settle,
    shown,
)

FUND, ON = "energy-receipts", date(2026, 7, 15)
P1, AGAIN, SHARE = Goal(Decimal("2.5")), Goal(Decimal(3), unit=" ms"), Goal(Decimal("0.10"))
QUERY = "SELECT debit_id, credit_id, amount FROM allocation ORDER BY n"


class Batch:
    """A scratch database with a fund, so many recipients, and what each is to get."""

    def __init__(self, size: int) -> None:
        self.size, self.turn = size, 0
        self.by = offices.system()
        source = accounts.find(FUND, Kind.SOURCE, "general-fund")
        self.pool = accounts.find(FUND, Kind.POOL, "FUND")
        holders = [f"recipient {n:06}" for n in range(size)]
        found = accounts.find_many(FUND, Kind.ENTITLED, holders, 2027)
        self.recipients: list[Account] = [found[holder] for holder in holders]
        whole = Decimal(size) * 1_000_000
        ledger.post("deposit", [Move(source, self.pool, whole)], **self.header("deposit"))
        floor.lay()
        self._allocate()

    def header(self, key: str) -> "ledger.Header":
        """Everything a posting says besides its entries."""
        return {"fund": FUND, "key": key, "on": ON, "by": self.by, "clause": "52:27D-439 c."}

    def rows(self) -> floor.Rows:
        """Who gets how much."""
        return [
            (self.pool.pk, to.pk, Decimal(1000 + n % 997)) for n, to in enumerate(self.recipients)
        ]

    def _allocate(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE TABLE allocation (n serial, debit_id bigint, credit_id bigint,"
                " amount numeric(18, 2))"
            )
            cursor.execute(
                "INSERT INTO allocation (debit_id, credit_id, amount)"
                " SELECT %s, id, 1000 + (row_number() OVER (ORDER BY id)) %% 997"
                " FROM funds_account WHERE kind = 'ENTITLED' ORDER BY id",
                [self.pool.pk],
            )

    def _settle(self) -> None:
        self.turn += 1
        settle("funds_account", "funds_entry", "floor_funds_account", "floor_funds_entry",
               "allocation")  # fmt: skip

    def bare(self) -> Timed:
        """The floor: COPY and one UPDATE."""
        text = floor.copy_text(self.rows(), self.turn + 1, ON)
        self._settle()
        return lambda: floor.post(text, self.turn)

    def as_a_set(self) -> Timed:
        """The product, from a query."""
        self._settle()
        return lambda: ledger.post_all("release", QUERY, [], **self.header(f"set/{self.turn}"))

    def from_python(self) -> Timed:
        """The product, from moves in memory."""
        moves = [Move(self.pool, to, Decimal(1000 + n % 997))
                 for n, to in enumerate(self.recipients)]  # fmt: skip
        self._settle()
        return lambda: ledger.post("release", moves, **self.header(f"moves/{self.turn}"))


def measure(sizes: list[int], times: int) -> list[Measured]:
    """Measure P1 and P5 at each size."""
    found = []
    for size in sizes:
        with scratch.database(durable=True):
            batch = Batch(size)
            cases: dict[str, Callable[[], Timed]] = {
                "floor": batch.bare,
                "set": batch.as_a_set,
                "moves": batch.from_python,
            }
            took = interleaved(cases, times)
            found += [
                _against_floor(f"post {size:,} from a query", took["set"], took["floor"], size),
                _against_floor(f"post {size:,} from memory", took["moves"], took["floor"]),
                *_again(batch, took["set"]),
            ]
            assert_true()
    return found


def _against_floor(case: str, ours: Decimal, bare: Decimal, size: int = 0) -> Measured:
    times = ratio(ours, bare)
    return Measured("P1", case, shown(ours), shown(bare), ratio=times, goal=P1, size=size, ms=ours)


def medians(rows: list[Measured]) -> dict[int, Decimal]:
    """Return our own median milliseconds of a batch by its size."""
    return {row.size: row.ms for row in rows if row.size}


def _again(batch: Batch, first: Decimal) -> list[Measured]:
    """Post a batch again that is posted: its key answers."""
    last = Posting.objects.filter(key__startswith="set/").order_by("-pk")[0]
    header = batch.header(last.key)
    took = min(
        milliseconds(lambda: ledger.post_all("release", QUERY, [], **header)) for _ in range(25)
    )
    case = f"post {batch.size:,} again"
    again = took.quantize(Decimal("0.01"))
    rows = [Measured("P5", case, shown(took), ratio=again, goal=AGAIN)]
    if batch.size > 564:
        share = ratio(took, first)
        rows.append(Measured("P5", f"{case} / first", shown(took), shown(first), ratio=share,
                             goal=SHARE))  # fmt: skip
    return rows
