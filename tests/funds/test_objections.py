"""Objections to data stop a signature until they are decided or waived; receipts are on record."""

import html
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from funds import acknowledgements, allocation, letters, objections
from funds.models import Objection, Run, Waiver
from funds.objections import Challenge
from funds.refusal import Refusal
from municipalities import offices
from municipalities.models import FactSeries, Officer
from tests.funds.accepted import ON, accept, certified, run
from tests.offices import officer
from tests.places import municipality
from tests.web.pages import people

pytestmark = pytest.mark.django_db
FUND = "energy-receipts"
WRONG = Challenge(Decimal(65000), "The State’s own letter says 65,000")


@pytest.fixture
def series() -> FactSeries:
    for code, name in (("9901", "Exampleton"), ("9902", "Samplebury")):
        municipality(code, name)
    accept("amount", "SFY2027", {None: "100000"})
    return accept("prior_year_amount", "SFY2027", {"9901": "60000", "9902": "40000"})


def cfo(code: str = "9901") -> Officer:
    return people.local("cfo", code)


def objected(series: FactSeries) -> Objection:
    town = municipality("9901", "Exampleton")
    return objections.file(series, town, WRONG, on=ON, by=cfo())


def test_an_undecided_objection_stops_the_signature_and_an_overruled_one_does_not(
    series: FactSeries,
) -> None:
    made = run(FUND, 2027)
    filed = objected(series)
    with pytest.raises(Refusal, match=r"not decided \(Exampleton, Prior year amount SFY2027"):
        certified(made)
    objections.decide(
        filed, upheld=False, answer="The letter is older", on=ON, by=officer("dca-analyst")
    )
    assert certified(made).certification


def test_an_upheld_objection_needs_the_corrected_figure(series: FactSeries) -> None:
    made, filed = run(FUND, 2027), objected(series)
    objections.decide(filed, upheld=True, answer="Right", on=ON, by=officer("dca-analyst"))
    with pytest.raises(Refusal, match="prepare the run anew"):
        certified(made)
    accept("prior_year_amount", "SFY2027", {"9901": "65000", "9902": "40000"})
    assert certified(run(FUND, 2027)).certification


def test_the_window_closes_after_thirty_days_and_is_open_on_the_last(series: FactSeries) -> None:
    town = municipality("9901", "Exampleton")
    last = objections.until(series)
    assert last == ON + timedelta(days=30)
    with pytest.raises(Refusal, match="open until October 1, 2026"):
        objections.file(series, town, WRONG, on=last + timedelta(days=1), by=cfo())
    assert objections.file(series, town, WRONG, on=last, by=cfo())


def test_nobody_objects_to_anothers_figure_or_to_what_stands(series: FactSeries) -> None:
    town = municipality("9901", "Exampleton")
    with pytest.raises(Refusal, match="its own municipality"):
        objections.file(series, town, WRONG, on=ON, by=cfo("9902"))
    same = Challenge(Decimal(60000), "No difference")
    with pytest.raises(Refusal, match="is 60000 already"):
        objections.file(series, town, same, on=ON, by=cfo())


def test_who_loaded_the_figures_does_not_decide(series: FactSeries) -> None:
    filed = objected(series)
    with pytest.raises(Refusal, match="another person decides"):
        objections.decide(filed, upheld=True, answer="Right", on=ON, by=officer("treasury-analyst"))


def test_a_waiver_by_another_person_lets_the_run_be_certified(series: FactSeries) -> None:
    made, _ = run(FUND, 2027), objected(series)
    waiver = objections.ask_waiver(
        made, Waiver.Of.OBJECTIONS, "The payment is due", on=ON, by=officer("treasury-analyst")
    )
    with pytest.raises(Refusal, match="not decided"):
        certified(made)
    with pytest.raises(IntegrityError), transaction.atomic():
        Waiver.objects.filter(pk=waiver.pk).update(authorised_by=waiver.asked_by, authorised_on=ON)
    objections.authorise(waiver, on=ON, by=officer("dca-director"))
    assert certified(made).certification


def test_the_letter_of_a_certification_says_what_was_waived_why_and_by_which_office(
    series: FactSeries, settings: Any, tmp_path: Path
) -> None:
    settings.DOCUMENTS = str(tmp_path)
    made, _ = run(FUND, 2027), objected(series)
    by = officer("treasury-analyst")
    objections.ask_waiver(made, Waiver.Of.CASES, "Never authorised", on=ON, by=by)
    waiver = objections.ask_waiver(made, Waiver.Of.OBJECTIONS, "The payment is due", on=ON, by=by)
    director = officer("dca-director")
    objections.authorise(waiver, on=ON, by=director)
    certification = certified(made).certification
    paper = letters.issue_certification(certification, "9902", on=ON, by=offices.system())
    line = f"Objections that are not decided: The payment is due. Authorised by {director}."
    assert [tuple(fact) for fact in paper.letter["facts"] if fact[0] == "Waived"] == [
        ("Waived", line)
    ]
    reader = Client()
    reader.force_login(people.sign_in_of(cfo("9902")))
    page = reader.get(reverse("paper", args=[paper.number])).content.decode()
    assert line in html.unescape(page)


def test_a_certification_is_acknowledged_once_by_whom_it_is_for(series: FactSeries) -> None:
    signed = allocation.certify(run(FUND, 2027), on=ON, by=officer("treasury-certifier"))
    with pytest.raises(Refusal, match="acknowledges its own"):
        acknowledgements.acknowledge(signed, "9901", on=ON, by=cfo("9902"))
    made = acknowledgements.acknowledge(signed, "9901", on=ON, by=cfo())
    assert acknowledgements.acknowledge(signed, "9901", on=ON, by=cfo()) == made
    assert Run.objects.get().certification.acknowledgements.count() == 1
