"""What is owed of a short year, zone by zone, until it is made up. N.J.S.A. 52:27H-88 k."""

from datetime import date
from decimal import Decimal

import pytest

from funds import allocation, arrears
from funds.models import Run
from funds.refusal import Refusal
from municipalities import standing
from municipalities.models import EnterpriseZone
from tests.funds.facts import zone_year
from tests.offices import officer

pytestmark = pytest.mark.django_db
FUND, ON = "zone-assistance", date(2026, 8, 3)


@pytest.fixture
def short() -> Run:
    """SFY2026, certified $100,000.00 short."""
    facts = zone_year(appropriated_amount="900000.00")
    by = officer("treasury-analyst")
    run = allocation.run_on(FUND, 2026, facts, on=ON, by=by)
    allocation.certify(run, on=ON, by=officer("treasury-certifier"))
    return run


def standing_of(name: str, on: date, *, good: bool) -> None:
    zone = EnterpriseZone.objects.get(name=name)
    standing.record(zone, in_good_standing=good, reason="why", on=on, by=officer("authority"))


def left(run: Run) -> dict[str, Decimal]:
    return {code: each.left for code, each in arrears.by_zone(run).items()}


def make_up(amount: str, on: date = ON) -> dict[str, Decimal]:
    run = allocation.make_up(2026, Decimal(amount), on=on, by=officer("dca-analyst"))
    lines = run.lines.filter(component="allocation")
    return {line.zone_id or "": line.amount.quantize(Decimal("0.01")) for line in lines}


def test_what_each_zone_is_owed_adds_up_to_the_shortfall(short: Run) -> None:
    assert arrears.years() == [short]
    assert sum(left(short).values()) == arrears.shortfall(short) == Decimal("100000.00")
    assert set(left(short)) == {"0408", "0714"}  # Trenton was not in good standing


def test_a_zone_left_out_of_a_make_up_is_owed_its_part_until_it_gets_it(short: Run) -> None:
    owed = left(short)
    standing_of("Camden", date(2026, 8, 4), good=False)
    given = make_up("100000.00", date(2026, 8, 5))
    assert given == {"0714": owed["0714"]}
    assert left(short) == {"0408": owed["0408"], "0714": 0}
    with pytest.raises(Refusal, match="still owed"):
        make_up(f"{owed['0408'] + Decimal('0.01')}", date(2026, 8, 6))
    standing_of("Camden", date(2026, 8, 7), good=True)
    assert make_up(f"{owed['0408']}", date(2026, 8, 8)) == {"0408": owed["0408"]}
    assert (arrears.outstanding(short), set(left(short).values())) == (0, {Decimal(0)})


def test_make_ups_in_parts_cure_every_zone_to_the_cent(short: Run) -> None:
    owed = left(short)
    parts = [make_up(amount) for amount in ("33333.33", "0.01", "66666.66")]
    assert {code: sum(part.get(code, 0) for part in parts) for code in owed} == owed
    assert arrears.outstanding(short) == 0
    with pytest.raises(Refusal, match=r"\$0\.00 is still owed"):
        make_up("0.01")
