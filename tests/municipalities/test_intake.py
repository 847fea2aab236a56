"""A file becomes figures whole, checked, by two persons; a refused one leaves no figure behind."""

from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from municipalities import facts
from municipalities.intake import accepting
from municipalities.models import FactSeries, Intake, Override, SourceDocument
from municipalities.refusal import Refusal
from tests.municipalities.intakes import (
    CODES,
    LATER,
    ON,
    accept,
    failed,
    forward,
    in_a_folder,
    send,
    table,
    towns,
)  # fmt: skip
from tests.offices import officer
from tests.places import zone

__all__ = ["in_a_folder", "towns"]
pytestmark = pytest.mark.django_db


def test_a_file_becomes_a_version_with_source_period_received_day_and_hash(towns: Any) -> None:
    intake = forward(send(table()))
    (series,) = accept(intake, LATER)
    assert (series.kind, series.period, series.version) == ("taxable_sales", "2025", 1)
    paper = series.document
    assert (paper.title, paper.publisher, paper.received_on) == ("Sales 2025", "Taxation", ON)
    assert (paper.sha256, paper.file) == (intake.document.sha256, intake.document)
    assert series.intake == intake
    assert facts.value("taxable_sales", "2025", on=LATER, municipality="0703") == Decimal(1002)
    assert facts.in_force("taxable_sales", "2025", on=ON) is None
    assert intake.rows["0703"] == 5


def test_o41_a_rejected_upload_leaves_no_figure_no_paper_and_no_file_to_count(towns: Any) -> None:
    refused = send(table(**{"0705": "1.000,50"}))
    assert refused.outcome == Intake.Outcome.REFUSED
    assert [each["cell"] for each in refused.must] == ["C7"]
    assert (refused.figures, refused.listing) == ({}, [])
    assert not FactSeries.objects.exists()
    assert not SourceDocument.objects.exists()
    with pytest.raises(Refusal, match="must be mended"):
        forward(refused)
    corrected = accept(forward(send(table(**{"0705": "1,000.50"}))))
    assert facts.values(corrected[0])["0705"] == Decimal("1000.50")
    assert Intake.objects.count() == 2


def test_o59_who_sent_a_file_does_not_accept_it_in_another_office(towns: Any) -> None:
    intake = forward(send(table()))
    same = officer("treasury-analyst", person="State dca-analyst holder")
    with pytest.raises(Refusal, match="another person accepts it"):
        accepting.accept(intake, on=ON, by=same)
    with pytest.raises(IntegrityError, match="one person"), transaction.atomic():
        Intake.objects.filter(pk=intake.pk).update(accepted_by=same, accepted_on=ON)


def test_what_was_read_stays_and_a_file_is_never_deleted(towns: Any) -> None:
    intake = send(table())
    for change in ({"figures": {}}, {"period": "2024"}, {"must": ["x"]}, {"outcome": ""}):
        with pytest.raises(IntegrityError, match="stays as it is"), transaction.atomic():
            Intake.objects.filter(pk=intake.pk).update(**change)
    with pytest.raises(Exception, match="delete"), transaction.atomic():
        Intake.objects.filter(pk=intake.pk).delete()
    assert Intake.objects.filter(pk=intake.pk).exists()


def test_a_missing_municipality_stops_the_approval_until_an_override_of_two(towns: Any) -> None:
    intake = forward(send(table(**{"0704": None})))
    assert failed(intake) == [("Complete", "")]
    with pytest.raises(Refusal, match="1 checks are open: Complete"):
        accept(intake)
    asked = accepting.ask_override(
        intake, ["Complete/taxable_sales 2025"], "The zone had no seller.",
        on=ON, by=officer("dca-analyst"),
    )  # fmt: skip
    with pytest.raises(Refusal, match="checks are open"):
        accept(intake)
    own = officer("treasury-analyst", person="State dca-analyst holder", place="Own")
    with pytest.raises(Refusal, match="another person approves"):
        accepting.approve_override(asked, on=ON, by=own)
    with pytest.raises(IntegrityError, match="one person"), transaction.atomic():
        Override.objects.filter(pk=asked.pk).update(approved_by=own, approved_on=ON)
    accepting.approve_override(asked, on=ON, by=officer("treasury-analyst"))
    assert len(accept(intake)) == 1
    kept = Override.objects.get()
    assert kept.reason == "The zone had no seller."
    assert "0704" in kept.checks[0]["words"]


def test_a_swing_is_asked_about_one_percent_over_its_limit_and_not_at_it(towns: Any) -> None:
    accept(forward(send(table())))
    at_limit = send(table("2026", **{"0701": 1250}), period="2026")
    over = send(table("2026", **{"0701": 1250.01}), period="2026")
    assert ("Swing", "0701") not in failed(at_limit)
    assert ("Swing", "0701") in failed(over)


def test_who_moves_unlike_all_others_is_an_outlier(towns: Any) -> None:
    accept(forward(send(table())))
    doubled = {code: 1200 + n for n, code in enumerate(CODES)}
    alike = send(table("2026", **doubled), period="2026")
    unlike = send(table("2026", **doubled | {"0709": 1008}), period="2026")
    assert failed(alike) == []
    assert failed(unlike) == [("Outlier", "0709")]


def test_without_a_year_before_a_wrong_unit_is_an_outlier(towns: Any) -> None:
    assert failed(send(table(**{"0702": 1_001_000}))) == []
    assert failed(send(table(**{"0702": 1_100_000}))) == [("Outlier", "0702")]


def test_an_override_covers_what_was_shown_and_nothing_that_came_after(towns: Any) -> None:
    intake = forward(send(table(**{"0704": None})))
    asked = accepting.ask_override(
        intake, ["Complete/taxable_sales 2025"], "No seller.", on=ON, by=officer("dca-analyst")
    )
    accepting.approve_override(asked, on=ON, by=officer("treasury-analyst"))
    zone("Zone 0711", "0711")
    with pytest.raises(Refusal, match="checks are open"):
        accept(intake)


def test_a_file_of_the_wrong_period_is_refused(towns: Any) -> None:
    with pytest.raises(Refusal, match="the period is a year"):
        send(table(), period="SFY2025")
    with pytest.raises(Refusal, match="not between"):
        send(table("2027"), period="2027")
    refused = send(table("2024"), period="2025")
    assert "A file of 2025 is needed" in refused.must[0]["needed"]


def test_the_same_file_is_sent_once_and_again_when_it_was_declined(towns: Any) -> None:
    first = send(table())
    with pytest.raises(Refusal, match=f"it is file {first.pk}"):
        send(table())
    accepting.decline(first, "Sent too early.", on=ON, by=officer("treasury-analyst"))
    assert send(table()).outcome == Intake.Outcome.READ
    with pytest.raises(Refusal, match="declined"):
        forward(first)


def test_what_says_nothing_new_is_not_put_forward(towns: Any) -> None:
    accept(forward(send(table())))
    with pytest.raises(Refusal, match="nothing new"):
        forward(send(table().replace(b"1001", b'"1,001.00"')))
    assert FactSeries.objects.count() == 1


def test_put_forward_and_accepted_twice_happens_once(towns: Any) -> None:
    intake = send(table())
    assert forward(intake).pk == forward(intake).pk
    assert accept(intake) == accept(intake)
    assert FactSeries.objects.count() == 1
