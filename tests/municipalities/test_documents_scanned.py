"""A real clamd is asked, and without its answer nothing is taken."""

from typing import Any

import pytest

from municipalities.documents import scanning, store
from municipalities.models import Officer, Quarantine
from municipalities.refusal import Refusal
from tests.municipalities.clamd import EICAR
from tests.municipalities.uploads import CSV, with_parts
from tests.offices import officer

pytestmark = pytest.mark.django_db


@pytest.fixture
def analyst() -> Officer:
    return officer("dca-analyst")


@pytest.mark.clamd
def test_a_harmless_file_names_the_scanner_that_passed_it(
    clamd: str, settings: Any, analyst: Officer
) -> None:
    settings.CLAMD = clamd
    assert store.check("a.csv", CSV, by=analyst).scanned_by.startswith("ClamAV ")
    assert scanning.state().startswith("Uploads are scanned by ClamAV")


@pytest.mark.clamd
def test_a_virus_is_refused_by_its_name_even_inside_a_workbook(
    clamd: str, settings: Any, analyst: Officer
) -> None:
    settings.CLAMD = clamd
    hidden = with_parts({"xl/media/image1.png": b"not a real virus"})
    table = b"a,b\n1,not a real virus\n"
    for content in (hidden, table):
        with pytest.raises(scanning.Infected, match="Apportion-Test"):
            store.check("a.xlsx", content, by=analyst)
    assert set(Quarantine.objects.values_list("virus", flat=True)) == {"Apportion-Test.UNOFFICIAL"}


@pytest.mark.clamd
def test_the_scanner_knows_the_file_that_every_scanner_knows(clamd: str, settings: Any) -> None:
    settings.CLAMD = clamd
    with pytest.raises(scanning.Infected, match="Eicar-Test"):
        scanning.scan(EICAR.encode())


def test_a_scanner_that_does_not_answer_lets_nothing_through(
    settings: Any, analyst: Officer
) -> None:
    settings.UNSCANNED_UPLOADS = True
    for silent in ("/nowhere/clamd.sock", "127.0.0.1:9"):
        settings.CLAMD = silent
        with pytest.raises(Refusal, match="does not answer"):
            store.check("a.csv", CSV, by=analyst)
    assert "does not answer" in scanning.state()


def test_without_a_scanner_uploads_need_a_setting(settings: Any, analyst: Officer) -> None:
    settings.CLAMD, settings.UNSCANNED_UPLOADS = "", False
    with pytest.raises(Refusal, match="No virus scanner is configured"):
        store.check("a.csv", CSV, by=analyst)
    assert "no upload is taken" in scanning.state()
    settings.UNSCANNED_UPLOADS = True
    assert store.check("a.csv", CSV, by=analyst).scanned_by == "no scanner"
