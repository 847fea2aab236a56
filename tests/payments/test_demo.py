"""The demonstration, told with fewer towns: its sums, its refusals, and that it is told once."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from io import StringIO
from itertools import pairwise

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import Q, QuerySet, Sum
from pytest_django import DjangoDbBlocker

from funds.models import (
    Account,
    Decline,
    Disposition,
    Finding,
    Kind,
    LedgerHead,
    OffsetAttestation,
    ParcelChange,
    Posting,
    Receivable,
    Run,
    RunLine,
    SentDecline,
    VacantLandReport,
    WithholdingOrder,
    Work,
)
from funds.receivables import outstanding
from municipalities import recertification, vacancies
from municipalities.models import Grant, SourceDocument
from payments import replay_proof, scratch
from payments.demo import telling, terms, zone_projects
from payments.models import BankReturn, Hold, Installment, Payment, Schedule, Warrant
from payments.reconciling import daily

ZONES, RECEIPTS, HIGHLANDS = "zone-assistance", "energy-receipts", "highlands"
TOWNS = 6


def seed() -> str:
    out = StringIO()
    call_command("seed_demo", towns=TOWNS, stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def said(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    with django_db_blocker.unblock(), scratch.database(reference=True):
        yield seed()


pytestmark = pytest.mark.usefixtures("said")


def test_an_acting_term_has_ended_the_next_is_proposed_and_a_place_was_looked_through() -> None:
    (empty,) = vacancies.empty(date(2026, 11, 30))
    assert (empty.office.name, empty.since) == (terms.NAME, date(2026, 11, 1))
    waiting = Grant.objects.get(officer=None)
    assert (waiting.office.name, waiting.from_on) == (terms.NAME, date(2026, 12, 15))
    assert recertification.done(date(2026, 11, 30)).keys() == {"9901"}


def test_every_certified_run_is_identical_in_other_processes_languages_and_orders() -> None:
    found = replay_proof.elsewhere(str(connection.settings_dict["NAME"]), seed=1998)
    assert (found.faults, found.count) == ([], 0)
    assert found.tried == 3 * Run.objects.filter(certification__isnull=False).count() > 90


def credited(fund: str, sfy: int, kind: str) -> Decimal:
    components = ["allocation", "authority", "total", "county", "payable"]
    lines = RunLine.objects.filter(run__fund=fund, run__sfy=sfy, run__kind=kind)
    lines = lines.filter(component__in=components, run__certification__credit__isnull=False)
    lines = lines.exclude(Q(municipality__made_up=True) | Q(zone__made_up=True))
    return lines.aggregate(total=Sum("amount"))["total"] or Decimal(0)


def lapsed() -> QuerySet[Disposition]:
    return Disposition.objects.filter(what=Disposition.What.LAPSED)


@pytest.mark.parametrize(
    ("sfy", "kind", "amount"),
    [(2022, "allotted", 42_500_000), (2024, "year", 82_500_000),
     (2025, "year", 80_000_000), (2026, "make-up", 4_000_000)],
)  # fmt: skip
def test_zone_assistance_credits_what_was_appropriated(sfy: int, kind: str, amount: int) -> None:
    assert credited(ZONES, sfy, kind) == amount


@pytest.mark.parametrize(
    ("sfy", "amount"),
    [(2023, 1_421_000_000), (2024, 1_430_947_000), (2025, 1_438_101_735),
     (2026, 1_454_900_000), (2027, 1_483_998_000)],
)  # fmt: skip
def test_receipts_grow_by_the_published_percents(sfy: int, amount: int) -> None:
    assert credited(RECEIPTS, sfy, "year") == amount


def test_the_published_increases_in_dollars_come_out_of_the_percents() -> None:
    amounts = [credited(RECEIPTS, sfy, "year") for sfy in (2023, 2024, 2025)]
    grown = [f"{(b - a) / 1_000_000:.1f}" for a, b in pairwise(amounts)]
    assert grown == ["9.9", "7.2"]


def test_money_due_by_november_30_is_paid_and_december_1_is_still_to_come() -> None:
    open_rows = Installment.objects.filter(posting=None, replaced_by=None)
    assert open_rows.order_by("deposit_on").values_list("deposit_on", flat=True)[0] == date(
        2026, 12, 1
    )
    owed = Account.objects.filter(kind=Kind.PAYABLE, balance__gt=0)
    # The State's whole amount is shared among few towns here: one's part fits no bank file.
    assert set(owed.values_list("holder", flat=True)) <= {"0102"}


def test_the_eleventh_highlands_year_is_refused_in_words() -> None:
    row = Work.objects.get(key=f"{telling.KIND}/{HIGHLANDS}")
    assert row.message == (
        "Refused: SFY2015: the program expired with its tenth year, SFY2014 (54:1-85 f.(3))"
    )
    assert not Run.objects.filter(fund=HIGHLANDS, sfy=2015).exists()


def test_the_short_highlands_year_is_paid_pro_rata() -> None:
    lines = RunLine.objects.filter(run__fund=HIGHLANDS, run__sfy=2009)
    due, paid = (
        lines.filter(component=each).aggregate(total=Sum("amount"))["total"]
        for each in ("entitlement", "prorated")
    )
    assert paid == 640_000 < due


def test_every_past_year_is_sealed() -> None:
    assert dict(LedgerHead.objects.values_list("fund", "sealed_through")) == {
        ZONES: 2026,
        RECEIPTS: 2026,
        HIGHLANDS: 2014,
    }


def test_a_vintage_lapses_after_its_two_years_and_an_encumbrance_after_its_three() -> None:
    found = lapsed().filter(account__zone="9901").order_by("closing__sfy", "account__kind")
    assert [(d.closing.sfy, d.account.kind, d.amount) for d in found] == [
        (2024, Kind.ZONE, 220_000),
        (2025, Kind.ENCUMBERED, 35_000),
        (2025, Kind.ZONE, 150_000),
        (2026, Kind.ENCUMBERED, 40_000),
        (2026, Kind.TRUST, 10_000),
        (2026, Kind.ZONE, 100_000),
    ]


def test_no_real_zone_that_is_told_in_full_loses_money() -> None:
    told = zone_projects.real_zones()[:TOWNS]
    assert Account.objects.filter(kind=Kind.ENCUMBERED, zone__in=told, balance__gt=0).exists()
    assert not lapsed().filter(account__zone__in=told).exists()


def test_what_would_hurt_a_name_happens_to_made_up_towns_only() -> None:
    assert {each.zone_id for each in Finding.objects.all()} == {"9901"}
    assert {each.zone_id for each in WithholdingOrder.objects.all()} == {"9901"}
    assert {each.holder for each in Receivable.objects.all()} == {"zone:Exampleton"}
    assert {each.payment.payee for each in BankReturn.objects.all()} == {"9902", "9903"}
    assert {each.payee for each in Hold.objects.all()} == {"9903"}
    late = Installment.objects.filter(released_late=True)
    assert set(late.values_list("holder", flat=True)) == {"9901", "9902", "9903"}


def test_what_exampleton_owes_is_forfeited_and_recovered() -> None:
    assert [outstanding(each) for each in Receivable.objects.all()] == [0, 0]
    assert Account.objects.get(kind=Kind.RECOVERED).balance == 18_000


def test_what_the_bank_sent_back_is_paid_again_by_the_next_warrant() -> None:
    reissued = Payment.objects.filter(reissues__isnull=False).order_by("payee")
    assert [(each.payee, each.warrant.pays_on) for each in reissued] == [
        ("9902", date(2024, 10, 1)),
        ("9903", date(2006, 6, 20)),  # it came back late, and ties since
    ]
    assert daily.look(date(2026, 11, 30)).differences == []


def test_a_joint_zone_has_its_split_on_record() -> None:
    parts = RunLine.objects.filter(
        run__fund=ZONES, run__sfy=2024, component="municipal_share", zone=None
    )
    ours = parts.filter(holder__in=["0507", "0513", "0514", "0515"])
    whole = RunLine.objects.get(
        run__fund=ZONES, run__sfy=2024, component="allocation", holder="zone:The Wildwoods"
    )
    assert ours.count() == 4
    assert ours.aggregate(total=Sum("amount"))["total"] == whole.amount


def test_each_figure_says_whether_it_was_published() -> None:
    made_up = SourceDocument.objects.filter(title__startswith="Demonstration figures")
    assert set(made_up.values_list("standing", flat=True)) == {"demonstration"}
    assert Run.objects.filter(demonstration=False).count() == 0
    assert set(Schedule.objects.values_list("demonstration", flat=True)) == {True}


def test_three_persons_sign_each_warrant() -> None:
    signed = Warrant.objects.exclude(sent_by=None).values_list(
        "certified_by__person", "warranted_by__person", "sent_by__person"
    )
    assert signed
    assert all(len(set(persons)) == 3 for persons in signed)


def test_a_second_telling_changes_nothing() -> None:
    def state() -> tuple[object, ...]:
        heads = LedgerHead.objects.order_by("fund").values_list("fund", "number", "hash")
        counts = [model.objects.count() for model in (Posting, Run, Installment, Payment, Work)]
        return list(heads), counts

    before = state()
    assert "Told in" in seed()
    assert state() == before


def test_a_story_that_stopped_is_tried_anew() -> None:
    with transaction.atomic():
        Work.objects.filter(key=f"{telling.KIND}/{ZONES}").update(state=Work.State.FAILED, done=3)
        telling.offer(on=date(2026, 11, 30))
        row = Work.objects.get(key=f"{telling.KIND}/{ZONES}")
        assert (row.state, row.done) == (Work.State.DUE, 3)
        transaction.set_rollback(True)


def test_the_whole_holds_together(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("invariants")
    last = capsys.readouterr().out.strip().splitlines()[-1]
    held, of = last.split()[0], last.split()[2]
    assert held == of


def test_a_made_up_chain_of_two_reports_waits_with_the_director() -> None:
    declined = Decline.objects.order_by("municipality")
    assert [each.municipality_id for each in declined] == ["9901", "9902"]
    late = VacantLandReport.objects.get(municipality="9902", year=2009)
    assert late.certified_on == date(2009, 12, 4)
    assert ParcelChange.objects.get().parcel.report.municipality_id == "9901"
    assert not SentDecline.objects.exists()
    assert OffsetAttestation.objects.get().municipality_id == "9903"
