"""A State error of three years, written by one person and approved by another. O-35."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from funds import caps, correction_cases, receivables
from funds.models import Account, CorrectionCase, CorrectionLine, Entry, Kind, Posting, Receivable
from funds.queries import corrections as queries
from funds.refusal import Refusal
from municipalities.documents import store
from municipalities.models import EnterpriseZone
from tests import places
from tests.municipalities.uploads import pdf
from tests.offices import officer
from tests.zone_money import FUND, balance, cents, credit, encumber, project

pytestmark = pytest.mark.django_db
DAY = date(2026, 5, 4)  # SFY2026
WAS = {2024: "1,700,000", 2025: "1,800,000", 2026: "1,900,000"}
RIGHT = {2024: cents("1,000,000"), 2025: cents("1,000,000"), 2026: cents("1,000,000")}


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Any) -> None:
    settings.DOCUMENTS = tmp_path


@pytest.fixture
def zone() -> EnterpriseZone:
    zone = places.zone("Exampleton", "9901")
    for sfy, was in WAS.items():
        credit(zone, sfy, was)
    return zone


def opened(number: str = "C-1") -> CorrectionCase:
    by = officer("treasury-analyst")
    paper = store.check("increase.pdf", pdf(), by=by)
    return correction_cases.open_case(
        number, "Half of the increase belonged elsewhere", paper, on=DAY, by=by
    )


def written(zone: EnterpriseZone, right: dict[int, Decimal] = RIGHT) -> CorrectionCase:
    return correction_cases.write(opened(), zone, right, on=DAY, by=officer("treasury-analyst"))


def approve(case: CorrectionCase, on: date = DAY) -> CorrectionCase:
    return correction_cases.approve(case, on=on, by=officer("treasury-certifier"))


def effects(case: CorrectionCase, on: date = DAY) -> list[queries.YearEffect]:
    return queries.effects(case, queries.lines(case), on)


def test_o35_a_state_error_of_three_years_is_put_right_today(zone: EnterpriseZone) -> None:
    bound = encumber(project(zone, {2026: "4,900,000"}, on=DAY), "4,900,000.00", on=DAY)
    closed = list(Entry.objects.filter(effective_on__lt=date(2025, 7, 1)).values_list())
    case = written(zone)
    foreseen = effects(case)
    assert [each.wrong for each in foreseen] == [700_000, 800_000, 900_000]
    assert case.document is not None
    assert not Posting.objects.filter(act="correct").exists()
    approve(case)
    assert [(e.sfy, e.taken, e.owed) for e in effects(case)] == [
        (e.sfy, e.taken, e.owed) for e in foreseen
    ]
    assert sum(each.taken for each in effects(case)) == 500_000
    owed = receivables.open_ones(FUND, zone.holder)
    assert sum(receivables.outstanding(each) for each in owed) == 1_900_000
    assert sum(account.balance for account in bound.accounts.all()) == 4_900_000
    assert not Account.objects.exclude(kind=Kind.SOURCE).filter(balance__lt=0).exists()
    assert set(Posting.objects.filter(act="correct").values_list("effective_on", flat=True)) == {
        DAY
    }
    assert list(Entry.objects.filter(effective_on__lt=date(2025, 7, 1)).values_list()) == closed


def test_o35_ceilings_of_past_years_are_recomputed_and_shown_not_silently_breached(
    zone: EnterpriseZone,
) -> None:
    patrol = project(zone, {2024: "425,000"}, on=DAY, category="public-safety")
    encumber(patrol, "425,000.00", on=DAY)
    case = written(zone)
    for _ in ("before", "after"):
        wrong = {line.sfy: line.wrong for line in queries.lines(case)}
        found = queries.ceilings(case, zone, wrong, DAY)
        safety = next(each for each in found if (each.sfy, each.purpose[:6]) == (2024, "Public"))
        assert (safety.before, safety.after) == (425_000, 250_000)
        assert (safety.used, safety.over) == (425_000, 175_000)
        if case.decided_by_id is None:
            approve(case)
            case.refresh_from_db()
    assert [each.sfy for each in caps.over(zone, DAY)] == [2024]
    more = project(zone, {2025: "1"}, on=DAY, category="public-safety", number="P-2")
    with pytest.raises(Refusal, match=r"public[- ]safety"):
        encumber(more, "0.01", "E-2", on=DAY, vintages=[2024], reason="one cent more")


def test_a_case_is_approved_once_and_by_another_person(zone: EnterpriseZone) -> None:
    case = written(zone)
    with pytest.raises(Refusal, match="another person"):
        correction_cases.approve(
            case,
            on=DAY,
            by=officer(
                "treasury-certifier", place="acting", person="State treasury-analyst holder"
            ),
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        CorrectionCase.objects.filter(pk=case.pk).update(
            decided_by=case.prepared_by, decided_on=DAY
        )
    approve(case)
    approve(case)
    assert Posting.objects.filter(act="correct").count() == 3
    with pytest.raises(Refusal, match="was decided"):
        correction_cases.write(
            case, zone, {2024: Decimal(1)}, on=DAY, by=officer("treasury-analyst")
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        CorrectionLine.objects.filter(case=case).update(should_have_been=0)
    with pytest.raises(Refusal, match="was approved"):
        correction_cases.send_back(case, "why", on=DAY, by=officer("treasury-certifier"))


def test_a_line_whose_credit_changed_since_is_written_anew(zone: EnterpriseZone) -> None:
    case = written(zone)
    credit(zone, 2026, "0.01", on=DAY)
    with pytest.raises(Refusal, match=r"SFY2026 now, not \$1,900,000\.00: write the line anew"):
        approve(case)
    assert not Receivable.objects.exists()


def test_a_case_holds_only_what_was_credited_too_much_and_says_so(zone: EnterpriseZone) -> None:
    case = opened()
    with pytest.raises(Refusal, match="no line with a difference"):
        approve(case)
    with pytest.raises(Refusal, match="made up by a run"):
        correction_cases.write(
            case, zone, {2024: cents("1,700,000.01")}, on=DAY, by=officer("treasury-analyst")
        )
    same = correction_cases.write(
        case, zone, {2024: cents("1,700,000.00")}, on=DAY, by=officer("treasury-analyst")
    )
    assert not same.lines.exists()
    correction_cases.write(case, zone, RIGHT, on=DAY, by=officer("treasury-analyst"))
    out = {2024: cents("1,700,000.00")}
    correction_cases.write(case, zone, out, on=DAY, by=officer("treasury-analyst"))
    assert [line.sfy for line in queries.lines(case)] == [2025, 2026]


def test_a_case_sent_back_is_over_and_says_why(zone: EnterpriseZone) -> None:
    case = written(zone)
    with pytest.raises(Refusal, match="needs a reason"):
        correction_cases.send_back(case, " ", on=DAY, by=officer("dca-director"))
    correction_cases.send_back(case, "The rate is wrong", on=DAY, by=officer("dca-director"))
    with pytest.raises(Refusal, match="The rate is wrong"):
        approve(case)
    assert balance(Kind.ZONE, zone.holder) == 5_400_000
    assert opened() == case
    with pytest.raises(Refusal, match="already another case"):
        correction_cases.open_case("C-1", "else", None, on=DAY, by=officer("treasury-analyst"))
