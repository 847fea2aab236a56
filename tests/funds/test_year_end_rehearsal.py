"""What the rehearsal of a year's end says of each balance, and when it may be certified."""

from datetime import date
from decimal import Decimal

import pytest

from funds import accounts, year_end
from funds.models import Closing, Disposition, Kind, Posting, WithholdingOrder
from funds.queries import year_end as queries
from funds.refusal import Refusal
from municipalities import offices
from tests.funds.year_ends import (
    FUND,
    account,
    begin,
    certified,
    close,
    credit,
    encumber,
    exampleton,
    move,
)
from tests.offices import officer
from tests.places import zone

pytestmark = pytest.mark.django_db

JULY = date(2026, 7, 1)


def rehearse(sfy: int = 2026, on: date = JULY) -> Closing:
    return year_end.rehearse(FUND, sfy, on=on, by=officer("dca-analyst"))


def of(closing: Closing, kind: Kind, sfy: int | None = None) -> Disposition:
    return closing.dispositions.get(account__kind=kind, account__sfy=sfy)


def test_what_was_credited_two_years_before_lapses_and_what_came_later_is_carried() -> None:
    begin(2024)
    for sfy in (2024, 2025, 2026):
        credit("100.00", sfy)
        if sfy < 2026:
            close(sfy)
    closing = rehearse()
    found = {d.account.sfy: (d.what, d.last_usable_on) for d in closing.dispositions.filter(
        account__kind=Kind.ZONE)}  # fmt: skip
    assert found == {
        2024: ("lapsed", date(2026, 6, 30)),
        2025: ("carried", date(2027, 6, 30)),
        2026: ("carried", date(2028, 6, 30)),
    }


def test_o74_the_last_usable_day_is_the_same_in_words_and_in_rows() -> None:
    begin(2027)
    credit("100.00", 2027)
    row = of(rehearse(2027, date(2027, 7, 1)), Kind.ZONE, 2027)
    assert row.last_usable_on == date(2029, 6, 30)
    assert (row.clause, row.from_sfy, row.to_sfy) == ("52:27H-88 h.", 2027, 2028)


@pytest.mark.parametrize(("sfy", "what"), [(2028, "carried"), (2029, "lapsed")])
def test_what_was_encumbered_lapses_at_the_close_of_the_third_year_after(
    sfy: int, what: str
) -> None:
    begin(2026)
    credit("100.00", 2026)
    encumber("E1", {2026: "100.00"}, date(2026, 6, 30))
    for before in range(2026, sfy):
        close(before)
    row = of(rehearse(sfy, date(sfy, 7, 1)), Kind.ENCUMBERED, 2026)
    assert (row.what, row.last_usable_on) == (what, date(2029, 6, 30))


def test_a_balance_is_taken_as_it_stood_on_june_30() -> None:
    begin(2026)
    of_zone = credit("100.00", 2026)
    source = account(Kind.SOURCE, "appropriation")
    move(source, of_zone, "50.00", date(2026, 6, 30))
    move(source, of_zone, "7.00", JULY)
    assert of(rehearse(), Kind.ZONE, 2026).amount == Decimal("150.00")


def test_o33_every_balance_of_every_kind_has_one_disposition_and_they_sum_to_nothing() -> None:
    begin(2026)
    exampleton()
    source = account(Kind.SOURCE, "appropriation")
    kinds = [k for k in Kind if k not in (Kind.SOURCE, Kind.ENTITLED, Kind.ENCUMBERED, Kind.TRUST)]
    for kind in kinds:
        move(source, account(kind, "zone:Exampleton", 2026), "0.01", date(2026, 6, 1))
    rows = list(rehearse().dispositions.all())
    assert len(rows) == len(kinds) + 1
    assert sum(row.amount for row in rows) == 0
    assert all(row.clause and row.owner for row in rows)


def test_o33_a_withheld_zone_is_noted_and_never_skipped() -> None:
    begin(2026)
    credit("0.01", 2026)
    WithholdingOrder.objects.create(
        zone=exampleton(),
        from_on=date(2026, 5, 1),
        reason="no plan yet",
        prepared_by=officer("dca-analyst"),
        ordered_by=officer("dca-director"),
    )
    row = of(rehearse(), Kind.ZONE, 2026)
    assert (row.what, row.amount) == ("carried", Decimal("0.01"))
    assert row.note == "withheld since 2026-05-01: no plan yet"


def test_o29_the_order_in_which_vintages_were_stored_changes_nothing() -> None:
    begin(2026)
    zone("Fillerton", "9902")
    for sfy in (2026, 2024):
        credit("5.00", sfy, on=date(2026, 6, 1))
    for sfy in (2025, 2024, 2026):
        credit("5.00", sfy, "zone:Fillerton", on=date(2026, 6, 1))
    found = set(rehearse().dispositions.filter(account__kind=Kind.ZONE).values_list(
        "account__holder", "account__sfy", "what"))  # fmt: skip
    both = {(z, y, w) for z in ("zone:Exampleton", "zone:Fillerton")
            for y, w in ((2024, "lapsed"), (2025, "carried"), (2026, "carried"))}  # fmt: skip
    assert found == both - {("zone:Exampleton", 2025, "carried")}
    (gap,) = queries.gaps(Closing.objects.get())
    assert (gap[0].name, gap[1]) == ("Exampleton", 2025), "a missing year is warned of"


