"""One natural person never fills two duties of an act, whoever speaks SQL: G9, O-58, O-59, O-82."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from funds.models import Closing, Correction, Project, WithholdingOrder
from funds.proofs import duties
from funds.refusal import Refusal
from payments import bank_accounts
from payments.models import BankAccount
from tests.offices import officer
from tests.payments.aid import call
from tests.places import municipality, zone

pytestmark = pytest.mark.django_db

ON = date(2026, 9, 1)


def test_no_way_leads_one_person_through_two_duties() -> None:
    tried, through = duties.run()
    assert tried > 900
    assert through == []


def test_a_role_gained_in_mid_flow_gives_no_second_signature() -> None:
    first = officer("dca-analyst", person="Pat")
    order = WithholdingOrder(
        zone=zone("Exampleton", "9901"), from_on=ON, reason="No plan", prepared_by=first,
        ordered_by=officer("dca-director", person="Pat"),
    )  # fmt: skip
    with pytest.raises(IntegrityError, match="one person may not fill two duties"):
        order.save()


def test_who_proposed_a_project_is_not_written_over_so_that_they_may_determine_it() -> None:
    place = zone("Exampleton", "9901")
    project = Project.objects.create(
        zone=place, municipality=municipality("9901"), number="P-9901-1", title="Lighting",
        category="general", proposed_by=officer("coordinator", zone="9901", person="Pat"),
        proposed_on=ON,
    )  # fmt: skip
    with pytest.raises(IntegrityError, match="stays as it was signed"), transaction.atomic():
        Project.objects.filter(pk=project.pk).update(proposed_by=officer("authority"))


def test_who_prepared_any_rehearsal_of_a_close_never_certifies_it() -> None:
    first = officer("dca-analyst", person="Pat")
    closing = Closing.objects.create(
        fund_id="zone-assistance", sfy=2026, prepared_by=first, prepared_on=ON
    )
    closing.prepared_by = officer("dca-analyst", place="Another", person="Sam")
    closing.save()
    closing.certified_by = officer("treasury-certifier", person="Pat")
    closing.certified_on = ON
    with pytest.raises(IntegrityError, match="one person may not fill two duties"):
        closing.save()


@pytest.mark.parametrize("amount", ["0.01", "999.99"])
def test_o82_no_amount_is_too_small_for_two_persons(amount: str) -> None:
    with pytest.raises(IntegrityError, match="one person may not fill two duties"):
        Correction.objects.create(
            number="C-1", fund_id="highlands", holder="9901", sfy=2026, credited=0,
            should_have_been=Decimal(amount), reason="Too little", corrected_on=ON,
            prepared_by=officer("dca-analyst", person="Pat"),
            approved_by=officer("dca-director", person="Pat"),
        )  # fmt: skip


def test_an_account_is_verified_by_another_person_under_whatever_sign_in() -> None:
    municipality("9901")
    entered = bank_accounts.enter(
        "9901", BankAccount.Purpose.GENERAL, "A bank", "990000000", "0000", on=ON,
        by=officer("cfo", municipality="9901", person="Pat"),
    )  # fmt: skip
    with pytest.raises(Refusal, match="another person confirms it"):
        bank_accounts.confirm(
            entered, on=ON, by=officer("clerk", place="One", municipality="9901", person="Pat")
        )
    bank_accounts.confirm(entered, on=ON, by=officer("clerk", municipality="9901", person="Chris"))
    for signed in ("Pat", "Chris"):
        with pytest.raises(Refusal, match="another person verifies it"):
            bank_accounts.verify(
                entered, call(ON), on=ON, by=officer("dca-analyst", place=signed, person=signed)
            )
