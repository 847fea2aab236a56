"""The only home of how large a file may be, and of the names it may have."""

import re
import unicodedata

from municipalities.refusal import Refusal

MEGABYTE = 1024 * 1024
LARGEST = 10 * MEGABYTE
UNPACKED = 100 * MEGABYTE
TEXT = 60 * MEGABYTE  # of a packed extract: 85,000 parcels
RATIO = 100  # unpacked bytes for each packed one
ENTRIES = 2_000
DEPTH = 100  # elements within elements
LONGEST_NAME = 80


def refuse_too_large(size: int) -> None:
    """Refuse a file of more bytes than are taken."""
    if size > LARGEST:
        raise Refusal(f"The file has {size:,} bytes; at most 10 MB are taken.")


def plain_name(given: str, ending: str) -> str:
    """Return a name without folders, control or direction marks, with the ending of its content."""
    last = re.split(r"[\\/]", unicodedata.normalize("NFC", given))[-1]
    stem = last.rpartition(".")[0] or last
    plain = re.sub(r"[^\w .()-]", "", stem).strip(" .")
    return f"{plain[:LONGEST_NAME] or 'file'}.{ending}"