def test_rehearsing_again_replaces_the_rows_and_moves_nothing() -> None:
    begin(2026)
    credit("100.00", 2026)
    first = rehearse()
    credit("1.00", 2026, on=date(2026, 6, 30))
    again = rehearse(on=date(2026, 7, 5))
    assert (again, again.prepared_on) == (first, date(2026, 7, 5))
    assert of(again, Kind.ZONE, 2026).amount == Decimal("101.00")
    assert Posting.objects.count() == 2


def test_o25_a_year_is_not_closed_before_the_one_before_it_even_when_that_is_empty() -> None:
    begin(2024)
    credit("100.00", 2024)
    close(2024)
    credit("100.00", 2026)
    with pytest.raises(Refusal, match=r"SFY2026 .* before SFY2025 is, even if nothing"):
        rehearse(2026)
    assert close(2025).dispositions.count() == 2
    assert rehearse(2026).dispositions.count() == 3


def test_a_year_without_any_account_is_closed_as_well() -> None:
    begin(2026, "highlands")
    closing = close(2026, "highlands")
    assert (closing.dispositions.count(), closing.seal.last_number) == (0, 0)


def test_a_sealed_year_is_not_rehearsed_again() -> None:
    begin(2026)
    close(2026)
    with pytest.raises(Refusal, match="SFY2026 of zone-assistance is sealed already"):
        rehearse()


def test_a_rehearsal_before_the_year_has_ended_is_a_preview_only() -> None:
    begin(2026)
    credit("100.00", 2026)
    closing = rehearse(on=date(2026, 6, 30))
    with pytest.raises(Refusal, match="ends on 2026-06-30"):
        year_end.certify(closing, on=date(2026, 6, 30), by=officer("treasury-certifier"))


def test_another_person_certifies() -> None:
    begin(2026)
    closing = year_end.rehearse(
        FUND, 2026, on=JULY, by=officer("dca-analyst", person="One of two offices")
    )
    with pytest.raises(Refusal, match="another person must certify it"):
        year_end.certify(
            closing, on=JULY, by=officer("treasury-certifier", person="One of two offices")
        )


def test_only_a_certifier_certifies() -> None:
    begin(2026)
    with pytest.raises(Refusal, match="certify-close"):
        year_end.certify(rehearse(), on=JULY, by=officer("dca-director"))


def test_what_changed_since_the_rehearsal_is_not_certified() -> None:
    begin(2026)
    credit("100.00", 2026)
    closing = rehearse()
    credit("1.00", 2026, on=date(2026, 6, 30))
    with pytest.raises(Refusal, match="2 balances have changed since the rehearsal"):
        year_end.certify(closing, on=JULY, by=officer("treasury-certifier"))
    again = rehearse()
    assert year_end.certify(again, on=JULY, by=officer("treasury-certifier")).certified_on == JULY


def test_what_is_posted_in_july_changes_nothing_of_june() -> None:
    begin(2026)
    of_zone = credit("100.00", 2026)
    closing = rehearse()
    move(of_zone, account(Kind.POOL, "FUND"), "60.00", date(2026, 7, 1))
    done = year_end.certify(closing, on=JULY, by=officer("treasury-certifier"))
    assert of(done, Kind.ZONE, 2026).amount == Decimal("100.00")


def test_what_lapses_must_still_be_there() -> None:
    begin(2026)
    of_zone = credit("100.00", 2024, on=date(2026, 6, 1))
    move(of_zone, account(Kind.POOL, "FUND"), "60.00", date(2026, 7, 1))
    with pytest.raises(Refusal, match=r"\$100.00 lapses, but only \$40.00 is left"):
        certified(2026)


def test_a_certificate_signs_the_hash_of_exactly_what_was_shown() -> None:
    begin(2026)
    credit("100.00", 2026)
    done = certified(2026)
    assert len(done.document_hash) == 64
    assert year_end.certify(done, on=JULY, by=officer("treasury-certifier")) == done
    with pytest.raises(Refusal, match="was certified on 2026-07-10"):
        rehearse()


def test_nothing_moves_before_the_certificate() -> None:
    begin(2026)
    credit("100.00", 2024, on=date(2026, 6, 1))
    closing = rehearse()
    for act in (year_end.lapse_to_authority, year_end.carry_forward, year_end.seal, year_end.close):
        with pytest.raises(Refusal, match="rehearsed only"):
            act(closing, on=JULY, by=offices.system())
    assert accounts.balance(account(Kind.AUTHORITY, "AUTHORITY")) == 0
