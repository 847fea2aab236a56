"""What the chain certified is what a run reads, by four bodies; what judgments adjust."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from funds import (
    declines,
    determinations,
    highlands_figures,
    parcel_changes,
)
from funds.determinations import Decided
from funds.models import (
    Determination,
    SentDecline,
)
from funds.refusal import Refusal
from funds.rules.highlands import HighlandsMunicipality, valuation_base
from funds.rules.worksheet import Worksheet
from municipalities import conformance, facts
from municipalities.models import ConformanceEvent, County, Municipality
from payments import installments
from payments.models import Installment
from tests import highlands as hl
from tests.funds.accepted import accept, amounts, run
from tests.funds.test_vacant_land import to
from tests.highlands import ACCEPTED, DIRECTOR, HIGHLANDS, SENT, TOWN
from tests.offices import officer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Any) -> None:
    settings.DOCUMENTS = str(tmp_path)


def test_what_was_certified_becomes_figures_that_cite_it_and_another_accepts() -> None:
    hl.certified()
    hl.ratios("100", "80")
    (decline,) = hl.board()
    paper_ = hl.sent()
    assert hl.sent() == paper_
    assert facts.latest("current_assessed", on=ACCEPTED) is None
    with pytest.raises(Refusal, match="another person"):
        highlands_figures.accept(paper_, on=ACCEPTED, by=officer(DIRECTOR))
    made = highlands_figures.accept(paper_, on=ACCEPTED, by=officer("treasury-analyst"))
    assert {(each.kind, each.period) for each in made} == {
        ("base_assessed", "2003"), ("base_ratio", "2003"),
        ("current_assessed", "2009"), ("current_ratio", "2009"),
    }  # fmt: skip
    values = {each.kind: facts.values(each)[TOWN] for each in made}
    others = dict.fromkeys(
        ("local_tax_total", "net_valuation", "watershed_deduction", "adjustment"), Decimal(1)
    )
    town = HighlandsMunicipality(code=TOWN, qualified=True, **values, **others)
    assert valuation_base(town, Worksheet()) == decline.valuation_base
    assert made[0].document == paper_ and "9901 v1" in paper_.reference


def test_a_town_that_sent_nothing_keeps_its_most_recent_figures() -> None:
    loaded = {"1401": "500000", TOWN: "1"}
    hl.town("1401", "Otherville")
    hl.town()
    accept("base_assessed", "2003", loaded, on=date(2009, 1, 5))
    accept("current_assessed", "2008", loaded, on=date(2009, 1, 5))
    hl.chain()
    assert facts.values(facts.latest("current_assessed", on=ACCEPTED)) == {  # type: ignore[arg-type]
        "1401": Decimal(500_000), TOWN: Decimal(400_000),
    }  # fmt: skip


def test_a_year_that_is_sent_late_does_not_take_the_place_of_a_later_one() -> None:
    hl.chain()
    on, year = date(2010, 2, 1), hl.YEAR - 1
    hl.certified([hl.said(now="700000.00")], year=year, on=on)
    accept("equalization_ratio", str(year), {TOWN: "100"}, on=on)
    by = officer("county-board", county="99")
    declines.certify(County.objects.get(pk="99"), year, on=on, by=by)
    paper = highlands_figures.send(year, on=on, by=officer(DIRECTOR))
    highlands_figures.accept(paper, on=on, by=officer("treasury-analyst"))
    latest = facts.latest("current_assessed", on=on)
    assert latest is not None
    assert (latest.period, facts.values(latest)[TOWN]) == ("2009", 400_000)
    assert facts.value("current_assessed", "2008", on=on, municipality=TOWN) == 700_000


def test_figures_loaded_by_fiscal_year_are_followed_by_the_chains() -> None:
    hl.town()
    for kind in ("base_assessed", "current_assessed"):
        accept(kind, "SFY2009", {TOWN: "1"}, on=date(2009, 1, 5))
    hl.chain()
    for kind, value in (("base_assessed", 1_000_000), ("current_assessed", 400_000)):
        latest = facts.latest(kind, on=ACCEPTED)
        assert latest is not None
        assert facts.values(latest)[TOWN] == value


def test_the_directors_change_goes_to_the_treasurer_and_the_boards_figure_stays() -> None:
    report = hl.certified()
    hl.ratios()
    (decline,) = hl.board()
    parcel = report.parcels.get()
    parcel_changes.change(parcel, to(), "The judgment", on=SENT, by=officer(DIRECTOR))
    hl.sent()
    went = SentDecline.objects.get()
    assert (decline.valuation_base, went.valuation_base) == (600_000, 550_000)
    parcel_changes.change(parcel, to("460000.00"), "Again", on=SENT, by=officer(DIRECTOR))
    hl.sent(date(2010, 1, 7))
    assert SentDecline.objects.count() == 2


def test_a_judgment_adjusts_the_payment_due_next_and_never_the_paid_one() -> None:
    hl.chain()
    hl.credited()
    installments.release_due(on=date(2010, 4, 1), by=officer("treasury-certifier"))
    said = Decided(date(2010, 5, 3), Decimal("-300.00"), "Lot 1 was modified", hl.paper())
    made = determinations.judgment(
        Municipality.objects.get(pk=TOWN), said, on=date(2010, 5, 10), by=officer(DIRECTOR)
    )
    assert (made.due_on, made.sfy) == (date(2010, 6, 1), 2010)
    day = date(2010, 5, 11)
    highlands_figures.accept(made.series.document, on=day, by=officer("treasury-analyst"))
    hl.signed(date(2010, 5, 12))
    rows = Installment.objects.filter(holder=TOWN, replaced_by=None).order_by("statutory_on")
    assert [(each.statutory_on, each.amount) for each in rows] == [
        (date(2010, 4, 1), Decimal("5400.00")), (date(2010, 6, 1), Decimal("5100.00")),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("judged", "recorded", "sfy"),
    [
        (date(2010, 3, 1), date(2010, 3, 2), 2010),
        (date(2010, 5, 30), date(2010, 6, 2), 2011),
        (date(2010, 6, 2), date(2010, 6, 2), 2011),
    ],
)
def test_a_judgment_recorded_after_its_payment_adjusts_the_one_that_is_next_then(
    judged: date, recorded: date, sfy: int
) -> None:
    said = Decided(judged, Decimal("5.00"), "Lot 1", hl.paper())
    made = determinations.judgment(hl.town(), said, on=recorded, by=officer(DIRECTOR))
    assert made.sfy == sfy


def test_two_judgments_of_a_year_add_up_and_the_recorder_accepts_neither() -> None:
    town, on = hl.town(), date(2010, 1, 5)
    first, second = (
        determinations.judgment(
            town,
            Decided(on, Decimal(amount), f"Lot {amount}", hl.paper()),
            on=on,
            by=officer(DIRECTOR),
        )
        for amount in ("100.00", "-30.00")
    )
    other = officer(DIRECTOR, place="Second", person="Second director")
    assert facts.values(second.series)[TOWN] == 70
    with pytest.raises(Refusal, match="another person"):
        highlands_figures.accept(second.series.document, on=on, by=officer(DIRECTOR))
    highlands_figures.accept(second.series.document, on=on, by=other)
    assert highlands_figures.waiting() == []
    with pytest.raises(Refusal, match="superseded"):
        highlands_figures.accept(first.series.document, on=on, by=other)


def test_watershed_aid_is_deducted_only_by_a_determination_after_consultation() -> None:
    hl.chain()
    town, on, by = hl.town(), date(2010, 1, 9), officer("treasury-analyst")
    assert amounts(run(HIGHLANDS, 2010, on), "payable")[TOWN] == Decimal("10800.00")
    with pytest.raises(Refusal, match="consultation"):
        determinations.watershed(
            town, 2010, Decided(on, Decimal(500), "Why", hl.paper()), on=on, by=by
        )
    said = Decided(on, Decimal(500), "Why", hl.paper(), "Director of DLGS, January 8")
    made = determinations.watershed(town, 2010, said, on=on, by=by)
    assert determinations.watershed(town, 2010, said, on=on, by=by) == made
    assert amounts(run(HIGHLANDS, 2010, on), "payable")[TOWN] == Decimal("10800.00")
    highlands_figures.accept(made.series.document, on=on, by=officer("dca-analyst"))
    assert amounts(run(HIGHLANDS, 2010, on), "payable")[TOWN] == Decimal("10300.00")
    with pytest.raises(DatabaseError), transaction.atomic():
        Determination.objects.update(amount=1)


def test_who_is_qualified_follows_the_recorded_events_on_the_day() -> None:
    town, by = hl.town(), officer("dca-director")
    for kind, day in (("master-plan", date(2009, 6, 1)), ("regulations", date(2009, 7, 1))):
        conformance.record(
            town, kind, effective_on=day, source="Ordinance 9", on=date(2009, 7, 2), by=by
        )
    hl.chain()
    before = run(HIGHLANDS, 2010, date(2010, 1, 10))
    assert set(amounts(before, "payable")) == {TOWN}
    outside = hl.town("9902", "Sampleborough")
    Municipality.objects.filter(pk="9902").update(in_highlands=False)
    outside.refresh_from_db()
    with pytest.raises(Refusal, match="not listed"):
        conformance.record(outside, "petition", effective_on=SENT, source="R", on=SENT, by=by)
    with pytest.raises(Refusal, match="a day up to"):
        conformance.record(town, "withdrawn", effective_on=ACCEPTED, source="R", on=SENT, by=by)
    with pytest.raises(DatabaseError), transaction.atomic():
        ConformanceEvent.objects.update(source="Another")


def test_without_a_recorded_flag_a_withdrawal_ends_qualification_from_its_day() -> None:
    town, by = hl.town(), officer("dca-director")
    for kind in ("master-plan", "regulations"):
        conformance.record(
            town, kind, effective_on=date(2009, 7, 1), source="R", on=date(2009, 7, 2), by=by
        )
    hl.chain()
    accept("available_amount", "SFY2009", {None: "5000"}, on=ACCEPTED)
    assert set(amounts(run(HIGHLANDS, 2009, date(2010, 1, 10)), "payable")) == {TOWN}
    conformance.record(
        town, "withdrawn", effective_on=date(2010, 1, 11), source="R", on=date(2010, 1, 11), by=by
    )
    assert set(amounts(run(HIGHLANDS, 2009, date(2010, 1, 10)), "payable")) == {TOWN}
    assert amounts(run(HIGHLANDS, 2009, date(2010, 1, 12)), "payable") == {}
