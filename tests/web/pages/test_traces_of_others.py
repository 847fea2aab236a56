"""Of what another place has begun there is no trace: no row, no count, no word. O-60."""

import re
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse

from municipalities.models import Draft
from municipalities.notices import delivery
from tests.offices import officer
from tests.web.pages import people
from tests.web.pages.people import coordinator

pytestmark = pytest.mark.django_db
SECRET = "Canopies of glass"


@pytest.fixture
def begun(state: dict[str, Any]) -> Draft:
    """What Phillipsburg's coordinator typed and did not send."""
    return Draft.objects.create(
        person=coordinator("2119").person, form="propose", about="2119",
        title="Propose a project", address=reverse("propose", args=["2119"]),
        answers={"title": [SECRET], "budget_2027": ["77,123.45"]},
    )  # fmt: skip


def pages(client: Any) -> dict[str, str]:
    """Every list, total, search and page of numbers that the office opens, by address."""
    asked = [
        *(reverse(name) for name in ("home", "drafts", "notices", "papers", "account_list",
                                     "municipalities")),
        f"{reverse('search')}?q=Canopies",
        f"{reverse('search')}?q=77,123.45",
        f"{reverse('municipalities')}?q=Canopies",
        reverse("projects", args=["2119"]),
        reverse("propose", args=["2119"]),
        f"{reverse('drafts')}?page=2",
    ]  # fmt: skip
    return {address: client.get(address).content.decode() for address in asked}


def test_o60_another_towns_officer_finds_no_trace_of_a_draft(begun: Draft, reading: Any) -> None:
    other = reading(people.local("cfo", "0714"))
    before = {a: _plain(page) for a, page in pages(other).items()}
    assert not any(SECRET in page or "77,123.45" in page for page in _unasked(before))
    Draft.objects.all().delete()
    after = {a: _plain(page) for a, page in pages(other).items()}
    assert after == before  # not even a count


def test_o60_nor_do_mails_and_errors_say_anything(
    begun: Draft, reading: Any, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    delivery.deliver()
    assert not any(SECRET in message.body for message in mail.outbox)
    other = reading(people.local("cfo", "0714"))
    for answer in (
        other.get(reverse("draft", args=[begun.pk])),
        other.post(reverse("draft", args=[begun.pk]), {"discard": "yes"}),
        other.get(reverse("propose", args=["2119"])),
    ):
        assert answer.status_code == 404
        assert SECRET not in answer.content.decode()


@pytest.mark.parametrize("title", ["dca-analyst", "dca-director"])
def test_o60_the_department_knows_that_a_draft_is_and_its_age_and_not_what_it_says(
    begun: Draft, reading: Any, title: str
) -> None:
    client = reading(officer(title))
    page = client.get(reverse("drafts")).content.decode()
    assert "Phillipsburg zone coordinator" in page and "Propose a project" in page
    assert "0 days" in page
    assert not any(SECRET in each or "77,123.45" in each for each in _unasked(pages(client)))
    assert client.get(reverse("draft", args=[begun.pk])).status_code == 404


@pytest.mark.parametrize("title", ["auditor", "treasury-analyst", "authority", "admin"])
def test_o60_no_other_office_of_the_state_knows_of_it(
    begun: Draft, reading: Any, title: str
) -> None:
    page = reading(officer(title)).get(reverse("drafts")).content.decode()
    assert "Begun elsewhere" not in page and "Phillipsburg" not in page


def _unasked(found: dict[str, str]) -> list[str]:
    """The pages without the words that the address itself asked for."""
    return [page for address, page in found.items() if "?q=" not in address]


def _plain(page: str) -> str:
    """A page without what differs between two readings of it."""
    text = re.sub(r'csrfmiddlewaretoken" value="\w+"|name="once" value="[^"]*"', "", page)
    return text.partition("Figures as they stood")[0]
