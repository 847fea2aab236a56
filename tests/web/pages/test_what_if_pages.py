"""What if, on its pages: computed by a form, compared, shared, and marked wherever it goes."""

import io
from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from funds import what_ifs
from funds.models import Run, WhatIf
from funds.what_if_changes import STANDING, Change
from tests.offices import officer
from tests.web.pages import world
from tests.web.pages.people import sign_in_of
from tests.web.pictures import titles, unequal

pytestmark = pytest.mark.django_db
ON = date(2026, 11, 30)


@pytest.fixture
def run(db: None) -> Run:
    """A credited year of three zones."""
    return world.zone_years((2026,))[2026]


def kept(run: Run, name: str = "Less is appropriated", *, shared: bool = False) -> WhatIf:
    changes = [Change("figure", "", "appropriated_amount", "60000000.00"),
               Change("standing", "Exampleton", STANDING, "no")]  # fmt: skip
    by = officer("treasury-analyst")
    made = what_ifs.keep(run, name, changes, note="For the hearing.", on=ON, by=by)
    return what_ifs.share(made, on=ON, by=by) if shared else made


def test_an_analyst_asks_what_if_and_reads_who_gains_and_loses(run: Run, reading: Any) -> None:
    analyst, at = reading(officer("treasury-analyst")), reverse("what_if_ask", args=[run.pk])
    assert at in analyst.get(reverse("run", args=[run.pk])).content.decode()
    form = analyst.get(at)
    assert "Exampleton" in form.content.decode()
    asked = {"name": "Steps", "schedule": "zone_assistance.step_down", "schedule_value": "50; x",
             "note": "", "standing": "yes"}  # fmt: skip
    wrong = analyst.post(at, asked)
    assert "needed is its shape" in wrong.content.decode()
    values = "; ".join(["50"] * 10)
    answer = analyst.post(at, asked | {"schedule_value": values}, follow=True)
    shown = answer.content.decode()
    assert WhatIf.objects.get().name == "Steps"
    assert "What if, never payable" in shown and "not certified, never payable" in shown
    assert titles(shown) and unequal(shown) == []
    assert "Counties that lose" in shown and "Ceilings" in shown and "Lapses" in shown
    empty = analyst.post(at, {"name": "Nothing", "standing": "yes"})
    assert "Nothing is changed" in empty.content.decode()


def test_two_what_ifs_are_compared_holder_by_holder(run: Run, reading: Any) -> None:
    first = kept(run)
    second = what_ifs.keep(
        run, "Half as much", [Change("figure", "", "determined_amount", "40000000.00")], on=ON,
        by=officer("treasury-analyst"),
    )  # fmt: skip
    auditor = reading(officer("auditor"))
    page = auditor.get(reverse("what_if", args=[first.pk]), {"with": str(second.pk)})
    assert "Less than this" in page.content.decode()
    assert auditor.get(reverse("what_if", args=[first.pk]), {"with": "x"}).status_code == 400
    listed = auditor.get(reverse("what_ifs")).content.decode()
    assert "Half as much" in listed and "Less is appropriated" in listed


def test_a_municipality_sees_its_own_line_of_a_shared_one_alone(run: Run, reading: Any) -> None:
    made = kept(run)
    newark = reading(officer("coordinator", municipality="0714"))
    at, why = (
        reverse("what_if", args=[made.pk]),
        reverse("run_holder", args=[run.pk, "zone:Newark"]),
    )
    assert newark.get(at).status_code == 404
    assert at not in newark.get(why).content.decode()
    kept(run, shared=True)
    assert at in newark.get(why).content.decode()
    shown = newark.get(at).content.decode()
    assert "Your lines" in shown and "never payable" in shown
    assert "Phillipsburg" not in shown
    book = load_workbook(io.BytesIO(newark.get(reverse("what_if_xlsx", args=[made.pk])).content))
    assert book.sheetnames == ["What if"]
    assert newark.get(reverse("what_if_share", args=[made.pk])).status_code == 403


def test_every_sheet_of_the_export_is_marked(run: Run, reading: Any) -> None:
    auditor = reading(officer("auditor"))
    answer = auditor.get(reverse("what_if_xlsx", args=[kept(run).pk]))
    assert "what-if-less-is-appropriated.xlsx" in answer["Content-Disposition"]
    book = load_workbook(io.BytesIO(answer.content))
    assert len(book.sheetnames) == 5
    assert all(sheet["A1"].value.startswith(what_ifs.WATERMARK) for sheet in book.worksheets)


def test_it_is_shared_once(run: Run, reading: Any) -> None:
    analyst, made = reading(officer("treasury-analyst")), kept(run)
    at = reverse("what_if_share", args=[made.pk])
    assert at in analyst.get(reverse("what_if", args=[made.pk])).content.decode()
    assert "sees its own line" in analyst.post(at, follow=True).content.decode()
    assert "was shared on November 30, 2026" in analyst.post(at).content.decode()


@pytest.mark.browser
def test_a_what_if_can_be_used_by_everyone(
    run: Run, visit: Any, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    made, by = kept(run), sign_in_of(officer("treasury-analyst"))
    for name, at in (("what-if", reverse("what_if", args=[made.pk])),
                     ("what-if-ask", reverse("what_if_ask", args=[run.pk])),
                     ("what-ifs", reverse("what_ifs"))):  # fmt: skip
        page = visit(at, by=by)
        assert axe(page) == []
        shot(page, name)
        page.set_viewport_size({"width": 390, "height": 900})
        assert no_sideways_scroll(page)
        shot(page, f"{name}-phone")
        page.set_viewport_size({"width": 1280, "height": 900})
