"""What if: any input changed beside the run, and no way from there to payment."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import DatabaseError, connection, transaction

from funds import allocation, what_ifs
from funds.models import Certification, Run, RunLine, WhatIf
from funds.queries import what_ifs as queries
from funds.refusal import Refusal
from funds.rules.parameters import Value
from funds.what_if_changes import STANDING, Change
from tests.funds.facts import highlands_year, receipts_year, zone_year
from tests.offices import officer

pytestmark = pytest.mark.django_db
ON = date(2026, 8, 3)


def run_of(fund: str = "zone-assistance", sfy: int = 2026) -> Run:
    facts = {"zone-assistance": zone_year, "energy-receipts": receipts_year,
             "highlands": highlands_year}[fund]()  # fmt: skip
    return allocation.run_on(fund, sfy, facts, on=ON, by=officer("treasury-analyst"))


def asked(run: Run, *changes: Change, name: str = "A question") -> WhatIf:
    return what_ifs.keep(run, name, changes, on=ON, by=officer("dca-analyst"))


def amounts(made: WhatIf) -> dict[str, tuple[Decimal, Decimal]]:
    return {each.holder: (each.before, each.after) for each in queries.effects(made)}


def figure(name: str, value: str) -> Change:
    return Change("figure", "", name, value)


def law(name: str, value: Value) -> Change:
    return Change("law", "", name, value)


def test_another_appropriation_changes_every_zone_and_nothing_of_the_run() -> None:
    run = run_of()
    before = list(run.lines.values_list("holder", "component", "amount"))
    made = asked(run, figure("appropriated_amount", "500000.00"))
    assert sum(before for before, _ in amounts(made).values()) == Decimal("900000.00")
    assert sum(after for _, after in amounts(made).values()) == Decimal("400000.00")
    assert list(run.lines.values_list("holder", "component", "amount")) == before
    assert made.changes[0][4] == "Appropriated amount: none becomes 500,000.00"


def test_a_zone_out_of_standing_and_back_moves_its_money_to_the_others() -> None:
    run = run_of()
    made = asked(run, Change("standing", "Trenton", STANDING, "yes"))
    found = amounts(made)
    assert found["zone:Trenton"][0] == 0 < found["zone:Trenton"][1]
    assert sum(b for b, _ in found.values()) == sum(a for _, a in found.values())
    with pytest.raises(Refusal, match="has no Nowhere zone"):
        asked(run, Change("standing", "Nowhere", STANDING, "no"), name="Another")


def test_a_reading_a_schedule_and_data_are_changed_alone_and_together() -> None:
    run = run_of()
    reading = Change("reading", "", "zone_assistance.authority_source", "own_account")
    assert sum(a for _, a in amounts(asked(run, reading)).values()) == Decimal("1000000.00")
    steps = law("zone_assistance.step_down", (50,) * 10)
    made = asked(run, steps, name="Half")
    assert sum(a for _, a in amounts(made).values()) == Decimal("400000.00")
    more = Change("data", "0408", "parcels", "9999")
    both = asked(run, *what_ifs.changes_of(made), more, name="Half, and Camden counted again")
    assert sum(a for _, a in amounts(both).values()) == Decimal("400000.00")
    assert amounts(both)["zone:Camden"][1] > amounts(made)["zone:Camden"][1]
    assert [each[4].split(":")[0] for each in both.changes][1] == "Parcels of 0408"


def test_a_ceiling_and_the_last_day_follow_the_law_that_is_asked_for() -> None:
    made = asked(run_of(), law("zone_assistance.safety_cap", Decimal(10)),
                 law("zone_assistance.unencumbered_years", 3))  # fmt: skip
    ceiling = queries.ceilings(made, queries.effects(made))[0]
    safety = queries.CAPPED[0]
    assert ceiling.before[safety] == ceiling.effect.before / 4
    assert ceiling.after[safety] == ceiling.effect.after / 10
    assert queries.last_days(made) == (date(2028, 6, 30), date(2029, 6, 30))


def test_receipts_and_highlands_aid_have_what_ifs_too() -> None:
    receipts = asked(run_of("energy-receipts"), figure("amount", "2000.00"))
    assert sum(a for _, a in amounts(receipts).values()) == Decimal("1960.00")
    days = {day: after for day, _, after in queries.sums(receipts, "installment:")}
    assert sum(days.values()) == Decimal("1960.00")
    highlands = asked(run_of("highlands", 2010), law("highlands.phase_down", (10,) * 10))
    (effect,) = queries.effects(highlands)
    assert effect.after == (effect.before / 9).quantize(Decimal("0.01"))


def test_the_same_question_is_one_what_if_and_a_name_is_taken_once() -> None:
    run = run_of()
    first = asked(run, figure("determined_amount", "5.00"), figure("authority_amount", "1.00"))
    again = asked(run, figure("determined_amount", "5.00"), figure("authority_amount", "1.00"))
    assert again == first
    with pytest.raises(Refusal, match="kept already"):
        asked(run, figure("determined_amount", "7000000.00"))
    with pytest.raises(Refusal, match="Nothing is changed"):
        asked(run, name="Nothing")
    with pytest.raises(Refusal, match="over the"):
        asked(run, figure("authority_amount", "99999999.00"), name="Too much")
    with pytest.raises(Refusal):
        what_ifs.keep(run, "By nobody", [figure("amount", "1")], on=ON, by=officer("auditor"))


def test_no_table_but_its_lines_can_point_at_a_what_if() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text FROM pg_constraint WHERE contype = 'f'"
            " AND confrelid IN ('funds_whatif'::regclass, 'funds_whatifline'::regclass)"
        )
        assert cursor.fetchall() == [("funds_whatifline",)]


def refused(sql: str, *values: object) -> str:
    with pytest.raises(DatabaseError) as no, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)
    return str(no.value)


def test_a_run_that_is_a_what_if_is_refused_by_the_database() -> None:
    run = run_of()
    made = asked(run, figure("appropriated_amount", "500000.00"))
    columns = "fund_id, sfy, number, kind, reason, prepared_by_id, prepared_on, figures,"
    columns += " results_hash, law_hash, rules_hash, demonstration"
    copied = f"INSERT INTO funds_run ({columns}, facts, inputs_hash) SELECT {columns}"
    copied = copied.replace("SELECT fund_id, sfy, number", "SELECT fund_id, sfy, 99")
    assert "a_run_is_no_what_if" in refused(
        f"{copied}, (SELECT facts FROM funds_whatif), inputs_hash FROM funds_run"
    )
    assert "too long" in refused(
        f"{copied}, facts, (SELECT inputs_hash FROM funds_whatif) FROM funds_run"
    )
    assert "a_what_if_is_marked" in refused(
        "INSERT INTO funds_whatif (key, sfy, name, note, changes, facts, inputs_hash, prepared_on,"
        " fund_id, prepared_by_id, run_id) SELECT gen_random_uuid(), sfy, 'other', note, changes,"
        " '{}', inputs_hash, prepared_on, fund_id, prepared_by_id, run_id FROM funds_whatif"
    )
    assert "never edited" in refused("UPDATE funds_whatif SET name = 'x'")
    refused("DELETE FROM funds_whatif")
    assert "uuid" in refused(
        "INSERT INTO funds_certification (run_id) SELECT key FROM funds_whatif WHERE key = %s",
        made.pk,
    )


def test_a_line_put_into_a_signed_run_is_not_credited() -> None:
    run = run_of()
    made = asked(run, Change("standing", "Trenton", STANDING, "yes"))
    signed = allocation.certify(run, on=ON, by=officer("treasury-certifier"))
    line = made.lines.get(holder="zone:Trenton", component="allocation")
    RunLine.objects.create(
        run=run, position=999, holder=line.holder, component=line.component, amount=line.amount,
        cite=line.cite, zone=line.zone,
    )  # fmt: skip
    with pytest.raises(Refusal, match="not the ones that were signed"):
        allocation.credit(signed, on=ON, by=officer("treasury-certifier"))
    assert Certification.objects.count() == 1
