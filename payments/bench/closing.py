"""Y1: a year closed by its own acts, against the bare writes of the same rows."""

from datetime import date
from decimal import Decimal
from statistics import median

from django.db import connection

from funds import accounts, ledger, year_end
from funds.ledger import Move
from funds.models import Encumbrance, Kind, Posting, Project
from funds.rules.carry_forward import Balance, dispose
from municipalities import offices
from municipalities.models import County, EnterpriseZone, Municipality, Officer
from payments import scratch
from payments.bench import floor
from payments.bench.measuring import (
    Goal,
    Measured,
    assert_true,
    milliseconds,
    ratio,
    settle,
    shown,
)

FUND, SFY = "zone-assistance", 2027
LAST, ON = date(2027, 6, 30), date(2027, 7, 1)
GOAL = Goal(Decimal("2.0"))
TABLES = ("funds_account", "funds_entry", "funds_posting", "floor_funds_account")


def measure(sizes: list[int], times: int) -> list[Measured]:
    """Measure a close at each size, each time in a database of its own."""
    return [_of_size(size, times) for size in sizes]


def _of_size(size: int, times: int) -> Measured:
    ours, bare = [], []
    for _ in range(times):
        with scratch.database(durable=True):
            _lots(size)
            floor.lay()
            _warm()
            settle(*TABLES)
            ours.append(milliseconds(_close))
            closing, posting = _wrote()
            floor.plan_close(closing, posting)
            settle("floor_funds_account")
            bare.append(milliseconds(lambda c=closing, p=posting: floor.close(c, p)))  # type: ignore[misc]
            assert_true()
    took, least = median(ours), median(bare)
    return Measured("Y1", f"close {size:,} lots", shown(took), shown(least),
                    ratio=ratio(took, least), goal=GOAL)  # fmt: skip


def _warm() -> None:
    """Close an empty year of a neighbour, so that no law has to be read while the clock runs."""
    fund, sfy = "highlands", 2005
    on = date(2005, 7, 1)
    closing = year_end.rehearse(fund, sfy, on=on, by=_seat("dca-analyst"))
    year_end.certify(closing, on=on, by=_seat("treasury-certifier"))
    year_end.close(closing, on=on, by=offices.system())
    dispose(Balance(FUND, "ZONE", "zone:Exampleton", SFY, Decimal(1)), SFY)


def _close() -> None:
    closing = year_end.rehearse(FUND, SFY, on=ON, by=_seat("dca-analyst"))
    year_end.certify(closing, on=ON, by=_seat("treasury-certifier"))
    year_end.close(closing, on=ON, by=offices.system())


def _seat(title: str) -> Officer:
    return offices.seat(title, title, f"{title} holder", from_on=date(1997, 7, 1))


def _wrote() -> tuple[int, int]:
    posting = Posting.objects.get(act="lapse")
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM funds_closing WHERE sfy = %s", [SFY])
        return int(cursor.fetchone()[0]), posting.pk


def _lots(size: int) -> None:
    """Lots of zone money: 40 percent end with the year, 10 percent are empty, 30 are encumbered."""
    ledger.open_books(FUND, SFY)
    by = _seat("treasury-analyst")
    header: ledger.Header = {
        "fund": FUND, "key": "deposit", "on": LAST, "by": by, "clause": "52:27H-88 a.(1)",
    }  # fmt: skip
    source = accounts.find(FUND, Kind.SOURCE, "appropriation")
    pool = accounts.find(FUND, Kind.POOL, "FUND")
    ledger.post("deposit", [Move(source, pool, Decimal(size) * 1000)], **header)
    _encumber(size * 3 // 10, by)
    with connection.cursor() as cursor:
        for sql in _LOTS:
            cursor.execute(sql, {"size": size})
    ledger.post_all("credit", _FILL, [pool.pk], **(header | {"key": "credit"}))


def _encumber(count: int, by: Officer) -> None:
    """Write the rows of encumbrances of one project, whose money `_LOTS` gives accounts to."""
    county = County.objects.create(code="99", name="Example", made_up=True)
    town = Municipality.objects.create(
        code="9901", county=county, name="Exampleton", official_name="Exampleton", kind="Town",
        in_highlands=False, made_up=True,
    )  # fmt: skip
    zone = EnterpriseZone.objects.create(code="9901", name="Exampleton", made_up=True)
    project = Project.objects.create(
        zone=zone, municipality=town, number="P", title="P", category="general", resolution="R",
        proposed_by=by, proposed_on=date(2026, 7, 1),
    )  # fmt: skip
    Encumbrance.objects.bulk_create(
        Encumbrance(
            project=project, zone=zone, municipality=town, number=f"E{n}", category="general",
            amount=1, encumbered_on=date(2023 + n % 4, 8, 1), sfy=2024 + n % 4,
            last_usable_on=date(2027 + n % 4, 6, 30), encumbered_by=by,
        )
        for n in range(1, count + 1)
    )  # fmt: skip


_LOTS = (
    """INSERT INTO funds_account (fund_id, kind, holder, sfy, zone_id, balance, encumbrance_id)
        SELECT 'zone-assistance', 'ENCUMBERED', 'zone:Exampleton', 2024, '9901', 0, id
        FROM funds_encumbrance""",
    """INSERT INTO funds_account (fund_id, kind, holder, sfy, balance)
        SELECT 'zone-assistance', 'ZONE', 'lot ' || n, CASE WHEN n %% 7 < 4 THEN 2025
            ELSE 2026 + n %% 2 END, 0 FROM generate_series(1, %(size)s * 7 / 10) n""",
)
_FILL = (
    "SELECT %s::bigint, id, 100 + id %% 89 FROM funds_account"
    " WHERE kind IN ('ZONE', 'ENCUMBERED') AND id %% 10 > 0 ORDER BY id"
)
