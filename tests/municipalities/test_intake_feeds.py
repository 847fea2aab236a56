"""Files that hold a part, one town too few, or too much; and what goes out and comes back."""

import io
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from openpyxl import load_workbook

from municipalities import facts, successions
from municipalities.documents import store
from municipalities.intake import accepting, checks, sending, workbooks
from municipalities.models import Document
from municipalities.reading.formats import LAYOUTS
from municipalities.refusal import Refusal
from tests.municipalities.intakes import (
    CODES,
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
from tests.places import municipality
from tests.reading.made import csv_of

__all__ = ["in_a_folder", "towns"]
pytestmark = pytest.mark.django_db


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


def test_a_file_may_still_say_the_name_before(towns: Any) -> None:
    town = municipality(CODES[0])
    successions.rename(
        town, "Newham", "Borough of Newham", document="Ordinance 7", on=ON,
        by=officer("dca-director"),
    )  # fmt: skip
    for name in (town.name, "Newham", "BORO OF NEWHAM"):
        rows = [("2025",), ("Municipality", "taxable_sales"), (name, "5")]
        assert send(csv_of(rows), name=f"{name}.csv").figures == {
            "taxable_sales 2025": {CODES[0]: "5"}
        }


def test_o55_what_goes_out_reads_back_as_it_was_and_runs_nothing(towns: Any) -> None:
    municipality("0712", "=1+1")
    municipality("0713", "@SUM(A1)")
    to = {"layout": "adjustment", "period": "SFY2027"}
    rows = [("0712", "-1,250.50"), ("0713", "(3.00)"), ("0701", "7")]
    sent = send(csv_of([("SFY2027",), ("Municode", "adjustment"), *rows]), **to)
    accept(forward(sent))
    out = workbooks.template(LAYOUTS["adjustment"], "SFY2027", ON)
    cells = {row[0].value: row for row in load_workbook(io.BytesIO(out)).active}
    assert [cell.data_type for cell in cells["0712"][:4]] == ["s", "s", "s", "n"]
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
