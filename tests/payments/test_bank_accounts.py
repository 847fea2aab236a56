"""A bank account is entered, confirmed and called back by three persons, then it waits."""

from datetime import date

import pytest
from django.db import IntegrityError, InternalError, transaction

from funds.refusal import Refusal
from municipalities.models import Notice
from payments import bank_accounts, practice, returns, warrants
from payments.bank_accounts import Call
from payments.models import AccountReveal, BankAccount
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, call, released, sent, verified
from tests.places import municipality

pytestmark = pytest.mark.django_db

DAY = date(2026, 7, 15)


def entered(number: str = "12345678", *, on: date = DAY) -> BankAccount:
    municipality("9901", "Exampleton")
    return bank_accounts.enter(
        "9901", "general", "First Bank", "990000000", number, on=on,
        by=officer("cfo", municipality="9901"),
    )  # fmt: skip


def test_an_account_needs_a_second_officer_a_call_back_and_its_days() -> None:
    made = entered()
    with pytest.raises(Refusal, match="not confirmed"):
        bank_accounts.verify(made, call(DAY), on=DAY, by=officer("dca-analyst"))
    assert bank_accounts.usable(date(2027, 1, 1)) == {}
    done = verified(made, on=DAY)
    days = practice.hold_days(DAY)
    assert done.usable_on == date(2026, 7, 15 + days)
    assert bank_accounts.usable(date(2026, 7, 14 + days)) == {}
    assert bank_accounts.usable(date(2026, 7, 15 + days)) == {("9901", "general"): done}
    assert (done.called, done.called_number) == ("The treasurer", "609-555-0100")


def test_a_second_officer_is_of_the_same_place() -> None:
    made = entered()
    municipality("9902")
    for by in (officer("treasury-releaser"), officer("clerk", municipality="9902")):
        with pytest.raises(Refusal, match="a second officer of it confirms it"):
            bank_accounts.confirm(made, on=DAY, by=by)


@pytest.mark.parametrize("missing", ["called", "number", "on_record_in"])
def test_a_call_back_says_who_at_which_number_from_where(missing: str) -> None:
    made = entered()
    bank_accounts.confirm(made, on=DAY, by=officer("clerk", municipality="9901"))
    said = {"called": "CFO", "number": "609-555-0100", "on_record_in": "Directory"} | {missing: " "}
    with pytest.raises(Refusal, match="who was called, at which number"):
        bank_accounts.verify(made, Call(**said, at=call(DAY).at), on=DAY, by=officer("dca-analyst"))
    with pytest.raises(Refusal, match="comes after July 15, 2026"):
        bank_accounts.verify(made, call(date(2026, 7, 14)), on=DAY, by=officer("dca-analyst"))


def test_the_database_lets_no_account_be_usable_without_its_signatures() -> None:
    made = entered()
    rows = BankAccount.objects.filter(pk=made.pk)
    for change in (
        {"usable_on": DAY},
        {"confirmed_by": made.entered_by},
        {"payee": "9902"},
        {"routing": "021200025"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.update(**change)


def test_a_change_closes_the_account_before_and_tells_those_known_before() -> None:
    first = verified(entered(on=date(2026, 1, 2)), on=date(2026, 1, 2))
    second = entered("87654321")
    first.refresh_from_db()
    assert first.closed_on == DAY and "Changed by" in first.closed_because
    told = Notice.objects.filter(kind="bank-account", key__startswith=f"bank-account/{second.pk}/")
    assert {each.office.title for each in told} == {"cfo", "clerk"}
    assert all("87654321" not in each.text and "ending 4321" in each.text for each in told)


def test_a_changed_account_stops_what_was_certified_to_the_one_before() -> None:
    allotted({"9901": "100.00"})
    released(DAY)
    verified(entered(on=date(2026, 1, 2)), on=date(2026, 1, 2))
    warrant = warrants.certify(RECEIPTS, pays_on=DAY, on=DAY, by=officer("treasury-certifier"))
    entered("87654321")
    with pytest.raises(Refusal, match="which closed on July 15, 2026"):
        warrants.issue(warrant, on=DAY, by=officer("budget-officer"))


@pytest.mark.parametrize(("code", "closes"), [("R02", True), ("R03", True), ("R01", False)])
def test_a_return_of_a_closed_or_unknown_account_closes_it(code: str, closes: bool) -> None:
    allotted({"0101": "100.00"})
    released(DAY)
    made = account("0101")
    paid = sent(RECEIPTS, DAY).payments.get()
    returns.record(paid, code, on=DAY, by=officer("treasury-releaser"))
    made.refresh_from_db()
    assert (made.closed_on == DAY) is closes
    assert (
        Notice.objects.filter(key__startswith=f"bank-account/{made.pk}/closed").exists() is closes
    )


def test_a_number_is_read_with_a_reason_that_stays() -> None:
    made = entered()
    by = officer("dca-analyst")
    with pytest.raises(Refusal, match="says why"):
        bank_accounts.reveal(made, " ", on=DAY, by=by)
    assert bank_accounts.reveal(made, "The bank asked", on=DAY, by=by) == "12345678"
    assert AccountReveal.objects.get().reason == "The bank asked"
    municipality("9902")
    with pytest.raises(Refusal, match="of 9902, not of 9901"):
        bank_accounts.reveal(made, "To see", on=DAY, by=officer("cfo", municipality="9902"))
    with pytest.raises(InternalError), transaction.atomic():
        AccountReveal.objects.update(reason="none")


def test_a_county_has_an_account_of_its_own_kind() -> None:
    allotted({"county:01": "100.00"})
    released(date(2027, 6, 30))
    account("county:01")
    with pytest.raises(Refusal, match=r"needs a verified account \(county\)"):
        sent(RECEIPTS, date(2027, 6, 30))
    account("county:01", "county")
    assert sent(RECEIPTS, date(2027, 6, 30)).payments.get().payee == "county:01"
