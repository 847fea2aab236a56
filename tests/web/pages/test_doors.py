"""What a door does when it is used well, badly, and twice."""

from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse

from funds.models import (
    Encumbrance,
    Posting,
    Project,
    Run,
)
from payments.models import Voucher
from tests.offices import officer
from tests.web.pages import people, world, zone_work

pytestmark = pytest.mark.django_db


@pytest.fixture
def zone(db: None) -> dict[str, Any]:
    """Phillipsburg's zone with a credit, projects and vouchers."""
    world.zone_years((2026, 2027))
    return zone_work.zone_work_of_two_years()


PROPOSAL = {
    "municipality": "2119",
    "number": "P-9",
    "title": "Canopies",
    "category": "general",
    "hearing_on": "2026-09-07",
    "hearing_at": "19:30",
    "adopted_on": "2026-09-08",
    "adopted_at": "20:15",
    "resolution": "Resolution 2026-88",
    "budget_2027": "25,000.00",
    "description": "Canopies over the shops of South Main Street",
    "total_cost": "26,000.00",
    "months": "9",
    "furthers": "The plan names storefronts",
    "controls": "Invoices to the CFO, a report each quarter",
    "qualifies": "Economic development in the zone",
    "jobs": "3",
    "activity": "More customers",
    "source_1": "Main Street grant",
    "source_1_amount": "1,000.00",
}


def test_a_proposal_is_recorded_with_its_budget(zone: dict[str, Any], reading: Any) -> None:
    client = reading(people.coordinator("2119"))
    answer = client.post(reverse("propose", args=["2119"]), PROPOSAL)
    made = Project.objects.get(number="P-9")
    assert answer["Location"] == reverse("project", args=[made.pk])
    said = made.proposals.get()
    assert list(made.budgets.values_list("sfy", "amount")) == [(2027, Decimal("25000.00"))]
    assert (said.jobs, said.other_revenues.get().amount) == (3, Decimal(1000))
    assert made.hearing_closed_at is not None
    assert made.hearing_closed_at.isoformat() == "2026-09-07T23:30:00+00:00"


def test_a_proposal_sent_twice_is_one_project(zone: dict[str, Any], reading: Any) -> None:
    client = reading(people.coordinator("2119"))
    for _ in range(2):
        assert client.post(reverse("propose", args=["2119"]), PROPOSAL).status_code == 302
    assert Project.objects.filter(number="P-9").count() == 1


def test_a_refusal_stands_on_the_form_and_what_was_typed_stays(
    zone: dict[str, Any], reading: Any
) -> None:
    client = reading(people.coordinator("2119"))
    early = PROPOSAL | {"adopted_on": "2026-09-06"}
    answer = client.post(reverse("propose", args=["2119"]), early)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "before the hearing closed" in page and "52:27H-88 c." in page
    assert 'value="Canopies"' in page and 'value="25,000.00"' in page
    assert not Project.objects.filter(number="P-9").exists()


def test_the_authority_approves_or_rejects_with_a_reason(
    zone: dict[str, Any], reading: Any
) -> None:
    client = reading(officer("authority"))
    to = reverse("determine", args=[zone["proposed"].pk])
    assert "a rejection says why" in client.post(to, {"reject": "Reject"}).content.decode()
    client.post(to, {"reason": "The hearing had no notice", "reject": "Reject"})
    zone["proposed"].refresh_from_db()
    assert zone["proposed"].rejected_on == world.TODAY


def test_the_cfo_encumbers_and_is_told_when_money_is_short(
    zone: dict[str, Any], reading: Any
) -> None:
    client = reading(people.local("cfo", "2119"))
    to = reverse("encumber", args=["2119"])
    asked = {"project": zone["project"].pk, "number": "E-9", "purpose": "Poles", "amount": "9e9"}
    assert client.post(to, asked).status_code == 200
    short = client.post(to, asked | {"amount": "9,000,000.00"}).content.decode()
    assert "over the approved budget" in short and 'value="Poles"' in short
    answer = client.post(to, asked | {"amount": "$1,250.00"})
    made = Encumbrance.objects.get(number="E-9")
    assert (answer["Location"], made.amount) == (f"/encumbrances/{made.pk}/", Decimal("1250.00"))


