"""The only home of the key that signs seals: where it lies, who may read it, which were known."""

import hashlib
import os
import re
import stat
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)
from django.conf import settings

from funds.models import DailySeal
from funds.refusal import Refusal

_PEM = re.compile(rb"-----BEGIN PUBLIC KEY-----.*?-----END PUBLIC KEY-----\n", re.DOTALL)


def signing_key() -> Ed25519PrivateKey:
    """Return the key; the first seal of a machine makes it.

    Raises Refusal when others may read the file, or when it is gone although seals stand.
    """
    path = Path(settings.SEAL_KEY_FILE)
    if not path.exists():
        if DailySeal.objects.exists():
            raise Refusal(
                f"The key that seals are signed with is not at {path.name}, and seals stand. Put"
                " it back, or make another with ./manage.py seal --new-key and tell the auditor."
            )
        make()
    _only_its_owner_reads(path)
    key = load_pem_private_key(path.read_bytes(), None)
    if not isinstance(key, Ed25519PrivateKey):
        raise Refusal(f"{path.name} holds a key of another kind; an Ed25519 key is needed.")
    _make_known(key.public_key())
    return key


def make() -> str:
    """Make a key where none lies, for its owner's eyes alone; return its fingerprint.

    Raises Refusal when one is there: the earlier one is moved away by hand, and kept.
    """
    path = Path(settings.SEAL_KEY_FILE)
    path.parent.mkdir(parents=True, exist_ok=True)
    key = Ed25519PrivateKey.generate()
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as there:
        raise Refusal(f"A key lies at {path.name}: move it away before another is made.") from there
    with os.fdopen(opened, "wb") as file:
        file.write(pem)
    _make_known(key.public_key())
    return fingerprint(key.public_key())


def _only_its_owner_reads(path: Path) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise Refusal(
            f"The key that seals are signed with, {path.name}, has mode {mode:04o}: others may"
            " read it. Mode 0600 is needed; if it was read, make another."
        )


def known() -> dict[str, Ed25519PublicKey]:
    """Return every public key that signed here, by its fingerprint."""
    path = _public_file()
    if not path.exists():
        return {}
    keys = [load_pem_public_key(pem) for pem in _PEM.findall(path.read_bytes())]
    return {fingerprint(key): key for key in keys if isinstance(key, Ed25519PublicKey)}


def fingerprint(key: Ed25519PublicKey) -> str:
    """Return the SHA-256 of a public key, by which seals name it."""
    raw = key.public_bytes(Encoding.Raw, PublicFormat.Raw)
    return hashlib.sha256(raw).hexdigest()


def public_pem() -> bytes:
    """Return the public keys that signed here, as whoever verifies a seal needs them."""
    path = _public_file()
    return path.read_bytes() if path.exists() else b""


def _public_file() -> Path:
    return Path(f"{settings.SEAL_KEY_FILE}.pub")


def _make_known(key: Ed25519PublicKey) -> None:
    if fingerprint(key) not in known():
        with _public_file().open("ab") as file:
            file.write(key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
