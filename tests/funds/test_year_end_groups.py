"""How a year's end shows its balances: by kind, credit year and year of encumbrance."""

from datetime import date

import pytest

from funds import year_end
from funds.queries import year_end as queries
from funds.views import year_end_tables as tables
from tests.funds.year_ends import FUND, begin, close, credit, encumber
from tests.offices import officer

pytestmark = pytest.mark.django_db


def test_a_group_of_balances_has_a_name_of_its_own_and_the_balances_behind_it_sum_to_it() -> None:
    begin(2024)
    credit("100.00", 2024)
    encumber("E-1", {2024: "10.00"}, date(2024, 6, 1))
    close(2024)
    credit("200.00", 2025)
    close(2025)
    encumber("E-2", {2024: "20.00", 2025: "40.00"}, date(2026, 6, 1))
    closing = year_end.rehearse(FUND, 2026, on=date(2026, 7, 1), by=officer("dca-analyst"))
    found = queries.groups(closing)
    heads = [row.cells[0] for row in tables.groups(closing, found).rows]
    assert [(head.value, head.second) for head in heads] == [
        ("Source", ""),
        ("Credited, not encumbered", "credit of SFY2025"),
        ("Credited, not encumbered", "credit of SFY2024"),
        ("Encumbered", "encumbered in SFY2026, credit of SFY2025"),
        ("Encumbered", "encumbered in SFY2026, credit of SFY2024"),
        ("Encumbered", "encumbered in SFY2024, credit of SFY2024"),
    ]
    for group in found:
        behind = queries.balances(closing, group.key, group.vintage, group.encumbered, "")
        assert sum(d.amount for d in behind) == group.balance
