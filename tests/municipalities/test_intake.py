"""A file becomes figures whole, checked, by two persons; a refused one leaves no figure behind."""

import io
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from openpyxl import load_workbook

from municipalities import facts, successions
from municipalities.documents import store
from municipalities.intake import accepting, checks, sending, workbooks
from municipalities.models import Document, FactSeries, Intake, Override, SourceDocument
from municipalities.reading.formats import LAYOUTS
from municipalities.refusal import Refusal
from tests.offices import officer
from tests.places import municipality, zone
from tests.reading.made import csv_of

pytestmark = pytest.mark.django_db

ON, LATER = date(2026, 9, 1), date(2026, 9, 20)
HEADS = ("Municode", "Municipality", "taxable_sales")
CODES = [f"07{n:02}" for n in range(1, 11)]


@pytest.fixture(autouse=True)
def _in_a_folder(settings: Any, tmp_path: Any) -> None:
    settings.DOCUMENTS, settings.UNSCANNED_UPLOADS = str(tmp_path), True


@pytest.fixture
def towns() -> list[str]:
    """Ten towns that are zones, whose figures must be there."""
    for code in CODES:
        zone(f"Zone {code}", code)
    return CODES


def table(period: str = "2025", **changed: Any) -> bytes:
    """Sales of every town, a thousand dollars each but where it is said otherwise."""
    values = {code: 1000 + n for n, code in enumerate(CODES)} | changed
    rows = [(code, f"Town {code}", value) for code, value in values.items() if value is not None]
    return csv_of([(f"Taxable sales, {period}",), HEADS, *rows])


def send(content: bytes, *, layout: str = "taxable-sales", period: str = "2025", on: date = ON,
         name: str = "sales.csv") -> Intake:  # fmt: skip
    by = officer("dca-analyst")
    what = sending.Publication(layout, period, f"Sales {period}", "Taxation", on)
    return sending.read(sending.send(store.check(name, content, by=by), what, on=on, by=by))


def forward(intake: Intake, on: date = ON) -> Intake:
    return accepting.forward(intake, looked=True, on=on, by=officer("dca-analyst"))


def accept(intake: Intake, on: date = ON) -> list[FactSeries]:
    return accepting.accept(intake, on=on, by=officer("treasury-analyst"))


def failed(intake: Intake, on: date = ON) -> list[tuple[str, str]]:
    assert intake.outcome == Intake.Outcome.READ
    found = checks.failed(checks.compare(intake, on), LAYOUTS[intake.layout])
    return [(each.what, each.code) for each in found]


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


def test_partial_files_are_added_to_what_is_on_its_way(towns: Any) -> None:
    from tests.reading.test_formats import extract, parcel

    first = forward(send(extract(parcel("0701", "4A ")), layout="modiv", name="a.txt"))
    with pytest.raises(Refusal, match="Complete"):
        accept(first)
    lines = [parcel(code, "4A ", block=str(n)) for code in CODES[1:] for n in range(3)]
    second = forward(send(extract(*lines), layout="modiv", name="b.txt"))
    (series,) = accept(second)
    assert (series.version, facts.values(series)["0701"], facts.values(series)["0710"]) == (2, 1, 3)
    with pytest.raises(Refusal, match="superseded"):
        accept(first)


def test_something_to_look_at_must_be_said_to_be_looked_at(towns: Any) -> None:
    intake = send(table().replace(b"Taxable sales, 2025", b"Taxable sales"))
    assert intake.look
    by = officer("dca-analyst")
    with pytest.raises(Refusal, match="say that you did"):
        accepting.forward(intake, looked=False, on=ON, by=by)
    assert accepting.forward(intake, looked=True, on=ON, by=by).forwarded_by == by


def test_a_file_that_takes_too_much_memory_is_refused_and_the_worker_lives(
    towns: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from municipalities.reading import confined

    monkeypatch.setattr(confined, "TO_READ", (60, 60))
    refused = send(table() + b"," * 5_000_000)
    assert "more than 60 MB of memory" in refused.must[0]["needed"]
    assert (refused.must[0]["sheet"], refused.must[0]["cell"]) == ("sales.csv", "the whole file")


def test_a_dissolved_town_that_is_not_needed_may_be_left_out(towns: Any) -> None:
    gone = municipality("0429", "Pine Valley")
    gone.dissolved_on = date(2022, 1, 1)
    gone.save()
    rows = [("2025",), ("Municode", "prior_year_amount"), *((code, 5) for code in CODES)]
    intake = send(csv_of([("SFY2027",), *rows[1:]]), layout="prior-year-amount", period="SFY2027")
    assert failed(intake) == []
    fewer = [("SFY2027",), *rows[1:-1]]
    intake = send(csv_of(fewer), layout="prior-year-amount", period="SFY2027", name="b.csv")
    assert failed(intake) == [("Complete", "")]
    assert Document.objects.count() == 2


def test_o68_a_list_of_one_fewer_names_the_difference_and_stops_only_itself(towns: Any) -> None:
    every = [(code, 5) for code in CODES]
    short = send(
        csv_of([("SFY2027",), ("Municode", "prior_year_amount"), *every[:-1]]),
        layout="prior-year-amount", period="SFY2027", name="short.csv",
    )  # fmt: skip
    forward(short)
    with pytest.raises(Refusal, match="Complete, prior_year_amount SFY2027"):
        accept(short)
    (check,) = checks.failed(checks.compare(short, ON), LAYOUTS["prior-year-amount"])
    assert check.words == f"1 municipality has no figure: {CODES[-1]}."
    assert len(accept(forward(send(table())))) == 1


def test_o68_a_town_that_was_taken_in_is_needed_no_more_and_its_heir_is(towns: Any) -> None:
    gone, heir = municipality(CODES[-1]), municipality(CODES[0])
    successions.record(gone, heir, document="Order 1", on=ON, by=officer("dca-director"))
    every = [(code, 5) for code in CODES]
    heads = [("SFY2027",), ("Municode", "prior_year_amount")]
    to = {"layout": "prior-year-amount", "period": "SFY2027"}
    assert failed(send(csv_of([*heads, *every[:-1]]), name="a.csv", **to)) == []
    assert failed(send(csv_of([*heads, *every[1:-1]]), name="b.csv", **to)) == [("Complete", "")]


def test_o55_what_goes_out_reads_back_as_it_was_and_runs_nothing(towns: Any) -> None:
    municipality("0712", "=1+1")
    municipality("0713", "@SUM(A1)")
    to = {"layout": "adjustment", "period": "SFY2027"}
    rows = [("0712", "-1,250.50"), ("0713", "(3.00)"), ("0701", "7")]
    sent = send(csv_of([("SFY2027",), ("Municode", "adjustment"), *rows]), **to)
    accept(forward(sent))
    out = workbooks.template(LAYOUTS["adjustment"], "SFY2027", ON)
    cells = {row[0].value: row for row in load_workbook(io.BytesIO(out)).active}
    assert [cell.data_type for cell in cells["0712"]] == ["s", "s", "s", "n"]
    assert (cells["0712"][1].value, cells["0712"][3].value) == ("=1+1", -1250.5)
    again = sending.read(
        sending.send(
            store.check("back.xlsx", out, by=officer("dca-analyst")),
            sending.Publication("adjustment", "SFY2027", "Back", "Taxation", ON),
            on=ON, by=officer("dca-analyst"),
        )
    )  # fmt: skip
    assert again.must == []
    read = {code: Decimal(v) for code, v in again.figures["adjustment SFY2027"].items()}
    assert read == {"0712": Decimal("-1250.50"), "0713": Decimal(-3), "0701": Decimal(7)}
