"""Letters: what they say, that they are papers for everyone, and whether they stand."""

import io
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from funds import allocation, certification, letters
from funds.models import Certification
from funds.refusal import Refusal
from municipalities import offices
from municipalities.documents import store
from municipalities.letters import papers
from municipalities.models import Paper
from tests.offices import officer
from tests.web.pages import world
from tests.web.pages.people import coordinator, sign_in_of

pytestmark = pytest.mark.django_db
ON = date(2026, 7, 21)


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DOCUMENTS = str(tmp_path)
    return tmp_path


@pytest.fixture
def certified(db: None) -> Certification:
    return world.zone_years((2026, 2027))[2027].certification


def letter_to(found: Certification, holder: str = "zone:Phillipsburg") -> Paper:
    return letters.issue_certification(found, holder, on=ON, by=offices.system())


def opened(paper: Paper) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(store.read(paper.document)))


def reading(who: Any) -> Client:
    client = Client()
    client.force_login(sign_in_of(who))
    return client


def structure(node: Any) -> Iterator[str]:
    """The kinds of the tags of a PDF, in reading order."""
    if isinstance(node, pikepdf.Array):
        for each in node:
            yield from structure(each)
    elif isinstance(node, pikepdf.Dictionary):
        if "/S" in node:
            yield str(node["/S"])
        if "/K" in node:
            yield from structure(node["/K"])


def test_a_letter_is_issued_once_numbered_and_stored_with_its_hash(
    certified: Certification,
) -> None:
    made, again = letter_to(certified), letter_to(certified)
    assert made == again
    assert made.number == "ZA-2027-01-2119"
    assert made.sha256 == made.document.sha256
    assert store.read(made.document).startswith(b"%PDF-")
    assert made.document.zone_id == "2119"


def test_o67_a_letter_can_be_read_aloud(certified: Certification) -> None:
    with opened(letter_to(certified)) as pdf:
        tags = list(structure(pdf.Root.StructTreeRoot))
        assert pdf.Root.MarkInfo.Marked
        assert str(pdf.Root.Lang).lower() == "en-us"
        assert str(pdf.docinfo.Title).endswith("SFY2027: the Phillipsburg zone")
        with pdf.open_metadata() as told:
            assert told["{http://www.aiim.org/pdfua/ns/id/}part"] == "1"
        assert {"/H1", "/Table", "/TH", "/TD"} <= set(tags)
        assert tags.index("/H1") < tags.index("/Table")


def test_the_same_letter_is_set_to_the_same_bytes(certified: Certification) -> None:
    from municipalities.letters.engine import typeset

    said = letter_to(certified).letter
    sets = {typeset(said, number="X-1", on=ON, verify="v", mark="m") for _ in range(2)}
    assert len(sets) == 1


def test_o67_the_page_says_what_the_pdf_says(certified: Certification) -> None:
    paper = letter_to(certified)
    amount = certified.run.lines.get(holder="zone:Phillipsburg", component="allocation").amount
    shown = f"{Decimal(amount):,.2f}"
    page = reading(coordinator("2119")).get(reverse("paper", args=[paper.number]))
    text = page.content.decode()
    assert shown in text and paper.sha256 in text and certified.document_hash in text
    for paragraph in paper.letter["paragraphs"]:
        assert paragraph.split("(")[0] in text
    assert paper.letter["tables"][0]["rows"][0][2].replace(",", "") in shown.replace(",", "")


def test_the_pdf_is_handed_out_as_it_was_issued(certified: Certification) -> None:
    paper = letter_to(certified)
    answer = reading(coordinator("2119")).get(reverse("paper_pdf", args=[paper.number]))
    assert answer.content == store.read(paper.document)
    assert answer["Content-Disposition"] == 'attachment; filename="ZA-2027-01-2119.pdf"'


def test_anothers_paper_is_as_if_it_were_not_there(certified: Certification) -> None:
    paper = letter_to(certified)
    stranger = reading(coordinator("0714"))
    for name in ("paper", "paper_pdf"):
        assert stranger.get(reverse(name, args=[paper.number])).status_code == 404
        assert stranger.get(reverse(name, args=["ZA-2027-99-2119"])).status_code == 404
    assert paper.number not in stranger.get(reverse("papers")).content.decode()
    assert paper.number in reading(officer("auditor")).get(reverse("papers")).content.decode()


