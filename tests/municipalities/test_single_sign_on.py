"""Signing in through an issuer: one that listens on the loopback address, named by setting."""

import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, build_opener

import pytest
from allauth.socialaccount.models import SocialAccount
from django.test import Client, override_settings

from config import env
from municipalities.models import User
from municipalities.proofs import scene as scenes
from municipalities.proofs.scene import FACTOR, SIGN_IN, Scene, inside
from municipalities.single_sign_on import NOBODY
from tests.municipalities.issuer import CLIENT, SECRET, Issuer, issuing

pytestmark = pytest.mark.django_db
WITH = "/sign-in/with/issuer/"
MAIL = "auditor@state.example"


class Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


@pytest.fixture
def issuer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Issuer]:
    """The issuer of MAIL, named to the product as the environment would name it."""
    with issuing() as made:
        made.who["email"] = MAIL
        for name, value in {"ISSUER": made.address, "CLIENT_ID": CLIENT, "CLIENT_SECRET": SECRET,
                            "NAME": "State login"}.items():  # fmt: skip
            monkeypatch.setenv(f"OIDC_{name}", value)
        apps = env.single_sign_on()
        provider = {"openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": apps}}
        named = override_settings(SINGLE_SIGN_ON=apps, SOCIALACCOUNT_PROVIDERS=provider)
        with scenes.as_deployed(), named:
            yield made


@pytest.fixture
def scene() -> Scene:
    return Scene()


def someone(scene: Scene, *, factor: bool = True) -> User:
    """An officer whom the issuer's address names."""
    user = scene.user(factor=factor)
    User.objects.filter(pk=user.pk).update(email=MAIL)
    return user


def sent_back(client: Client) -> str:
    """Press the button, let the issuer say who came, and return where it sends the browser."""
    to = client.post(WITH)["Location"]
    try:
        build_opener(Stay()).open(to)
    except HTTPError as answer:
        assert answer.code == 302
        parts = urlsplit(answer.headers["Location"])
        return f"{parts.path}?{parts.query}"
    raise AssertionError("The issuer sent nobody back.")


def come_back(client: Client) -> Any:
    return client.get(sent_back(client))


def refused(client: Client) -> bool:
    """Come back from the issuer, and say whether that opened nothing at all."""
    answer = come_back(client)
    assert answer["Location"] == SIGN_IN
    return client.get(FACTOR).status_code == 302 and not inside(client)


def test_the_button_leads_to_the_issuer_and_the_second_factor_is_asked_for_here(
    issuer: Issuer, scene: Scene
) -> None:
    user, client = someone(scene), Client()
    assert "Sign in with State login" in client.get(SIGN_IN).content.decode()
    assert come_back(client)["Location"].startswith(FACTOR)
    assert not inside(client)
    client.post(FACTOR, {"code": scene.code(user)})
    assert inside(client)
    assert User.objects.get(pk=client.session["_auth_user_id"]) == user


def test_from_then_on_the_subject_counts_and_no_address(issuer: Issuer, scene: Scene) -> None:
    user = someone(scene)
    come_back(Client())
    issuer.who |= {"email": "married-name@state.example", "email_verified": False}
    client = Client()
    come_back(client)
    client.post(FACTOR, {"code": scene.code(user)})
    assert inside(client)
    assert SocialAccount.objects.get().user == user


def test_who_has_no_second_factor_opens_nothing_but_its_setting_up(
    issuer: Issuer, scene: Scene
) -> None:
    someone(scene, factor=False)
    client = Client()
    come_back(client)
    assert client.get("/office/")["Location"] == "/you/"
    assert client.get("/you/app/").status_code == 200


def test_an_address_that_the_issuer_did_not_verify_opens_nothing(
    issuer: Issuer, scene: Scene
) -> None:
    someone(scene)
    issuer.who["email_verified"] = False
    client = Client()
    assert refused(client)
    assert NOBODY in client.get(SIGN_IN).content.decode()


def test_an_address_that_nobody_or_that_two_have_opens_nothing(
    issuer: Issuer, scene: Scene
) -> None:
    assert refused(Client())
    someone(scene)
    someone(scene)
    assert refused(Client())
    assert not SocialAccount.objects.exists()


def test_another_subject_with_the_same_address_opens_nothing(issuer: Issuer, scene: Scene) -> None:
    someone(scene)
    come_back(Client())
    issuer.who["sub"] = "s-2"
    assert refused(Client())


@pytest.mark.parametrize("tied", [False, True])
def test_a_closed_sign_in_opens_nothing(issuer: Issuer, scene: Scene, tied: bool) -> None:
    user = someone(scene)
    if tied:
        come_back(Client())
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert refused(Client())


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "another client"},
        {"iss": "https://another.example"},
        {"exp": int(time.time()) - 3600},
        {"sub": "s-9"},
    ],
    ids=lambda claims: next(iter(claims)),
)
def test_a_token_for_another_of_another_too_old_or_of_another_person_opens_nothing(
    issuer: Issuer, scene: Scene, claims: dict[str, Any]
) -> None:
    someone(scene)
    issuer.claims = claims
    assert refused(Client())


def test_what_was_begun_in_another_browser_or_taken_before_opens_nothing(
    issuer: Issuer, scene: Scene
) -> None:
    user = someone(scene)
    client, lured = Client(), Client()
    back = sent_back(client)
    lured.get(back)
    assert not inside(lured)
    assert lured.get(FACTOR).status_code == 302
    client.get(back)
    client.post(FACTOR, {"code": scene.code(user)})
    assert inside(client)
    again = Client()
    again.get(back)
    assert again.get(FACTOR).status_code == 302


def test_a_code_without_its_verifier_is_not_exchanged(issuer: Issuer, scene: Scene) -> None:
    someone(scene)
    client = Client()
    back = sent_back(client)
    issuer.challenges = dict.fromkeys(issuer.challenges, "of another verifier")
    assert client.get(back)["Location"] == SIGN_IN
    assert client.get(FACTOR).status_code == 302


def test_a_silent_issuer_is_said_in_words(issuer: Issuer, scene: Scene) -> None:
    client = Client()
    back = sent_back(client)
    issuer.address = "http://127.0.0.1:9"
    assert "The issuer did not sign you in." in client.get(back, follow=True).content.decode()
    assert not inside(client)


def test_who_presses_cancel_at_the_issuer_is_led_back(issuer: Issuer, scene: Scene) -> None:
    client = Client()
    state = sent_back(client).partition("state=")[2]
    answer = client.get(f"{WITH}back/?error=access_denied&state={state}", follow=True)
    assert "The issuer did not sign you in." in answer.content.decode()
    assert not inside(client)


def test_without_the_setting_there_is_no_button_and_no_address() -> None:
    client = Client(raise_request_exception=False)
    assert "Sign in with" not in client.get(SIGN_IN).content.decode()
    assert client.post(WITH).status_code == 404
    assert client.get(f"{WITH}back/?code=x&state=y").status_code == 404


@pytest.mark.parametrize("address", ["http://login.example", "ftp://login.example", "login"])
def test_an_issuer_that_is_not_reached_over_https_is_refused(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    for name, value in {"ISSUER": address, "CLIENT_ID": CLIENT, "CLIENT_SECRET": SECRET}.items():
        monkeypatch.setenv(f"OIDC_{name}", value)
    with pytest.raises(SystemExit):
        env.single_sign_on()
