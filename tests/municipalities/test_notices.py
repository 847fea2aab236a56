"""Notices are rows: each sent once to one person, and its fate on the sender's page."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from municipalities.models import Notice, Officer, User
from municipalities.notices import delivery, writing
from municipalities.notices.writing import Words
from municipalities.refusal import Refusal
from tests.municipalities.post import Post, office
from tests.offices import officer
from tests.places import municipality

pytestmark = pytest.mark.django_db
State = Notice.State
HELLO = Words("Certified", "Your amount is certified.", "/papers/")


@pytest.fixture
def post(settings: Any) -> Iterator[Post]:
    settings.SITE_ADDRESS = "https://aid.example"
    with office(settings) as server:
        yield server


@pytest.fixture
def certifier() -> Officer:
    return officer("treasury-certifier")


def cfo(code: str, address: str | None = None) -> Officer:
    """A CFO whose sign-in has an address, unless it is empty."""
    municipality(code)
    found = officer("cfo", municipality=code)
    mail = f"cfo{code}@town.example" if address is None else address
    User.objects.update_or_create(
        username=f"cfo-{code}", defaults={"person": found.person, "email": mail}
    )
    return found


def thirty_two() -> list[Officer]:
    return [cfo(f"99{number:02d}") for number in range(1, 33)]


def fates() -> dict[str, int]:
    found: dict[str, int] = {}
    for state in Notice.objects.values_list("state", flat=True):
        found[state] = found.get(state, 0) + 1
    return found


def in_a_while() -> None:
    """Let every pause be over."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE municipalities_notice SET deliver_after = clock_timestamp() - interval '1 s',"
            " leased_until = NULL"
        )


def page_of(who: Officer) -> str:
    user, _ = User.objects.get_or_create(username=f"s-{who.pk}", defaults={"person": who.person})
    client = Client()
    client.force_login(user)
    return client.get(reverse("notices")).content.decode()


def test_o46_each_of_32_gets_one_message_with_their_own_name_alone(
    post: Post, certifier: Officer
) -> None:
    to = thirty_two()

    def words(each: Officer) -> Words:
        return Words("Reminder", f"Amount of {each.office.municipality_id}.")

    writing.write_each("reminder", "r/1", to, words, by=certifier)
    delivery.deliver()
    assert fates() == {"sent": 32}
    assert sorted(post.to()) == sorted(f"cfo99{n:02d}@town.example" for n in range(1, 33))
    for people, message in post.arrived:
        code = people[0][3:7]
        assert message["To"] == people[0]
        assert message["Cc"] is None and message["Bcc"] is None
        assert [f"99{n:02d}" for n in range(1, 33) if f"99{n:02d}" in str(message.get_payload())
                ] == [code]  # fmt: skip


def test_written_twice_it_is_one_message(post: Post, certifier: Officer) -> None:
    for _ in range(2):
        writing.write("certified", "c/1", cfo("9901"), HELLO, by=certifier)
        delivery.deliver()
    assert post.to() == ["cfo9901@town.example"]
    ((_, message),) = post.arrived
    assert "https://aid.example/papers/" in str(message.get_payload())
    assert message["Message-ID"].startswith("<notice-")


def test_o45_a_server_that_is_down_delays_and_is_seen_at_once(
    settings: Any, certifier: Officer
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    to = [cfo("9901"), cfo("9902")]
    writing.write_each("reminder", "r/1", to, lambda _: HELLO, by=certifier)
    for _ in range(3):
        delivery.deliver()
        in_a_while()
    assert fates() == {"waiting": 2}
    assert Notice.objects.exclude(sent_at=None).count() == 0
    page = page_of(certifier)
    assert "2 notices you sent are not delivered" in page
    assert page.count("Not delivered yet") == 2 and "does not answer" in page
    with office(settings) as server:
        delivery.deliver()
        assert sorted(server.to()) == ["cfo9901@town.example", "cfo9902@town.example"]
    assert fates() == {"sent": 2}


def test_o45_a_bounced_one_and_one_without_address_are_seen_and_the_others_go(
    post: Post, certifier: Officer
) -> None:
    post.refused["cfo9902@town.example"] = "550 no such person"
    to = [cfo("9901"), cfo("9902"), cfo("9903", "")]
    writing.write_each("reminder", "r/1", to, lambda _: HELLO, by=certifier)
    delivery.deliver()
    assert fates() == {"sent": 1, "refused": 1, "no-address": 1}
    page = page_of(certifier)
    assert "550 no such person" in page and "Has no address" in page
    assert "2 notices you sent are not delivered" in page
    assert "not delivered" not in page_of(officer("treasury-analyst"))


def test_a_mailbox_that_is_full_for_a_while_is_tried_again(post: Post, certifier: Officer) -> None:
    post.refused["cfo9901@town.example"] = "452 full"
    made = writing.write("reminder", "r/1", cfo("9901"), HELLO, by=certifier)
    delivery.deliver()
    delivery.deliver()  # not before its pause is over
    made.refresh_from_db()
    assert (made.state, made.attempts, made.error) == ("waiting", 1, "452 full")
    post.refused.clear()
    in_a_while()
    delivery.deliver()
    assert post.to() == ["cfo9901@town.example"]


def test_pauses_grow_to_an_hour(post: Post, certifier: Officer) -> None:
    post.refused["cfo9901@town.example"] = "452 full"
    made = writing.write("reminder", "r/1", cfo("9901"), HELLO, by=certifier)
    waits = []
    for _ in range(8):
        delivery.deliver()
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT round(extract(epoch FROM deliver_after - clock_timestamp()) / 60)"
                " FROM municipalities_notice WHERE id = %s",
                [made.pk],
            )
            waits.append(int(cursor.fetchone()[0]))
        in_a_while()
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]


