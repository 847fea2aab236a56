"""What programs read: public without a token, the rest as one officer sees it; described truly."""

import csv
import io
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
import schemathesis
from django.core.cache import cache
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode

from funds.models import RunLine
from funds.queries import published
from municipalities import api_tokens
from municipalities.models import ApiToken, Change, Municipality, Officer
from municipalities.refusal import Refusal
from municipalities.walls import roles
from payments.api.programs import Slow
from payments.matrix.routes import ROUTES
from payments.models import Payment
from tests.offices import officer
from tests.payments.aid import RECEIPTS, account, allotted, released, sent
from tests.places import municipality
from tests.web.pages.people import local, sign_in_of

pytestmark = pytest.mark.django_db
TODAY = localdate()
SCOPED = ("/accounts/", "/installments/", "/encumbrances/", "/vouchers/")


@pytest.fixture
def paid(monkeypatch: pytest.MonkeyPatch) -> Payment:
    """Two towns' year of receipts, of which an installment was sent."""
    monkeypatch.setattr(Slow, "get_rate", lambda _: "1000000/min")
    municipality("9901", "Exampleton")
    municipality("9902", "Specimen")
    allotted({"9901": "1000000.00", "9902": "2000000.01"})
    released(date(2026, 7, 15))
    account("9901")
    account("9902")
    return sent(RECEIPTS, date(2026, 7, 15)).payments.get(payee="9901")


def asked(path: str, token: str = "", **headers: str) -> Any:
    """Ask in the role of the pages, behind the wall of rows."""
    if token:
        headers["authorization"] = f"Bearer {token}"
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {roles.APP}")
    try:
        return Client(raise_request_exception=False).get(f"/api/{path}", headers=headers)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")


def seated(title: str, code: str = "") -> Officer:
    """Seat an officer, in a municipality that is made for it when it isn't there."""
    if code:
        municipality(code, "Exampleton")
        return local(title, code)
    return officer(title)


def token_of(title: str, code: str = "") -> str:
    of = seated(title, code)
    until = TODAY + timedelta(days=30)
    return api_tokens.grant(of, "Ledger of a town", until=until, on=TODAY, by=officer("admin"))


def test_what_was_certified_is_public_in_pages_whose_amounts_are_strings(paid: Payment) -> None:
    first = asked("certified/?size=1").json()
    assert [each["amount"] for each in first["results"]] == ["1000000.00"]
    second = Client().get(first["next"]).json()
    (line,) = second["results"]
    assert (line["holder"], line["amount"], line["stands"]) == ("9902", "2000000.01", True)
    assert second["next"] is None
    assert asked("certified/?municipality=9902&sfy=2027").json()["results"] == [line]


def test_bulk_downloads_equal_what_is_certified_and_published(paid: Payment) -> None:
    rows = list(csv.DictReader(io.StringIO(asked("certified.csv").content.decode())))
    said = {(row["fund"], row["holder"]): Decimal(row["amount"]) for row in rows}
    wanted = {(RECEIPTS, each.holder): each.amount for each in published.of_year(RECEIPTS, 2027)}
    assert said == wanted != {}
    assert sum(said.values()) == sum(
        line.amount for line in RunLine.objects.filter(component="total")
    )
    rows = list(csv.DictReader(io.StringIO(asked("payments.csv").content.decode())))
    assert {row["payee"] for row in rows} == {"9901", "9902"}
    assert sum(Decimal(row["amount"]) for row in rows) == paid.warrant.total


def test_a_payment_names_no_bank_account(paid: Payment) -> None:
    (said,) = asked("payments/?municipality=9901").json()["results"]
    assert said == {
        "trace": paid.trace, "fund": RECEIPTS, "sfy": 2027, "payee": "9901",
        "amount": f"{paid.amount:.2f}", "warrant": paid.warrant.number, "pays_on": "2026-07-15",
        "sent_on": "2026-07-15", "returned": False,
    }  # fmt: skip


@pytest.mark.parametrize("path", ["accounts/", "installments/", "encumbrances/", "vouchers/"])
def test_what_is_not_public_needs_a_token(path: str) -> None:
    answer = asked(path)
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert asked(path, "apportion_made-up").status_code == 401


def test_a_token_reads_what_its_officer_sees_and_nothing_of_anothers(paid: Payment) -> None:
    mine, all_ = token_of("cfo", "9901"), token_of("auditor")
    for path in ("installments/", "accounts/"):
        said = asked(path, mine).json()["results"]
        assert {each["holder"] for each in said} == {"9901"}
        assert asked(f"{path}?municipality=9902", mine).json()["results"] == []
        assert {"9901", "9902"} <= {each["holder"] for each in asked(path, all_).json()["results"]}
    assert Client().get("/funds/", headers={"authorization": f"Bearer {all_}"}).status_code == 302


