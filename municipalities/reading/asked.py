"""The only list of what the reading process is asked: what a file is, and what stands in it."""

from typing import Any

from municipalities.documents import content as contents
from municipalities.reading import parcels, reader
from municipalities.reading.formats import LAYOUTS
from municipalities.reading.places import Register
from municipalities.refusal import Refusal


def answer(question: dict[str, Any], content: bytes) -> dict[str, Any]:
    """Answer a question about a file; a refusal is an answer."""
    return {"kind": _kind, "read": _read}[question["ask"]](question, content)


def _kind(_question: dict[str, Any], content: bytes) -> dict[str, Any]:
    try:
        return {"kind": contents.kind_of(content)}
    except Refusal as no:
        return {"refused": str(no)}


def _read(question: dict[str, Any], content: bytes) -> dict[str, Any]:
    layouts = {**LAYOUTS, parcels.KEY: parcels.LAYOUT}
    layout, places = layouts[question["layout"]], Register.of(question["places"])
    return reader.read(content, question["kind"], layout, question["period"], places).as_dict()
