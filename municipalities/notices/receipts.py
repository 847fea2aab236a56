"""The only home of receipts for filings: a notice to who filed, with number, hash and moment.

It is written in the filing's own transaction, so its moment is that of the filing, and there is
none of what was refused.
"""

import re

from municipalities.models import Notice, Officer
from municipalities.notices import writing
from municipalities.notices.writing import Words

KIND = "receipt"
_DIGEST = re.compile(r"[0-9a-f]{64}")


def write(number: str, what: str, digest: str, url: str, *, by: Officer) -> Notice:
    """Write the receipt of a filing to who filed it, once a number.

    `digest` is the SHA-256 of what was filed.
    """
    text = (
        f"{what} is filed. Receipt {number}. The SHA-256 of what was filed is {digest}. The moment"
        " of the filing is that at which this notice was written."
    )
    return writing.write(KIND, _key(number), by, Words(f"Filed: {what}", text, url), by=by)


def of(number: str) -> Notice | None:
    """Return the receipt of this number, if something was filed under it."""
    return Notice.objects.filter(kind=KIND, key__startswith=f"{_key(number)}/").first()


def under(stem: str) -> list[Notice]:
    """Return the receipts whose numbers begin so, the first filed on top."""
    found = Notice.objects.filter(kind=KIND, key__startswith=_key(stem))
    return list(found.select_related("office").order_by("pk"))


def number_of(receipt: Notice) -> str:
    """Return a receipt's number."""
    return receipt.key.removeprefix(f"{KIND}/").partition("/")[0]


def digest_of(receipt: Notice) -> str:
    """Return the SHA-256 of what was filed, as the receipt says it."""
    digest: str = _DIGEST.findall(receipt.text)[-1]
    return digest


def _key(number: str) -> str:
    return f"{KIND}/{number}"
