"""Zone money on its pages: the years shown before it is bound, moved on, sent back, flagged."""

from typing import Any

import pytest
from django.urls import reverse

from funds import corrections, splits
from funds.models import Encumbrance
from payments.models import Voucher
from tests.offices import officer
from tests.web.pages import people, world, zone_work
from tests.web.pages.people import cents, sign_in_of
from tests.web.pictures import titles, unequal

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
WIDTHS = (1280, 390)


@pytest.fixture
def zone(db: None) -> dict[str, Any]:
    """Phillipsburg's zone over three years, with what it bound and spent."""
    world.zone_years((2025, 2026, 2027))
    return zone_work.zone_work()


@pytest.fixture
def seen(visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any) -> Any:
    """`seen(officer, address, "name")`: a page that everyone can use, with its picture."""

    def opened(by: Any, address: str, name: str) -> Any:
        page = visit(address, by=sign_in_of(by))
        looked_at(page, name)
        return page

    def looked_at(page: Any, name: str) -> None:
        shot(page, f"zone-money-{name}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert no_sideways_scroll(page), f"{name} at {width}"
            assert axe(page) == [], f"{name} at {width}"
        page.set_viewport_size({"width": 1280, "height": 900})

    opened.again = looked_at  # type: ignore[attr-defined]
    return opened


def test_the_years_are_shown_before_money_is_bound(zone: dict[str, Any], seen: Any) -> None:
    of = zone_work.approved(
        "2119", "P-9", "Foot patrol", {2025: "60000"}, on=world.TODAY, category="public-safety"
    )
    to = f"{reverse('encumber', args=['2119'])}?project={of.pk}"
    page = seen(people.local("cfo", "2119"), to, "encumber")
    aside = page.locator("aside").inner_text()
    assert "Left of its budget" in aside and "SFY2025 credit" in aside and "25%" in aside
    assert "Administration" not in aside
    page.get_by_label("Amount ($)").fill("60,000.00")
    page.get_by_label("Encumbrance number").fill("E-9")
    page.get_by_label("Purpose").fill("Foot patrol")
    page.get_by_role("button", name="Show the years it takes").click()
    shown = page.locator("section", has=page.locator("#takes")).inner_text()
    assert "SFY2025" in shown and "60,000.00" in shown and "Nothing is bound yet" in shown
    assert not Encumbrance.objects.filter(number="E-9").exists()
    seen.again(page, "encumber-shown")
    page.get_by_role("button", name="Encumber $60,000.00").click()
    assert Encumbrance.objects.get(number="E-9").amount == 60_000


def test_other_years_need_a_reason_which_stands_on_the_page(
    zone: dict[str, Any], seen: Any
) -> None:
    page = seen(people.local("cfo", "2119"), reverse("encumber", args=["2119"]), "encumber-any")
    page.get_by_label("Project", exact=True).select_option(index=1)
    page.get_by_label("Amount ($)").fill("1,000.00")
    page.get_by_label("Encumbrance number").fill("E-9")
    page.get_by_label("Purpose").fill("Poles")
    page.get_by_label("SFY2026").check()
    page.get_by_role("button", name="Encumber", exact=True).click()
    assert "to choose the vintages needs a reason" in page.locator(".error-summary").inner_text()
    page.get_by_label("Why these years").fill("The grant is of SFY2026")
    page.get_by_role("button", name="Encumber", exact=True).click()
    assert "The grant is of SFY2026" in page.locator("main").inner_text()


def test_what_is_encumbered_is_encumbered_anew(zone: dict[str, Any], seen: Any) -> None:
    of = zone["encumbrance"]
    cfo = people.local("cfo", "2119")
    page = seen(cfo, reverse("encumbrance", args=[of.pk]), "encumbrance")
    page.get_by_role("link", name="Encumber anew").click()
    seen.again(page, "anew")
    page.get_by_label("Amount ($)").fill("10,000.00")
    page.get_by_label("Number of the new encumbrance").fill("E-9")
    page.get_by_label("Why it is encumbered anew").fill("A cheaper contract")
    page.get_by_role("button", name="Encumber it anew").click()
    assert "Encumbered $10,000.00 anew as E-9" in page.locator(".messages").inner_text()
    page.get_by_role("link", name=of.number).last.click()
    said = page.locator("main").inner_text()
    assert "Released or lapsed" in said and "10,000.00" in said and "E-9" in said


def test_a_voucher_that_waits_shows_its_ceilings_and_may_go_back(
    zone: dict[str, Any], seen: Any
) -> None:
    of = Encumbrance.objects.get(number="E-2119-3")
    made = zone_work.voucher(of, "V-9", "900.00", "Desk Co", on=world.TODAY, approve=False)
    cfo = people.local("cfo", "2119")
    page = seen(cfo, reverse("voucher", args=[made.pk]), "voucher-waits")
    assert "What the ceilings leave" in page.locator("main").inner_text()
    page.get_by_role("link", name="Send it back").click()
    seen.again(page, "send-back")
    page.get_by_label("Reason").fill("The scan is of another invoice")
    page.get_by_role("button", name="Send back V-9").click()
    assert "Sent back" in page.locator("h1 + .tag, .title .tag").first.inner_text()
    seen.again(page, "voucher-sent-back")
    assert Voucher.objects.get(number="V-9").posting is None
    notice = people.local("preparer", "2119").person.notices.get()
    assert "another invoice" in notice.text


def test_a_reduced_credit_is_flagged_on_the_zones_page(zone: dict[str, Any], seen: Any) -> None:
    of = zone["encumbrance"].zone
    credited = splits.credited(of)[2025]
    corrections.correct(
        "C-1", world.ZONES, of.holder, {2025: (credited, cents("250,000.00"))}, "credited twice",
        on=world.TODAY, by=officer("treasury-analyst"),
        approved_by=officer("treasury-certifier"),
    )  # fmt: skip
    page = seen(people.local("cfo", "2119"), reverse("zone", args=["2119"]), "zone")
    said = " ".join(page.locator(".note").all_inner_texts())
    assert "SFY2025 credit, administration" in said
    assert "30,000.00 is used of a limit of 25,000.00" in said and "nothing more" in said
    assert "Over the limit" in page.locator("main").inner_text()


def test_credits_to_come_are_pledged_and_the_authority_approves(
    zone: dict[str, Any], seen: Any
) -> None:
    of = zone_work.approved(
        "2119", "P-9", "Bridge", {2027: "100000"}, on=world.TODAY, category="transportation"
    )
    page = seen(people.coordinator("2119"), reverse("project", args=[of.pk]), "transportation")
    page.get_by_role("link", name="Pledge credits to come").click()
    seen.again(page, "pledge-door")
    page.get_by_label("Pledge number").fill("G-1")
    page.get_by_label("Last credit year").fill("2032")
    page.get_by_label("Amount of each year ($)").fill("9,000,000.00")
    page.get_by_label("Lender").fill("State Transportation Infrastructure Bank")
    page.get_by_label("Loan", exact=True).fill("Loan 7")
    page.get_by_label("Its place in the zone development plan").fill("Section 4, page 31")
    page.get_by_role("button", name="Send the pledge").click()
    assert "75% of" in page.locator(".error-summary").inner_text()
    page.get_by_label("Amount of each year ($)").fill("400,000.00")
    page.get_by_role("button", name="Send the pledge").click()
    assert "waits for the Authority" in page.locator(".messages").inner_text()
    page = seen(officer("authority"), "/", "home-authority")
    page.get_by_role("link", name="Decide pledge G-1 to Bridge").click()
    page.get_by_role("button", name="Approve $2,000,000.00").click()
    assert "Pledge G-1 is approved" in page.locator(".messages").inner_text()
    seen.again(page, "pledge")
    assert titles(page.content()) and unequal(page.content()) == []
    listed = seen(people.local("cfo", "2119"), reverse("pledges", args=["2119"]), "pledges")
    assert "SFY2028 to 2032" in listed.locator("table").inner_text()


def test_a_pair_that_looks_alike_stands_among_the_exceptions(
    zone: dict[str, Any], seen: Any
) -> None:
    spent = zone["spent"]
    twin = zone_work.voucher(
        zone["encumbrance"],
        "V-8",
        "1,000.00",
        spent.vendor,
        invoice=spent.invoice,
        on=world.TODAY,
        approve=False,
    )
    page = seen(officer("dca-analyst"), reverse("exceptions", args=["2119"]), "exceptions")
    said = page.locator("table").inner_text()
    assert f"V-8 looks like {spent}; held" in said and f"{spent} looks like the later V-8" in said
    page.get_by_role("link", name="Likely duplicate").first.click()
    assert twin.number in page.locator("h1").inner_text()
