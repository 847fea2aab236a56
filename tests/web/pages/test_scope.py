"""Every address asks who is there, and says nothing about what is another's."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from funds.models import Account, Posting, Review
from municipalities.models import EnterpriseZone
from payments.models import Installment
from tests.offices import officer
from tests.web.pages import people, world
from tests.web.pages.people import sign_in_of

pytestmark = pytest.mark.django_db

# The pages that anyone may see; without an issuer in the settings there is none to sign in with.
ISSUER = {"openid_connect_login": 404, "openid_connect_callback": 404}
WATCHERS = {"healthz_parts": 503, "metrics": 404}
OPEN = {"mfa_authenticate": 302, "feed_read": 404, **WATCHERS, **ISSUER} | dict.fromkeys(
    ("healthz", "sign_in", "account_login", "first_password", "verify", "waivers",
     "socialaccount_login_cancelled", "public", "public_data"), 200,
) | dict.fromkeys(("public_town", "public_certified", "public_payments", "api_municipality",
                   "api_clause"), 404) | dict.fromkeys(
    ("api_schema", "api_municipalities", "api_funds", "api_certified", "api_schedules",
     "api_payments", "api_clauses", "api_figures", "api_towns_csv", "api_certified_csv",
     "api_payments_csv"), 200,
) | dict.fromkeys(("api_accounts", "api_installments", "api_encumbrances", "api_vouchers"),
                  401)  # fmt: skip
ANY = {
    "uuid": "11111111-1111-4111-8111-111111111111",
    "int": "1",
    "slug": "zone-assistance",
    "str": "2119",
}


def every_address() -> Iterator[tuple[str, str]]:
    """Each named address of the product, with something in its gaps."""
    for pattern in get_resolver().url_patterns:
        if isinstance(pattern, URLResolver) and not pattern.namespace:
            yield from ((p.name or "", filled(p)) for p in leaves(pattern))
        elif isinstance(pattern, URLPattern):
            yield pattern.name or "", filled(pattern)


def leaves(resolver: URLResolver) -> Iterator[URLPattern]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern


def filled(pattern: URLPattern) -> str:
    route = str(pattern.pattern)
    if route.startswith("^"):
        return "/zones/2119/order/plan/"
    return "/" + re.sub(r"<(\w+):\w+>", lambda gap: ANY[gap[1]], route)


ADDRESSES = sorted(set(every_address()))


def test_every_address_of_the_product_is_asked_about() -> None:
    assert len(ADDRESSES) > 45
    assert {"home", "voucher_approve", "warrant_send", "order_step"} <= {n for n, _ in ADDRESSES}


@pytest.mark.parametrize(("name", "address"), ADDRESSES)
def test_nobody_sees_a_page_without_signing_in(name: str, address: str) -> None:
    answer = Client().get(address)
    if name in OPEN:
        assert answer.status_code == OPEN[name]
    else:
        assert (answer.status_code, answer["Location"]) == (302, f"/sign-in/?next={address}")


def others(made: dict[str, Any]) -> dict[str, str]:
    """The addresses of what belongs to Phillipsburg, and of the same where nothing is."""
    mine = {
        "zone": "2119",
        "municipality": "2119",
        "projects": "2119",
        "propose": "2119",
        "encumber": "2119",
        "reviews": "2119",
        "project": made["project"].pk,
        "determine": made["project"].pk,
        "proposal": made["project"].pk,
        "ethics": "2119",
        "encumbrance": made["encumbrance"].pk,
        "encumbrance_release": made["encumbrance"].pk,
        "give_back": made["encumbrance"].pk,
        "voucher_prepare": made["encumbrance"].pk,
        "voucher": made["spent"].pk,
        "voucher_approve": made["waiting"].pk,
        "voucher_clear": made["waiting"].pk,
        "voucher_void": made["spent"].pk,
        "account": Account.objects.filter(zone="2119")[0].pk,
        "posting": Posting.objects.filter(act="deposit")[0].pk,
        "installment": Installment.objects.filter(municipality="2119")[0].pk,
        "review": Review.objects.create(
            kind="withholding",
            zone=EnterpriseZone.objects.get(pk="2119"),
            reason="No report",
            prepared_by=officer("dca-analyst"),
            prepared_on=world.TODAY,
        ).pk,
    }
    return {name: reverse(name, args=[key]) for name, key in mine.items()}


def nowhere(name: str, address: str) -> str:
    """The same address with a key that nothing has."""
    return re.sub(r"/(\d+)/", lambda k: "/9999/" if len(k[1]) == 4 else "/99999/", address, count=1)


LACKING = {"determine"}  # a duty of the State alone: refused before anything is looked up


def test_anothers_is_as_if_it_were_not_there(state: dict[str, Any], reading: Any) -> None:
    stranger = reading(people.local("cfo", "0714"))
    for name, address in others(state).items():
        theirs = stranger.get(address)
        none = stranger.get(nowhere(name, address))
        expected = 403 if name in LACKING else 404
        assert (name, theirs.status_code, none.status_code) == (name, expected, expected)
        assert _words(theirs, address) == _words(none, nowhere(name, address))


def _words(answer: Any, address: str) -> str:
    """The page without what differs between two readings of one page."""
    text = answer.content.decode().replace(address, "")
    return re.sub(r'csrfmiddlewaretoken" value="\w+"|\d+:\d\d', "", text)


def test_the_towns_own_officers_see_what_strangers_do_not(
    state: dict[str, Any], reading: Any
) -> None:
    own = reading(people.local("cfo", "2119"))
    hidden = {"determine", "posting", "voucher_clear"}
    for name, address in others(state).items():
        if name not in hidden:
            assert (name, own.get(address).status_code) == (name, 200)


def test_a_lacking_duty_is_said_in_words(state: dict[str, Any], reading: Any) -> None:
    auditor = reading(officer("auditor"))
    for address in (
        reverse("deposit", args=["zone-assistance"]),
        reverse("encumber", args=["2119"]),
        reverse("voucher_approve", args=[state["waiting"].pk]),
    ):
        answer = auditor.post(address)
        assert answer.status_code == 403
        assert "it needs an office with the duty" in answer.content.decode()


def test_who_holds_no_office_today_sees_no_page(state: dict[str, Any]) -> None:
    clerk = officer("cfo", place="Former", municipality="2119")
    clerk.until_on = world.TODAY.replace(year=2025)
    clerk.save()
    client = Client()
    client.force_login(sign_in_of(clerk))
    assert client.get(reverse("home")).status_code == 403
    assert client.get(reverse("zone", args=["2119"])).status_code == 403
