"""The only home of how account numbers are sealed at rest, and with which keys.

The first key of ACCOUNT_NUMBER_KEYS seals, every one of them opens: a new key goes in front, and
the old one leaves when nothing is sealed with it any more.
"""

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from funds.refusal import Refusal


def _box() -> MultiFernet:
    keys = (hashlib.sha256(word.encode()).digest() for word in settings.ACCOUNT_NUMBER_KEYS)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])


def seal(number: str) -> str:
    """Return the number as it is kept in the database."""
    return _box().encrypt(number.encode()).decode()


def reseal(sealed: str) -> str:
    """Return what was sealed with any key as the first one seals it. Raises Refusal as unseal."""
    unseal(sealed)
    return _box().rotate(sealed.encode()).decode()


def unseal(sealed: str) -> str:
    """Return the number again. Raises Refusal when no key of this machine opens it."""
    try:
        return _box().decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Refusal(
            "An account number can't be opened: the key it was sealed with is not among "
            "ACCOUNT_NUMBER_KEYS."
        ) from error
