"""52:27D-441 and levy relief: what starts, what is refused, and what stands in one line."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from funds import levy_relief, receipts_watch
from funds.levy_relief import Budget
from funds.models import Enactment, LevyReliefAttestation
from funds.queries import receipts_years as queries
from funds.refusal import Refusal
from funds.run_facts.energy_receipts import certified as standing_run
from municipalities.models import Officer
from tests.funds.accepted import ON, accept, certified, run
from tests.offices import officer
from tests.places import municipality
from tests.web.pages import people

pytestmark = pytest.mark.django_db
FUND = "energy-receipts"
BUDGET = Budget(2003, date(2003, 3, 4))


def enacted(appropriated: str, rate: str | None = "2.5", sfy: int = 2003) -> Enactment:
    """An act on record with what it appropriates, and the year's rate unless it is unknown."""
    if rate is not None:
        accept("promulgated_percent", f"SFY{sfy}", {None: rate})
    accept("receipts_appropriated", f"SFY{sfy}", {None: appropriated})
    by = officer("treasury-analyst")
    return receipts_watch.record(sfy, date(2002, 6, 30), "Annual act", on=ON, by=by)


def test_a_dollar_short_is_certified_with_its_amount_and_then_notified() -> None:
    act = enacted("773874999")
    signed = receipts_watch.certify_short(act, on=ON, by=officer("budget-officer"))
    assert signed.short == Decimal("1.00")
    told = receipts_watch.notify_filers(act, "Notice 1", on=ON, by=officer("taxation-director"))
    assert (told.notified_on, told.notice) == (ON, "Notice 1")


def test_an_act_in_full_starts_nothing() -> None:
    act = enacted("773875000")
    with pytest.raises(Refusal, match="nothing is certified"):
        receipts_watch.certify_short(act, on=ON, by=officer("budget-officer"))


def test_a_missing_rate_is_named_and_nothing_is_judged() -> None:
    act = enacted("1", rate=None, sfy=2004)
    with pytest.raises(Refusal, match="not on record for SFY2003, SFY2004"):
        receipts_watch.certify_short(act, on=ON, by=officer("budget-officer"))
    year = next(y for y in queries.years(ON) if y.sfy == 2004)
    assert year.required is None and year.judgment is not None
    assert year.judgment.missing == year.missing == (2003, 2004)
    assert year.missing_in_words == "SFY2003 to SFY2004"
    accept("promulgated_percent", "SFY2004", {None: "1"})
    found = {each.sfy: each.missing_in_words for each in queries.years(ON)}
    assert (found[2002], found[2004], found[2006]) == ("", "SFY2003", "SFY2003, SFY2005 to SFY2006")


def test_only_the_director_of_budget_certifies() -> None:
    act = enacted("773874999")
    with pytest.raises(Refusal):
        receipts_watch.certify_short(act, on=ON, by=officer("treasury-analyst"))


def test_the_database_keeps_the_order_of_the_steps() -> None:
    act = enacted("773874999")
    director = officer("taxation-director")
    with pytest.raises(IntegrityError), transaction.atomic():
        Enactment.objects.filter(pk=act.pk).update(
            notified_by=director, notified_on=ON, notice="Before the certification"
        )


@pytest.fixture
def signed() -> Officer:
    """A year that gives 9901 more than SFY2002 and 9902 just that much; 9901's officer."""
    for code, name in (("9901", "Exampleton"), ("9902", "Samplebury")):
        municipality(code, name)
    accept("prior_year_amount", "SFY2003", {"9901": "100000", "9902": "100000"})
    accept("sfy2002_amount", "SFY2003", {"9901": "102000", "9902": "102500"})
    accept("amount", "SFY2003", {None: "205000"})
    certified(run(FUND, 2003))
    return people.local("cfo", "9901")


def test_levy_relief_is_attested_once_by_its_own_municipality(signed: Officer) -> None:
    found = levy_relief.standing(2003)
    assert found is not None
    town = municipality("9901", "Exampleton")
    made = levy_relief.attest(found, town, BUDGET, on=ON, by=signed)
    assert made.amount == Decimal("500.00")
    again = levy_relief.attest(found, town, BUDGET, on=ON, by=signed)
    assert (again, LevyReliefAttestation.objects.count()) == (made, 1)


def test_another_municipality_does_not_attest_it(signed: Officer) -> None:
    found = levy_relief.standing(2003)
    assert found is not None
    with pytest.raises(Refusal, match="its own municipality"):
        levy_relief.attest(found, municipality("9902", "Samplebury"), BUDGET, on=ON, by=signed)


def test_what_is_not_above_sfy2002_is_not_attested(signed: Officer) -> None:
    found = levy_relief.standing(2003)
    assert found is not None
    other = people.local("cfo", "9902")
    with pytest.raises(Refusal, match="nothing is above"):
        levy_relief.attest(found, municipality("9902", "Samplebury"), BUDGET, on=ON, by=other)


def test_one_line_says_entitled_appropriated_certified_and_paid(signed: Officer) -> None:
    accept("promulgated_percent", "SFY2003", {None: "2.5"})
    accept("receipts_appropriated", "SFY2003", {None: "205000"})
    year = next(y for y in queries.years(ON) if y.sfy == 2003)
    run_of_year = standing_run(2003)
    assert run_of_year is not None
    lines = queries.lines(run_of_year, year)
    assert [each.appropriated for each in lines] == [Decimal("102500.00")] * 2
    assert sum(each.entitled or 0 for each in lines) == year.required == Decimal("773875000.00")
    assert [(each.certified, each.paid) for each in lines] == [(Decimal("102500.00"), 0)] * 2
