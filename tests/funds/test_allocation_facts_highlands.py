"""A Highlands run reads who is qualified, and what a final judgment leaves owing."""

from datetime import date
from decimal import Decimal

import pytest

from funds import accounts, allocation
from funds.models import Kind, Receivable
from municipalities.models import ConformanceEvent, Municipality
from tests.funds.accepted import accept, amounts, run
from tests.offices import officer
from tests.places import municipality

pytestmark = pytest.mark.django_db
HIGHLANDS = "highlands"


def highlands_facts(adjustment: str = "0") -> None:
    for code in ("1401", "1402"):
        municipality(code)
    on = date(2010, 2, 1)
    values = {
        "base_assessed": "1000000",
        "base_ratio": "100",
        "current_assessed": "950000",
        "current_ratio": "100",
        "local_tax_total": "2000000",
        "net_valuation": "100000000",
    }
    for kind, value in values.items():
        accept(kind, "2009", {"1401": value, "1402": value}, on=on)
    accept("qualified", "SFY2010", {"1401": "1", "1402": "0"}, on=on)
    accept("adjustment", "SFY2010", {"1401": adjustment}, on=on)
    accept("available_amount", "SFY2010", {None: "5000"}, on=on)


def test_a_highlands_run_reads_who_is_qualified_and_pays_the_others_nothing() -> None:
    highlands_facts()
    made = run(HIGHLANDS, 2010, date(2010, 2, 15))
    assert amounts(made, "entitlement") == {"1401": Decimal("1000.00")}
    assert amounts(made, "payable") == {"1401": Decimal("900.00")}
    notes = made.worksheets.get(holder="FUND").lines
    assert any("1402 is not qualified" in line["label"] for line in notes)


def test_qualification_follows_the_evidence_where_nothing_is_recorded() -> None:
    highlands_facts()
    Municipality.objects.filter(code="1402").update(preservation_area=True)
    accept("available_amount", "SFY2008", {None: "5000"}, on=date(2010, 2, 1))
    before = run(HIGHLANDS, 2008, date(2010, 2, 1))
    assert amounts(before, "payable") == {}
    for kind in ("master-plan", "regulations"):
        ConformanceEvent.objects.create(
            municipality_id="1402", kind=kind, effective_on=date(2010, 1, 5), source="Council"
        )
    after = run(HIGHLANDS, 2008, date(2010, 2, 1))
    assert set(amounts(after, "payable")) == {"1402"}


def test_a_decrease_that_the_payment_cannot_absorb_is_a_receivable() -> None:
    highlands_facts(adjustment="-1000.00")
    day = date(2010, 2, 15)
    other = {
        "figures": {"available_amount": "5000"},
        "municipalities": run(HIGHLANDS, 2010, day).facts["municipalities"],
    }
    other["municipalities"][1]["qualified"] = "yes"
    made = allocation.run_on(HIGHLANDS, 2010, other, on=day, by=officer("treasury-analyst"))
    allocation.deposit(
        HIGHLANDS,
        "highlands-protection-fund",
        Decimal(5000),
        on=day,
        by=officer("treasury-analyst"),
        document="Act",
        key="h",
    )
    by = officer("treasury-certifier")
    allocation.credit(allocation.certify(made, on=day, by=by), on=day, by=by)
    owed = Receivable.objects.get()
    assert (owed.holder, owed.kind, owed.amount) == ("1401", "adjustment", Decimal("100.00"))
    assert accounts.balance(accounts.find(HIGHLANDS, Kind.ENTITLED, "1402", 2010)) == 900
