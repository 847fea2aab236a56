"""The only home of what the OpenAPI description says besides what the shapes say."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from payments.api import pages

REFUSED = {
    "type": "object",
    "properties": {"detail": {"type": "string", "description": "why, in words"}},
    "required": ["detail"],
}


def ours(endpoints: list[Any], **_: Any) -> list[Any]:
    """Describe what lies under /api/ alone."""
    return [each for each in endpoints if each[0].startswith("/api/")]


class Described(AutoSchema):
    """Names the filters of a list, its size, and how it is refused."""

    def get_override_parameters(self) -> list[Any]:
        """Return what the list may be asked for."""
        return [
            OpenApiParameter(
                name,
                type={"type": "string", "pattern": question.pattern},
                description=question.about,
            )
            for name, question in getattr(self.view, "asks", {}).items()
        ]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Say whether a token is needed."""
        return [] if getattr(self.view, "public", True) else [{"token": []}]

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Add the refusals, and the bounds of a page's size."""
        operation: dict[str, Any] | None = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        for status, words in (("400", "Asked for what can't be read"), ("401", "Token"),
                              ("404", "Not there"), ("429", "Too fast")):  # fmt: skip
            content = {"application/json": {"schema": REFUSED}}
            operation["responses"].setdefault(status, {"description": words, "content": content})
        operation["responses"]["304"] = {"description": "As it was: If-None-Match"}
        for parameter in operation.get("parameters", []):
            if parameter["name"] == "size":
                parameter["schema"] = {"type": "integer", "minimum": 1, "maximum": pages.MOST}
        return operation