def test_a_release_sent_twice_is_one_posting(zone: dict[str, Any], reading: Any) -> None:
    client = reading(people.local("cfo", "2119"))
    to = reverse("encumbrance_release", args=[zone["encumbrance"].pk])
    for _ in range(2):
        assert client.post(to, {"token": "a" * 32, "amount": "100.00"}).status_code == 302
    assert Posting.objects.filter(act="release encumbrance").count() == 1


def test_a_voucher_goes_from_its_preparer_to_the_cfo(zone: dict[str, Any], reading: Any) -> None:
    asked = {
        "number": "V-9",
        "kind": "reimbursement",
        "amount": "310.00",
        "vendor": "Lampworks",
        "invoice": "77",
        "service_on": "2026-11-20",
        "category": "general",
    }
    preparer = reading(people.local("preparer", "2119"))
    to = reverse("voucher_prepare", args=[zone["encumbrance"].pk])
    made_at = preparer.post(to, asked)["Location"]
    made = Voucher.objects.get(number="V-9")
    assert preparer.post(reverse("voucher_approve", args=[made.pk])).status_code == 403
    cfo = reading(people.local("cfo", "2119"))
    assert "Approve $310.00" in cfo.get(made_at).content.decode()
    cfo.post(reverse("voucher_approve", args=[made.pk]))
    made.refresh_from_db()
    assert made.posting is not None
    cfo.post(
        reverse("voucher_void", args=[made.pk]),
        {"token": "b" * 32, "amount": "10.00", "reason": "Refunded"},
    )
    assert made.reductions.get().amount == Decimal("10.00")


def test_a_voucher_like_another_one_is_held_until_a_second_person_says_why(
    zone: dict[str, Any], reading: Any
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
    cfo = reading(people.local("cfo", "2119"))
    page = cfo.get(reverse("voucher", args=[twin.pk])).content.decode()
    assert "Held" in page and "A likely duplicate" in page
    refused = cfo.post(reverse("voucher_approve", args=[twin.pk])).content.decode()
    assert "is held" in refused
    cfo.post(reverse("voucher_clear", args=[twin.pk]), {"reason": "The second half of the work"})
    assert cfo.post(reverse("voucher_approve", args=[twin.pk])).status_code == 302


def test_a_deposit_sent_twice_is_one_posting(zone: dict[str, Any], reading: Any) -> None:
    client = reading(officer("treasury-analyst"))
    asked = {"token": "c" * 32, "source": "appropriation", "amount": "5.00", "document": "Letter"}
    before = Posting.objects.count()
    for _ in range(2):
        client.post(reverse("deposit", args=["zone-assistance"]), asked)
    assert Posting.objects.count() == before + 1


def test_a_run_without_accepted_figures_says_which_are_missing(
    zone: dict[str, Any], reading: Any
) -> None:
    client = reading(officer("treasury-analyst"))
    to = reverse("run_prepare", args=["zone-assistance"])
    page = client.post(to, {"seen": "2", "sfy": "2028", "reason": ""}).content.decode()
    assert "error-summary" in page and 'value="2028"' in page
    assert Run.objects.filter(sfy=2028).count() == 0


def test_a_run_asked_for_twice_is_one_run(zone: dict[str, Any], reading: Any) -> None:
    client = reading(officer("treasury-analyst"))
    to = reverse("run_prepare", args=["zone-assistance"])
    page = client.post(to, {"seen": "1", "sfy": "2027", "reason": "Again"}).content.decode()
    assert "was prepared since you opened this page" in page
    assert Run.objects.filter(sfy=2027).count() == 1