def test_whoever_holds_a_paper_may_ask_whether_it_stands(certified: Certification) -> None:
    paper = letter_to(certified)
    to, anyone = reverse("verify", args=[paper.number]), Client()
    assert ">Valid<" in anyone.get(to).content.decode()
    assert (
        "is the paper as it was issued"
        in anyone.get(to, {"sha256": paper.sha256.upper()}).content.decode()
    )
    assert "is not the paper" in anyone.get(to, {"sha256": "0" * 64}).content.decode()
    unknown = anyone.get(reverse("verify", args=["ZA-2027-77-2119"])).content.decode()
    assert ">Unknown<" in unknown and "issued no paper" in unknown


def test_a_later_certification_supersedes_the_letter(certified: Certification) -> None:
    first = letter_to(certified)
    by = officer("treasury-analyst")
    run = allocation.run_on(
        world.ZONES, 2027, world.facts("13800000.00", 25), on=ON, by=by, reason="Parcels",
        supersedes=certified.run,
    )  # fmt: skip
    newer = allocation.certify(run, on=ON, by=officer("treasury-certifier"))
    second = letter_to(newer)
    assert second.supersedes == first
    text = Client().get(reverse("verify", args=[first.number])).content.decode()
    assert f"Superseded by {second.number}" in text
    with pytest.raises(Refusal, match="is superseded by"):
        letters.issue_certification(certified, "zone:Newark", on=ON, by=by)


def test_a_withdrawn_paper_says_so_and_stays(certified: Certification) -> None:
    paper = letter_to(certified)
    papers.withdraw(paper, "Re-opened", on=ON, by=officer("treasury-certifier"))
    assert ">Withdrawn<" in Client().get(reverse("verify", args=[paper.number])).content.decode()
    assert store.read(paper.document)


def test_a_letter_of_what_was_re_opened_is_refused(certified: Certification) -> None:
    certification.reopen(certified, reason="Wrong", on=ON, by=officer("treasury-certifier"))
    found = Certification.objects.get(pk=certified.pk)
    with pytest.raises(Refusal, match="was re-opened"):
        letter_to(found)


def test_a_holder_issues_its_letter_on_demand_and_comes_to_it_again(
    certified: Certification,
) -> None:
    client = reading(coordinator("2119"))
    to = reverse("certification_letter", args=[certified.run_id, "zone:Phillipsburg"])
    assert "Issue the letter" in client.get(to).content.decode()
    for _ in range(2):
        assert client.post(to)["Location"] == "/papers/ZA-2027-01-2119/"
    assert client.get(to)["Location"] == "/papers/ZA-2027-01-2119/"
    assert Paper.objects.count() == 1
    other = reverse("certification_letter", args=[certified.run_id, "zone:Newark"])
    assert client.get(other).status_code == client.post(other).status_code == 404


def test_a_zone_is_told_what_lapsed_and_by_which_clause(db: None) -> None:
    world.zone_years((2025, 2026, 2027))
    for sfy in (2025, 2026):
        assert letters.lapsing(world.sealed(sfy)) == []
    rehearsed = world.rehearsed(2027, on=date(2027, 7, 7))
    with pytest.raises(Refusal, match="is rehearsed only"):
        letters.issue_lapse(rehearsed, "zone:Newark", on=ON, by=offices.system())
    closing = world.sealed(2027)
    assert letters.lapsing(closing) == ["zone:Exampleton", "zone:Newark", "zone:Phillipsburg"]
    client = reading(coordinator("2119"))
    to = reverse("lapse_notice", args=["zone-assistance", 2027, "zone:Phillipsburg"])
    assert client.post(to)["Location"] == "/papers/LN-ZA-2027-2119/"
    lapsed = closing.dispositions.get(what="lapsed", account__holder="zone:Phillipsburg").amount
    text = client.get("/papers/LN-ZA-2027-2119/").content.decode()
    assert f"{lapsed:,.2f}" in text and "52:27H-88 h." in text
    with pytest.raises(Refusal, match="nothing of zone:Nowhere lapsed"):
        letters.issue_lapse(closing, "zone:Nowhere", on=ON, by=offices.system())


def test_no_issued_paper_is_changed(certified: Certification) -> None:
    paper = letter_to(certified)
    with pytest.raises(DatabaseError, match="annot update"), transaction.atomic():
        Paper.objects.filter(pk=paper.pk).update(title="Other")
    assert Paper.objects.get().title == paper.title
