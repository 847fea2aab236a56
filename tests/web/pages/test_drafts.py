"""Forms that lose nothing: drafts of one's own, by version, with and without scripts."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from funds.models import Project
from municipalities.drafts import keeping
from municipalities.models import Draft, DraftVersion
from tests.offices import officer
from tests.web.pages import world
from tests.web.pages.people import coordinator, local, sign_in_of
from tests.web.pages.test_doors import PROPOSAL

pytestmark = pytest.mark.django_db

TYPED = {"title": "Canopies", "hearing_on": "2026-09-07", "hearing_at": "19:30",
         "budget_2027": "25,000.00"}  # fmt: skip


@pytest.fixture
def to(db: None) -> str:
    world.zone_years((2026, 2027))
    return reverse("propose", args=["2119"])


def hidden(client: Client, to: str) -> dict[str, str]:
    """What the page of a form carries unseen."""
    form = client.get(to).context["form"]
    return {name: str(form[name].value()) for name in ("draft", "draft_seen", "once")}


def autosave(client: Client, sent: dict[str, str]) -> Any:
    return client.post(reverse("draft_save"), sent)


def test_the_button_keeps_a_half_filled_form_without_scripts(to: str, reading: Any) -> None:
    client = reading(coordinator("2119"))
    answer = client.post(to, TYPED | hidden(client, to) | {"save": "Save and go on later"})
    assert answer["Location"] == to
    page = client.get(to).content.decode()
    for text in TYPED.values():
        assert f'value="{text}"' in page
    assert "What you typed is kept" in page
    assert not Project.objects.filter(title="Canopies").exists()


def test_another_person_sees_nothing_of_it(to: str, reading: Any) -> None:
    client = reading(coordinator("2119"))
    mine = hidden(client, to)
    autosave(client, TYPED | mine)
    draft = Draft.objects.get()
    for other in (local("cfo", "2119"), officer("auditor"), local("cfo", "0714")):
        stranger = reading(other)
        assert "Canopies" not in stranger.get(to).content.decode()
        assert "Canopies" not in stranger.get(reverse("drafts")).content.decode()
        for answer in (
            stranger.get(reverse("draft", args=[draft.pk])),
            stranger.post(reverse("draft", args=[draft.pk]), {"discard": "yes"}),
            autosave(stranger, TYPED | mine | {"title": "Taken over"}),
        ):
            assert answer.status_code == 404
    assert Draft.objects.get().answers["title"] == ["Canopies"]


def test_o66_an_old_tab_does_not_write_over_newer_work(to: str, reading: Any) -> None:
    client = reading(coordinator("2119"))
    tab_a, tab_b = hidden(client, to), hidden(client, to)
    saved = autosave(client, TYPED | tab_a)
    assert saved.json()["seen"] == 1
    late = autosave(client, TYPED | tab_b | {"title": "From an old tab"})
    assert late.status_code == 409
    assert "changed on another page" in late.json()["words"]
    draft = Draft.objects.get()
    assert draft.answers["title"] == ["Canopies"]
    page = client.get(late.json()["url"]).content.decode()
    assert "From an old tab" in page and "Canopies" in page and "too late" in page


def test_o66_a_version_of_the_last_day_is_brought_back(to: str, reading: Any) -> None:
    client = reading(coordinator("2119"))
    carries = hidden(client, to)
    for number, title in enumerate(("First", "Second", "Third")):
        autosave(client, TYPED | carries | {"title": title, "draft_seen": str(number)})
    first = DraftVersion.objects.get(answers__title=["First"])
    page = reverse("draft", args=[Draft.objects.get().pk])
    assert client.post(page, {"version": first.pk})["Location"] == to
    assert 'value="First"' in client.get(to).content.decode()
    assert DraftVersion.objects.filter(answers__title=["Third"]).exists()


def test_versions_are_forgotten_after_a_day(to: str, reading: Any) -> None:
    client = reading(coordinator("2119"))
    carries = hidden(client, to)
    autosave(client, TYPED | carries)
    autosave(client, TYPED | carries | {"title": "Second", "draft_seen": "1"})
    assert keeping.forget(before=now() - timedelta(days=1)) == 0
    DraftVersion.objects.update(saved_at=now() - timedelta(days=1, seconds=1))
    assert keeping.forget(before=now() - timedelta(days=1)) == 1
    assert Draft.objects.get().answers["title"] == ["Second"]


def test_o65_what_is_sent_after_the_session_ended_is_there_after_signing_in(
    to: str, reading: Any
) -> None:
    who = coordinator("2119")
    client = reading(who)
    carries = hidden(client, to)
    client.cookies.clear()
    answer = client.post(to, PROPOSAL | carries)
    assert answer["Location"] == f"/sign-in/?next={to}"
    assert not Project.objects.filter(number="P-9").exists()
    other = reading(local("cfo", "2119"))
    assert "Canopies" not in other.get(to).content.decode()
    client.force_login(sign_in_of(who))
    page = client.get(to).content.decode()
    for text in ("P-9", "Canopies", "2026-09-07", "20:15", "25,000.00", "Resolution 2026-88"):
        assert f'value="{text}"' in page


def test_a_word_that_is_not_ours_keeps_nothing_for_the_signed_out(to: str) -> None:
    for word in ("", "x", "a:b:c"):
        assert Client().post(to, TYPED | {"draft": word}).status_code == 302
    assert not Draft.objects.exists()


def test_what_was_sent_is_a_draft_no_more(to: str, reading: Any) -> None:
    client = reading(coordinator("2119"))
    autosave(client, TYPED | hidden(client, to))
    assert client.post(to, PROPOSAL | hidden(client, to)).status_code == 302
    assert Project.objects.filter(number="P-9").count() == 1
    assert not Draft.objects.exists()


def test_what_is_refused_stays_a_draft(to: str, reading: Any) -> None:
    client = reading(coordinator("2119"))
    autosave(client, PROPOSAL | hidden(client, to))
    early = PROPOSAL | {"adopted_on": "2026-09-06"}
    answer = client.post(to, early | hidden(client, to))
    assert "before the hearing closed" in answer.content.decode()
    assert Draft.objects.count() == 1


def test_a_form_sent_from_an_old_page_shows_both_versions_first(to: str, reading: Any) -> None:
    client = reading(coordinator("2119"))
    old = hidden(client, to)
    autosave(client, PROPOSAL | old | {"title": "Newer title"})
    answer = client.post(to, PROPOSAL | old)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Newer title" in page and "Canopies" in page and "Both versions" in page
    assert not Project.objects.filter(number="P-9").exists()
    seen = str(answer.context["form"]["draft_seen"].value())
    assert client.post(to, PROPOSAL | old | {"draft_seen": seen}).status_code == 302
    assert Project.objects.get(number="P-9").title == "Canopies"


def test_the_list_leads_back_to_the_form(to: str, reading: Any) -> None:
    client = reading(coordinator("2119"))
    autosave(client, TYPED | hidden(client, to))
    page = client.get(reverse("drafts")).content.decode()
    assert f'href="{to}"' in page and "Propose a project" in page


def test_o14_five_clicks_are_one_record_and_each_gets_the_first_answer(
    to: str, reading: Any
) -> None:
    client = reading(coordinator("2119"))
    carries = hidden(client, to)
    answers = [client.post(to, PROPOSAL | carries) for _ in range(5)]
    made = Project.objects.get(number="P-9")
    assert {each["Location"] for each in answers} == {reverse("project", args=[made.pk])}


def test_o14_the_same_form_with_other_answers_is_refused(to: str, reading: Any) -> None:
    client = reading(coordinator("2119"))
    carries = hidden(client, to)
    client.post(to, PROPOSAL | carries)
    again = client.post(to, PROPOSAL | carries | {"number": "P-10"})
    assert "was sent already, with other answers" in again.content.decode()
    assert not Project.objects.filter(number="P-10").exists()


@pytest.mark.browser
def test_a_long_form_keeps_itself_while_it_is_filled_in(
    to: str, visit: Any, axe: Any, shot: Any
) -> None:
    who = sign_in_of(coordinator("2119"))
    page = visit(to, by=who)
    page.get_by_label("Title").fill("Canopies")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert Draft.objects.count() == 0  # nothing is sent while the page is seen
    page.evaluate(
        "Object.defineProperty(document, 'visibilityState', {value: 'hidden'});"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    page.get_by_text("Kept at").wait_for()
    assert Draft.objects.get().answers["title"] == ["Canopies"]
    again = visit(to, by=who)
    assert again.get_by_label("Title").input_value() == "Canopies"
    assert axe(again) == []
    shot(again, "draft-filled-in")
