"""What follows a certification on its pages: re-opened with a reason, corrected, protected."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils.timezone import localdate

from funds import announcements, letters, supplements
from funds.models import CorrectionPolicy, Fund, Run
from municipalities.models import Notice
from tests.funds.accepted import ON, accept, certified, run
from tests.offices import officer
from tests.places import municipality
from tests.web.pages import people
from tests.web.pages.people import sign_in_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
FUND = "energy-receipts"


@pytest.fixture
def correction(db: None) -> Run:
    """A certified year, and a run in its place that lowers Exampleton; the policy waits."""
    for code, name in (("9901", "Exampleton"), ("9902", "Samplebury")):
        municipality(code, name)
    accept("prior_year_amount", "SFY2027", {"9901": "60000", "9902": "40000"})
    accept("amount", "SFY2027", {None: "100000"})
    certified(run(FUND, 2027))
    accept("prior_year_amount", "SFY2027", {"9901": "50000", "9902": "50000"})
    supplements.propose_policy(
        Fund.objects.get(pk=FUND),
        2027,
        CorrectionPolicy.Rule.NEVER_BELOW,
        "Budget language of SFY2027",
        on=ON,
        by=officer("treasury-analyst"),
    )
    return run(FUND, 2027)


def test_a_correction_shows_what_it_costs_to_keep_everyone_where_they_were(
    correction: Run, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    decider, analyst = officer("treasury-certifier"), officer("treasury-analyst")
    page = visit(reverse("policy_decide", args=[FUND]), by=sign_in_of(decider))
    shot(page, "policy-decide")
    page.get_by_label("I have read the authority").check()
    page.get_by_role("button", name="Put the policy in force").click()
    page.get_by_text("In force from SFY2027").wait_for()
    page = visit(reverse("run", args=[correction.pk]), by=sign_in_of(analyst))
    assert "Re-certified" not in page.content() and "10,000.00" in page.content()
    assert axe(page) == [] and no_sideways_scroll(page)
    shot(page, "run-correction")
    page.get_by_role("link", name="Protect from it").click()
    shot(page, "run-protect")
    page.get_by_role("button", name="Prepare the protection: $10,000.00").click()
    page.get_by_text("keeps everyone at the certified amount").wait_for()
    made = Run.objects.get(kind=Run.Kind.PROTECTION)
    assert [(x.holder, str(x.amount)) for x in made.lines.all()] == [("9901", "10000.000")]


def test_a_certification_is_reopened_in_three_clicks_and_everyone_is_told(
    correction: Run, visit: Any, axe: Any, shot: Any
) -> None:
    cfo = people.local("cfo", "9901")
    first = Run.objects.get(fund=FUND, number=1)
    announcements.announce(on=ON)
    letters.issue_certification(first.certification, "9901", on=ON, by=officer("dca-analyst"))
    page = visit(reverse("run", args=[first.pk]), by=sign_in_of(officer("treasury-certifier")))
    page.get_by_role("link", name="Re-open").click()
    assert axe(page) == []
    shot(page, "run-reopen")
    page.get_by_label("Reason").fill("The prior year’s amounts were exchanged")
    page.get_by_role("button", name="Re-open the certification").click()
    page.get_by_text("is re-opened; prepare the run anew").wait_for()
    announcements.announce(on=localdate())
    told = Notice.objects.filter(kind="reopened", office=cfo.office)
    assert [each.subject for each in told] == ["ER-2027-01 is re-opened"]


def test_the_other_doors_can_be_used_by_everyone(
    correction: Run, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    analyst = sign_in_of(officer("treasury-analyst"))
    for name, address in (
        ("policy", reverse("policy", args=[FUND])),
        ("program", reverse("program")),
    ):
        page = visit(address, by=analyst)
        assert (name, axe(page)) == (name, [])
        shot(page, name)
        assert no_sideways_scroll(page)
