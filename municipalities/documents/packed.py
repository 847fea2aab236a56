"""The only home of a packed extract: one text in a ZIP, unpacked within the limits.

An extract of a large town has more than 10 MB; packed it has a tenth of them.
"""

import io
import zipfile

from municipalities.documents import limits, workbook
from municipalities.refusal import Refusal

WHOLE = "Pack one .txt file, alone and without a password."


def is_one_text(content: bytes) -> bool:
    """Whether a packed file holds one text and nothing else."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            names = packed.namelist()
    except (zipfile.BadZipFile, OSError, ValueError):
        return False
    return len(names) == 1 and names[0].casefold().endswith((".txt", ".dat"))


def text_of(content: bytes) -> bytes:
    """Return the one text. Raises Refusal past a limit, and for one that is damaged."""
    try:
        workbook.check_end(content)
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            workbook.check_entries(packed.infolist(), len(content))
            with packed.open(packed.namelist()[0]) as part:
                found = part.read(limits.TEXT + 1)
    except (zipfile.BadZipFile, RuntimeError, EOFError, OSError, ValueError) as error:
        raise Refusal(f"The packed file is damaged. {WHOLE}") from error
    if len(found) > limits.TEXT:
        raise Refusal("Unpacked, the file has more than 60 MB: send fewer municipalities.")
    return found
