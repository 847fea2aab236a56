"""Runs beside a year's own: a program's shares, and nobody below the certified amount."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from funds import allocation, supplements
from funds.models import CorrectionPolicy, Fund, Run
from funds.refusal import Refusal
from tests.funds.accepted import ON, accept, certified, run
from tests.offices import officer
from tests.places import municipality

pytestmark = pytest.mark.django_db
FUND = "energy-receipts"
NEVER = CorrectionPolicy.Rule.NEVER_BELOW


@pytest.fixture
def year() -> Run:
    """A certified year of two municipalities: 60,000 and 40,000."""
    for code, name in (("9901", "Exampleton"), ("9902", "Samplebury")):
        municipality(code, name)
    accept("prior_year_amount", "SFY2010", {"9901": "60000", "9902": "40000"})
    accept("amount", "SFY2010", {None: "100000"})
    return certified(run(FUND, 2010))


def corrected() -> Run:
    """The data was wrong: 9901 falls by 10,000."""
    accept("prior_year_amount", "SFY2010", {"9901": "50000", "9902": "50000"})
    return run(FUND, 2010)


def in_force(by: str = "treasury-certifier") -> CorrectionPolicy:
    fund = Fund.objects.get(pk=FUND)
    proposed = supplements.propose_policy(
        fund, 2010, NEVER, "Budget language", on=ON, by=officer("treasury-analyst")
    )
    return supplements.decide_policy(proposed, on=ON, by=officer(by))


def amounts(made: Run) -> dict[str, Decimal]:
    return {line.holder: line.amount for line in made.lines.filter(component="total")}


def test_a_program_is_shared_as_certified_aid_is_to_the_cent(year: Run) -> None:
    by = officer("treasury-analyst")
    made = supplements.follow("Relief", 2010, Decimal("10000.01"), "P.L.2009, c.68", on=ON, by=by)
    assert amounts(made) == {"9901": Decimal("6000.01"), "9902": Decimal("4000.00")}
    again = supplements.follow("Relief", 2010, Decimal("10000.01"), "P.L.2009, c.68", on=ON, by=by)
    assert again == made


def test_a_program_needs_a_certified_year_and_keeps_its_amount(year: Run) -> None:
    by = officer("treasury-analyst")
    with pytest.raises(Refusal, match="not certified"):
        supplements.follow("Relief", 2011, Decimal(1), "An act", on=ON, by=by)
    supplements.follow("Relief", 2010, Decimal(1), "An act", on=ON, by=by)
    with pytest.raises(Refusal, match=r"over 1\.00"):
        supplements.follow("Relief", 2010, Decimal(2), "An act", on=ON, by=by)


def test_protection_gives_back_what_the_correction_takes_and_no_cent_more(year: Run) -> None:
    in_force()
    made = supplements.protect(corrected(), on=ON, by=officer("treasury-analyst"))
    assert amounts(made) == {"9901": Decimal("10000.00")}


def test_without_a_policy_nobody_is_protected(year: Run) -> None:
    with pytest.raises(Refusal, match="no policy"):
        supplements.protect(corrected(), on=ON, by=officer("treasury-analyst"))


def test_a_run_that_lowers_nobody_needs_no_protection(year: Run) -> None:
    in_force()
    with pytest.raises(Refusal, match="nobody falls"):
        supplements.protect(run(FUND, 2010), on=ON, by=officer("treasury-analyst"))


def test_who_proposes_a_policy_does_not_decide_it(year: Run) -> None:
    fund = Fund.objects.get(pk=FUND)
    proposed = supplements.propose_policy(
        fund, 2010, NEVER, "Budget language", on=ON, by=officer("treasury-analyst")
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        CorrectionPolicy.objects.filter(pk=proposed.pk).update(
            decided_by=proposed.proposed_by, decided_on=ON
        )
    supplements.decide_policy(proposed, on=ON, by=officer("dca-director"))
    with pytest.raises(IntegrityError), transaction.atomic():
        CorrectionPolicy.objects.filter(pk=proposed.pk).update(from_sfy=2001)


def test_a_program_is_never_taken_for_the_year_itself(year: Run) -> None:
    by = officer("treasury-analyst")
    made = supplements.follow("Relief", 2010, Decimal("10000.00"), "An act", on=ON, by=by)
    certified(made)
    accept("amount", "SFY2011", {None: "100000"})
    later = run(FUND, 2011)
    assert amounts(later)["9901"] == Decimal("60000.00")
    assert allocation.run(FUND, 2010, on=ON, by=by, supersedes=made).supersedes == year
