"""The only home of how the API answers: whom it asks for a token, what it tells the connection.

Every answer has an ETag, so that who has it already is told so (304). Nothing here writes.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from rest_framework import generics
from rest_framework.exceptions import NotAuthenticated
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request

from payments.api import programs
from payments.api.programs import Program
from payments.api.questions import Question, conditions


class OneKind(BaseContentNegotiation):
    """What an address answers with is said by the address, whatever is accepted."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Return the only one."""
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        """Return the only one: JSON, in which refusals are too."""
        return renderers[0], renderers[0].media_type


@method_decorator(conditional_page, name="dispatch")
class Reading(generics.GenericAPIView[Any]):
    """An answer to read; `public` needs no token, `asks` are the filters of a list."""

    public = True
    asks: Mapping[str, Question] = {}
    content_negotiation_class = OneKind
    http_method_names = ["get", "head", "options"]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse who lacks a token, and tell the connection what may be shown."""
        super().initial(request, *args, **kwargs)
        if not self.public and not isinstance(request.user, Program):
            raise NotAuthenticated("A token is needed: Authorization: Bearer TOKEN.")
        self.wanted = conditions(request, self.asks)
        programs.tell(request, public=self.public)


class Rows(Reading, generics.ListAPIView[Any]):
    """A list in pages by keyset."""

    places: tuple[str, ...] = ()

    def get_queryset(self) -> Any:
        """Return the rows asked for; of those that aren't public, what the token's officer sees."""
        rows = super().get_queryset()
        if getattr(self, "swagger_fake_view", False):
            return rows
        if not self.public:
            rows = self.request.user.scope.filter(rows, *self.places)  # type: ignore[union-attr]
        return rows.filter(**self.wanted)


class One(Reading, generics.RetrieveAPIView[Any]):
    """One row by its key."""