def test_one_that_cannot_be_worded_keeps_no_other_back(post: Post, certifier: Officer) -> None:
    def words(each: Officer) -> Words:
        if each.office.municipality_id == "9917":
            raise KeyError("amount")
        return HELLO

    writing.write_each("reminder", "r/1", thirty_two(), words, by=certifier)
    delivery.deliver()
    assert fates() == {"sent": 31, "unwritten": 1}
    assert "KeyError" in page_of(certifier)


def test_o23_what_is_rolled_back_is_never_sent(post: Post, certifier: Officer) -> None:
    to = cfo("9901")
    with pytest.raises(Refusal), transaction.atomic():
        writing.write("certified", "c/1", to, HELLO, by=certifier)
        raise Refusal("No.")
    delivery.deliver()
    assert post.to() == []


def test_a_worker_that_died_with_a_message_lets_it_be_sent_under_the_same_name(
    post: Post, certifier: Officer
) -> None:
    made = writing.write("certified", "c/1", cfo("9901"), HELLO, by=certifier)
    claimed = delivery._claim()
    assert claimed == made
    assert delivery.deliver() == []  # another worker leaves it alone while the lease runs
    in_a_while()
    delivery.deliver()
    ((_, message),) = post.arrived
    assert message["Message-ID"] == delivery.message_id(made)


def test_a_corrected_address_lets_it_be_sent_again(post: Post, certifier: Officer) -> None:
    to = cfo("9901", "")
    made = writing.write("certified", "c/1", to, HELLO, by=certifier)
    with pytest.raises(Refusal, match="has no address"):
        writing.write_again(made, by=certifier)
    to.office.mail = "finance@town.example"
    to.office.save()
    writing.write_again(made, by=certifier)
    delivery.deliver()
    assert post.to() == ["finance@town.example"]
    with pytest.raises(Refusal, match="is not undelivered"):
        writing.write_again(made, by=certifier)


def test_only_its_parties_read_a_notice(post: Post, certifier: Officer) -> None:
    to = cfo("9901")
    made = writing.write("certified", "c/1", to, HELLO, by=certifier)
    address = reverse("notice", args=[made.pk])
    for who, status in ((to, 200), (certifier, 200), (cfo("9902"), 404), (officer("auditor"), 404)):
        client = Client()
        user, _ = User.objects.get_or_create(
            username=f"r-{who.pk}", defaults={"person": who.person}
        )
        client.force_login(user)
        assert (who.office.title, client.get(address).status_code) == (who.office.title, status)


def test_words_and_parties_of_a_notice_stay(certifier: Officer) -> None:
    made = writing.write("certified", "c/1", cfo("9901"), HELLO, by=certifier)
    with pytest.raises(DatabaseError, match="keeps its words"), transaction.atomic():
        Notice.objects.filter(pk=made.pk).update(text="Other")
    made.refresh_from_db()
    assert made.text == HELLO.text


def test_who_holds_an_office_is_told_and_who_held_it_is_not() -> None:
    municipality("9901")
    now = officer("cfo", municipality="9901")
    gone = officer("cfo", place="Former", person="Former CFO", municipality="9901")
    gone.until_on = date(2025, 6, 30)
    gone.save()
    assert writing.holders_of("cfo", on=date(2026, 7, 1), municipality="9901") == [now]
