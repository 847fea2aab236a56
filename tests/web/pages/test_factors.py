"""Second factors in a browser: a key set up and shown, a code typed, by mouse and by keyboard."""

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.sessions.backends.db import SessionStore
from django.test import override_settings
from django.urls import reverse

from municipalities.models import User
from municipalities.proofs import scene as scenes
from municipalities.proofs.again import RECORDS
from municipalities.proofs.scene import PASSWORD, Scene
from municipalities.second_factor import FRESH
from tests.web.looks import WIDTHS

pytestmark = [pytest.mark.browser, pytest.mark.django_db]
OPTIONS = {"protocol": "ctap2", "transport": "usb", "hasUserVerification": True,
           "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip
KEY_BUTTON = "Use a security key"


@pytest.fixture
def scene(db: None) -> Iterator[Scene]:
    """Officers who sign in as in a deployment; the browser asks by a name, as keys need it."""
    with scenes.as_deployed(), override_settings(ALLOWED_HOSTS=["localhost", "testserver"]):
        yield Scene()


class Key:
    """A security key in the browser's own hand; another one answers after `is_another`."""

    def __init__(self, page: Any) -> None:
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.send("WebAuthn.enable")
        self.put_in()

    def put_in(self) -> None:
        made = self.devtools.send("WebAuthn.addVirtualAuthenticator", {"options": OPTIONS})
        self.number = made["authenticatorId"]

    def is_another(self) -> None:
        self.devtools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": self.number})
        self.put_in()


def type_password(page: Any, user: User) -> None:
    page.get_by_label("Sign-in name").fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def is_at(page: Any, name: str) -> bool:
    return str(page.url).partition("?")[0].endswith(reverse(name))


def set_up_a_key(page: Any, user: User) -> Key:
    key = Key(page)
    type_password(page, user)
    assert is_at(page, "mfa_index")
    page.get_by_role("link", name="Add a key").click()
    page.get_by_label("What you call this key").fill("My key")
    with page.expect_navigation():
        page.get_by_role("button", name="Add the key").click()
    return key


def sign_out(page: Any) -> None:
    page.get_by_role("button", name="Sign out").click()


def grow_stale(user: User, page: Any) -> None:
    """Let the factor that the browser's session showed be longer ago than it counts."""
    cookies = {each["name"]: each["value"] for each in page.context.cookies()}
    session = SessionStore(cookies["session"])
    session[RECORDS] = [{**each, "at": each["at"] - FRESH - 1} for each in session[RECORDS]]
    session.save()


def test_a_key_is_set_up_opens_the_sign_in_and_is_shown_again(visit: Any, scene: Scene) -> None:
    user = scene.user("admin", factor=False)
    page = visit("/sign-in/", host="localhost")
    set_up_a_key(page, user)
    made = Authenticator.objects.get(user=user, type=Authenticator.Type.WEBAUTHN)
    assert made.wrap().name == "My key"
    page.goto(page.url.partition("/you")[0] + "/office/")
    assert page.get_by_role("heading", name="Choose your office").is_visible()
    sign_out(page)

    type_password(page, user)
    assert is_at(page, "mfa_authenticate")
    with page.expect_navigation():
        page.get_by_role("button", name=KEY_BUTTON).click()
    page.get_by_role("link", name="Offices", exact=True).click()
    grow_stale(user, page)
    page.get_by_role("link", name="Seat someone").first.click()
    assert is_at(page, "mfa_reauthenticate_webauthn")
    with page.expect_navigation():
        page.get_by_role("button", name=KEY_BUTTON).click()
    assert page.get_by_role("button", name="Propose for").is_visible()


def test_another_key_opens_nothing_and_is_said_in_words(visit: Any, scene: Scene, axe: Any) -> None:
    user = scene.user("auditor", factor=False)
    page = visit("/sign-in/", host="localhost")
    key = set_up_a_key(page, user)
    sign_out(page)
    type_password(page, user)
    key.is_another()
    page.get_by_role("button", name=KEY_BUTTON).click()
    page.get_by_text("The key did not answer").wait_for()
    assert is_at(page, "mfa_authenticate")
    assert axe(page) == []


def test_without_scripts_a_code_opens_and_a_key_says_what_it_needs(
    visit: Any, scene: Scene
) -> None:
    user = scene.user("auditor", factor=False)
    set_up_a_key(visit("/sign-in/", host="localhost"), user)
    TOTP.activate(user, generate_totp_secret())
    page = visit("/sign-in/", host="localhost", scripts=False)
    type_password(page, user)
    assert page.locator("noscript p").is_visible()  # Playwright finds no text within noscript
    page.get_by_label("Code of your authenticator app").fill(scene.code(user))
    page.get_by_role("button", name="Go on").click()
    assert page.get_by_role("heading", name="Your tasks").is_visible()


def test_signing_in_needs_no_mouse(visit: Any, scene: Scene) -> None:
    user = scene.user("auditor")
    page = visit("/sign-in/", host="localhost")
    tab_to(page, "username")
    page.keyboard.type(user.username)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/sign-in/factor/**")
    tab_to(page, "code")
    page.keyboard.type(scene.code(user))
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    assert page.get_by_role("heading", name="Your tasks").is_visible()


def tab_to(page: Any, name: str) -> None:
    """Press Tab until the field has the focus, as often as a page may need."""
    for _ in range(12):
        if page.evaluate("document.activeElement.name") == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} is not reached by Tab.")


def test_every_page_of_ones_own_sign_in_can_be_used_by_everyone(
    visit: Any, scene: Scene, axe: Any, shot: Any, no_sideways_scroll: Any
) -> None:
    user = scene.user("auditor", factor=False)
    page = visit("/sign-in/", host="localhost")
    start = page.url.removesuffix("/sign-in/")
    wrong: list[str] = []

    def look(name: str) -> None:
        shot(page, f"factor-{name}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if not no_sideways_scroll(page):
                wrong.append(f"{name} scrolls sideways at {width}")
            wrong.extend(f"{name} at {width}: {each}" for each in axe(page))

    look("sign-in")
    type_password(page, user)
    look("none-yet")
    sign_out(page)
    set_up_a_key(page, user)
    look("codes-shown-once")
    key = Authenticator.objects.get(user=user, type=Authenticator.Type.WEBAUTHN)
    for name, *of in (
        ("mfa_index",), ("mfa_activate_totp",), ("mfa_view_recovery_codes",),
        ("mfa_generate_recovery_codes",), ("mfa_list_webauthn",), ("mfa_add_webauthn",),
        ("mfa_edit_webauthn", key.pk), ("mfa_remove_webauthn", key.pk), ("change_password",),
        ("mfa_reauthenticate",), ("mfa_reauthenticate_webauthn",),
    ):  # fmt: skip
        answer = page.goto(start + reverse(name, args=of))
        assert answer.status == 200 and is_at_path(page, reverse(name, args=of))
        look(name.replace("_", "-"))
    sign_out(page)
    type_password(page, user)
    look("asked-for")
    page.get_by_label("Code of your authenticator app").fill("000000")
    page.get_by_role("button", name="Go on").click()
    look("wrong")
    assert wrong == []


def is_at_path(page: Any, path: str) -> bool:
    return str(page.url).partition("?")[0].endswith(path)
