"""A proposal on its pages: what it needs, who does it, and what another office may not."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from funds.models import EthicsStatus, Project, Proposal
from tests.municipalities.uploads import pdf
from tests.offices import officer
from tests.web.pages import people, world, zone_work
from tests.web.pages.test_doors import PROPOSAL

pytestmark = pytest.mark.django_db


@pytest.fixture
def proposed(db: None) -> Project:
    """A proposal of Phillipsburg's zone that no body adopted yet."""
    world.zone_years((2026, 2027))
    made: Project = zone_work.zone_work_of_two_years()["proposed"]
    return made


def adoption(**more: str) -> dict[str, Any]:
    paper = SimpleUploadedFile("resolution.pdf", pdf(), "application/pdf")
    day = {"adopted_on": "2024-09-09", "adopted_at": "21:00", "resolution": "2024-104"}
    return day | {"paper": paper} | more


def test_the_page_lists_what_is_missing_and_links_to_where_it_is_mended(
    proposed: Project, reading: Any
) -> None:
    to = reverse("project", args=[proposed.pk])
    page = reading(people.coordinator("2119")).get(to).content.decode()
    assert "adoption is not on record" in page and "by the municipal clerk" in page
    assert reverse("adopt", args=[proposed.pk, "governing"]) not in page
    clerk = reading(people.local("clerk", "2119")).get(to).content.decode()
    assert reverse("adopt", args=[proposed.pk, "governing"]) in clerk


def test_each_body_records_its_own_adoption_with_its_paper(proposed: Project, reading: Any) -> None:
    clerk = reading(people.local("clerk", "2119"))
    governing, corporation = (
        reverse("adopt", args=[proposed.pk, body]) for body in ("governing", "corporation")
    )
    assert clerk.post(corporation, adoption()).status_code == 403
    early = clerk.post(governing, adoption(adopted_on="2024-09-08")).content.decode()
    assert "before the hearing closed" in early
    assert "This field is required" not in early
    assert clerk.post(governing, adoption()).status_code == 302
    made = Proposal.objects.get(project=proposed)
    assert made.governing_document is not None
    paper = reverse("document", args=[made.governing_document.pk])
    assert paper in clerk.get(reverse("project", args=[proposed.pk])).content.decode()
    assert clerk.get(paper).status_code == 200
    assert clerk.get(reverse("adopt", args=[proposed.pk, "council"])).status_code == 404


def test_an_approval_lists_every_missing_part_with_its_clause(
    proposed: Project, reading: Any
) -> None:
    to = reverse("determine", args=[proposed.pk])
    page = reading(officer("authority")).post(to, {"reason": ""}).content.decode()
    assert "zone development corporation’s adoption is not on record" in page
    assert "governing body’s adoption is not on record. (52:27H-88 c.)" in page
    proposed.refresh_from_db()
    assert proposed.approved_on is None


def test_a_source_has_a_name_and_an_amount(proposed: Project, reading: Any) -> None:
    client = reading(people.coordinator("2119"))
    answer = client.post(reverse("propose", args=["2119"]), PROPOSAL | {"source_1_amount": ""})
    assert "A source has a name and an amount" in answer.content.decode()
    assert not Project.objects.filter(number="P-9").exists()


def test_a_proposal_is_written_again_and_shown(proposed: Project, reading: Any) -> None:
    client = reading(people.coordinator("2119"))
    to = reverse("proposal", args=[proposed.pk])
    assert "made up, with an amount" in client.get(to).content.decode()
    sources = {"source_1": "County grant", "source_1_amount": "5,000.00"}
    assert client.post(to, PROPOSAL | {"total_cost": "45,000.00"} | sources).status_code == 302
    page = client.get(reverse("project", args=[proposed.pk])).content.decode()
    assert "County grant" in page and "$5,000.00 of $45,000.00" in page


def test_an_officer_acknowledges_the_ethics_law_from_home(proposed: Project, reading: Any) -> None:
    preparer = people.local("preparer", "2119")
    client = reading(preparer)
    to = reverse("ethics_record", args=["2119", preparer.pk])
    assert to in client.get("/").content.decode()
    later = client.post(to, {"status": "acknowledged", "status_on": "2027-01-01", "basis": ""})
    assert "a day up to" in later.content.decode()
    today = {"status": "acknowledged", "status_on": str(world.TODAY), "basis": ""}
    assert client.post(to, today)["Location"] == reverse("ethics", args=["2119"])
    assert EthicsStatus.objects.get(person=preparer.person).status_on == world.TODAY
    assert to not in client.get("/").content.decode()
    assert client.get(reverse("ethics_record", args=["2119", 99999])).status_code == 404
