"""What the product is told where it is deployed: behind HTTPS, Django's own check finds nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

ROOT = Path(__file__).parents[2]
OF_THE_BROWSER_TESTS = "DJANGO_ALLOW_ASYNC_UNSAFE"  # set while a browser runs in this process
ASKED = """
import django; django.setup()
from django.conf import settings as s
print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE,
      s.SESSION_COOKIE_HTTPONLY, s.SESSION_COOKIE_SAMESITE, s.SECURE_SSL_REDIRECT, s.DEBUG)
"""


def deployed(*words: str) -> subprocess.CompletedProcess[str]:
    """Run Python as the product is deployed."""
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "HTTPS": "yes"}
    kept = {name: said for name, said in os.environ.items() if name != OF_THE_BROWSER_TESTS}
    return subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=kept | settings,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_check_for_deployment_finds_nothing() -> None:
    done = deployed("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_of_the_silenced_checks_none_is_about_security() -> None:
    assert [each for each in settings.SILENCED_SYSTEM_CHECKS if "security" in each] == []


def test_cookies_are_bound_to_the_host_and_unseen_by_scripts() -> None:
    said = deployed("-c", ASKED).stdout.split()
    assert said == [
        "__Host-session", "__Host-csrftoken", "True", "True", "True", "Lax", "True", "False",
    ]  # fmt: skip
