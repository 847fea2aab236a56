"""The only home of who reads by the API: a program with a token, or anyone, and how fast."""

from dataclasses import dataclass
from typing import Any

from django.utils.timezone import localdate
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from municipalities import api_tokens
from municipalities.access import Scope, scope_of
from municipalities.models import ApiToken
from municipalities.walls import journal

SCHEME = "Bearer"


@dataclass(frozen=True)
class Program:
    """A program that reads as an officer."""

    token: ApiToken
    scope: Scope
    is_authenticated: bool = True


class ByToken(BaseAuthentication):
    """Reads `Authorization: Bearer TOKEN`; one that doesn't stand is refused, not overlooked."""

    def authenticate(self, request: Request) -> tuple[Program, ApiToken] | None:
        """Return the program; None when no token was sent."""
        words = request.headers.get("Authorization", "").split()
        if not words:
            return None
        token = None
        if len(words) == 2 and words[0].lower() == SCHEME.lower():
            token = api_tokens.found(words[1], localdate())
        if token is None:
            raise AuthenticationFailed("The token is unknown, expired or revoked.")
        return Program(token, scope_of(token.officer, localdate())), token

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme, so that a missing token is answered with 401."""
        return SCHEME


def tell(request: Request, *, public: bool) -> None:
    """Tell the connection what the answer may show: all of what is public, or the token's rows."""
    program = request.user if isinstance(request.user, Program) else None
    said: dict[str, Any] = {"reason": f"{request.method} {request.path}"[:300]}
    if program is not None:
        said["officer"] = program.token.officer_id
    if public:
        said["sees"] = "all"
    elif program is not None:
        scope = program.scope
        said |= {
            "sees": "all" if scope.all_of_state else "",
            "municipalities": ",".join(sorted(scope.municipality_codes)),
            "zones": ",".join(sorted(scope.zone_codes)),
            "counties": ",".join(sorted(scope.county_codes)),
        }
    journal.say(**said)


class Slow(SimpleRateThrottle):
    """So many requests a minute: by the token, or by the address of who has none."""

    scope = "nobody"

    def __init__(self) -> None:
        """Take the rate when it is known whose it is."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Choose the rate by who asks."""
        self.scope = "program" if isinstance(request.user, Program) else "nobody"
        self.rate = self.get_rate()
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return bool(super().allow_request(request, view))

    def get_cache_key(self, request: Request, view: Any) -> str:
        """Count by token or by address."""
        program: Any = request.user
        who = program.token.pk if self.scope == "program" else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": who}