def test_a_token_ends_when_revoked_on_its_day_and_with_the_term() -> None:
    admin, cfo = officer("admin"), seated("cfo", "9901")
    token = token_of("cfo", "9901")
    row = ApiToken.objects.get()
    assert token not in str(row.__dict__)
    assert api_tokens.found(token, row.expires_on - timedelta(days=1)) == row
    assert api_tokens.found(token, row.expires_on) is None
    cfo.until_on = TODAY
    cfo.save()
    assert api_tokens.found(token, TODAY + timedelta(days=1)) is None
    api_tokens.revoke(row, on=TODAY, by=admin)
    assert asked("accounts/", token).status_code == 401
    with pytest.raises(Refusal, match="revoked already"):
        api_tokens.revoke(row, on=TODAY, by=admin)
    granted, revoked = Change.objects.filter(table="municipalities_apitoken").order_by("pk")
    assert (granted.what, revoked.what) == ("INSERT", "UPDATE")
    assert "SHA-256" in granted.after["digest"]


@pytest.mark.parametrize(
    ("days", "who", "why"),
    [(0, "cfo", "a day after today"), (400, "cfo", "at most a year"), (30, "admin", "themselves")],
)
def test_a_token_is_refused_in_words(days: int, who: str, why: str) -> None:
    of = seated("cfo", "9901") if who == "cfo" else officer("admin")
    until = TODAY + timedelta(days=days)
    with pytest.raises(Refusal, match=why):
        api_tokens.grant(of, "x", until=until, on=TODAY, by=officer("admin"))


def test_an_administrator_grants_and_revokes_on_the_pages() -> None:
    client, cfo = Client(), seated("cfo", "9901")
    client.force_login(sign_in_of(officer("admin")))
    to = reverse("api_token_grant", args=[cfo.pk])
    until = TODAY + timedelta(days=30)
    page = client.post(to, {"program": "Books", "until": until}, follow=True).content.decode()
    token = page.partition("<code>")[2].partition("</code>")[0]
    assert api_tokens.found(token, TODAY) is not None
    assert token not in client.get("/api-tokens/").content.decode()
    client.post(reverse("api_token_revoke", args=[ApiToken.objects.get().pk]))
    assert api_tokens.found(token, TODAY) is None


def test_who_has_an_answer_already_is_told_so(paid: Payment) -> None:
    tag = asked("certified/")["ETag"]
    assert asked("certified/", **{"if-none-match": tag}).status_code == 304
    assert asked("certified.csv", **{"if-none-match": asked("certified.csv")["ETag"]}
                 ).status_code == 304  # fmt: skip
    Municipality.objects.filter(pk="9901").update(name="Another")
    assert asked("municipalities/9901/").json()["name"] == "Another"


def test_too_many_requests_are_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(Slow, "get_rate", lambda _: "2/min")
    found = [asked("funds/").status_code for _ in range(3)]
    cache.clear()
    assert found == [200, 200, 429]


@pytest.mark.parametrize("asks", ["fund=x", "colour=red", "size=0", "size=9999", "sfy=20270"])
def test_what_cannot_be_asked_is_refused_in_words(asks: str) -> None:
    answer = asked(f"certified/?{asks}")
    assert (answer.status_code, list(answer.json())) == (400, ["detail"])


def test_the_law_is_read_with_its_dated_values() -> None:
    clauses = {each["id"]: each for each in asked("clauses/").json()}
    assert clauses["uez.h.unencumbered"] == asked("clauses/uez.h.unencumbered/").json()
    figures = {each["name"]: each for each in asked("figures/").json()}
    assert all(each["values"] and each["reference"] for each in figures.values())
    assert asked("clauses/none/").status_code == 404


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_the_description_holds_whatever_is_asked(paid: Payment, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) == len([name for name in ROUTES if name.startswith("api_")]) - 4
    for operation in operations:
        if mode == GenerationMode.POSITIVE or operation.query:  # of a path, any text is right
            token = token_of("auditor") if operation.label.endswith(SCOPED) else ""
            _ask(operation.as_strategy(generation_mode=mode), token)


def _ask(cases: Any, token: str) -> None:
    """Ask a dozen times, and check each answer against the description."""

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    @given(cases)
    def ask(case: schemathesis.Case) -> None:
        case.call_and_validate(headers={"Authorization": f"Bearer {token}"} if token else None)

    ask()
