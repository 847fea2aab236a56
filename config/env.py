"""The only reader of environment variables: typed, refusing in a sentence what it can't use."""

import os
import secrets
import sys
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote, urlsplit


def refuse(name: str, found: str, needed: str) -> NoReturn:
    """End the command with one sentence and exit 2."""
    sys.stderr.write(f"{name} is {found!r}; {needed} is needed.\n")
    raise SystemExit(2)


def text(name: str, default: str) -> str:
    """Return a text variable, or the default when it is unset or empty."""
    return os.environ.get(name) or default


def flag(name: str, default: bool) -> bool:
    """Return a yes/no variable."""
    found = text(name, "yes" if default else "no").lower()
    if found in {"yes", "true", "on", "1"}:
        return True
    if found in {"no", "false", "off", "0"}:
        return False
    refuse(name, found, "yes or no")


def integer(name: str, default: int) -> int:
    """Return a whole-number variable, zero or more."""
    found = text(name, str(default))
    if not (found.isascii() and found.isdigit()):
        refuse(name, found, "a whole number")
    return int(found)


def one_of(name: str, default: str, choices: tuple[str, ...]) -> str:
    """Return a variable that is one of a few words."""
    found = text(name, default)
    if found not in choices:
        refuse(name, found, " or ".join(choices))
    return found


def words(name: str, default: list[str]) -> list[str]:
    """Return a comma-separated variable as a list without blanks."""
    return [word.strip() for word in text(name, ",".join(default)).split(",") if word.strip()]


def database(name: str, default: str) -> dict[str, Any]:
    """Return Django's database settings from `postgres://user:password@host:port/name`.

    A socket's folder stands either percent-encoded in the host's place, as libpq has it,
    or as a path before the name: `postgres://user@//run/postgresql/name`.
    """
    found = text(name, default)
    parts = _split(name, found, {"postgres", "postgresql"})
    folder, _, database_name = parts.path.rpartition("/")
    if not database_name:
        refuse(name, found, "postgres://user@host:port/name with a database name")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(database_name),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": _host(parts.netloc) or folder.replace("//", "/"),
        "PORT": str(parts.port or ""),
    }


def broker(name: str, default: str) -> str:
    """Return the Redis address as Celery spells it; a socket is `unix:///path`."""
    found = text(name, default)
    parts = _split(name, found, {"redis", "rediss", "unix", "redis+socket"})
    if parts.scheme == "unix":
        return found.replace("unix://", "redis+socket://", 1)
    return found


def single_sign_on() -> list[dict[str, Any]]:
    """Return the issuer of OpenID Connect, when one is named, as allauth spells it."""
    issuer = text("OIDC_ISSUER", "")
    if not issuer:
        return []
    parts = _split("OIDC_ISSUER", issuer, {"https", "http"})
    if parts.scheme == "http" and parts.hostname not in {"127.0.0.1", "::1", "localhost"}:
        refuse("OIDC_ISSUER", issuer, "an address that starts with https://")
    for name in ("OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"):
        if not text(name, ""):
            refuse(name, "", "the value that the issuer gave")
    return [
        {
            "provider_id": "issuer",
            "name": text("OIDC_NAME", urlsplit(issuer).netloc),
            "client_id": text("OIDC_CLIENT_ID", ""),
            "secret": text("OIDC_CLIENT_SECRET", ""),
            "settings": {"server_url": issuer},
        }
    ]


def single_sign_on_origins() -> list[str]:
    """Return where the sign-in form may lead besides us: the issuer's origin, when one is named."""
    parts = urlsplit(text("OIDC_ISSUER", ""))
    return [f"{parts.scheme}://{parts.netloc}"] if parts.netloc else []


def _split(name: str, found: str, schemes: set[str]) -> Any:
    """Split an address, refusing other schemes and impossible ports."""
    needed = f"an address that starts with {' or '.join(sorted(schemes))}://"
    try:
        parts = urlsplit(found)
        port_is_possible = parts.port is None or parts.port > 0
    except ValueError:
        refuse(name, found, needed)
    if parts.scheme not in schemes or not port_is_possible:
        refuse(name, found, needed)
    return parts


def _host(netloc: str) -> str:
    """Return the host as written: urlsplit's own would lower-case a socket's folder."""
    host = netloc.rpartition("@")[2]
    if not host.startswith("["):
        return unquote(host.partition(":")[0])
    return host[1:].partition("]")[0]


def secret(name: str, kept_in: Path, size: int = 48) -> str:
    """Return the variable, or the secret kept in a file that is made once with mode 0600."""
    if found := os.environ.get(name):
        return found
    try:
        kept_in.parent.mkdir(parents=True, exist_ok=True)
        _write_once(kept_in, secrets.token_urlsafe(size))
        return kept_in.read_text(encoding="ascii").strip()
    except OSError as error:
        needed = f"a value, or a place to keep one ({kept_in}: {error.strerror})"
        refuse(name, "", needed)


def _write_once(path: Path, value: str) -> None:
    """Write a file that only its owner may read, whole or not at all; the first writer wins."""
    if path.exists():
        return
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(value)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
