"""The only home of who may sign in: active persons, and the demonstration's while it is on."""

from typing import Any

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from municipalities import throttle
from municipalities.models import User


class OfficeBackend(ModelBackend):
    """Signs a person in by name and password; what they may do comes from their offices alone."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> Any:
        """Check the name and the password; a locked name costs as much time and says as little."""
        found = super().authenticate(request, username=username, password=password, **kwargs)
        if request is not None and username and throttle.is_locked(request, username):
            request.axes_locked_out = True  # type: ignore[attr-defined] # so that it isn't counted
            raise PermissionDenied
        return found

    def user_can_authenticate(self, user: Any) -> bool:
        """Refuse who was deactivated, and the demonstration's users while it is off."""
        if isinstance(user, User) and user.demonstration and not settings.DEMONSTRATION:
            return False
        return super().user_can_authenticate(user)

    def has_perm(self, user_obj: Any, perm: str, obj: Any = None) -> bool:
        """Give nothing by permission rows or superuser: offices say what a person may do."""
        return False

    def has_module_perms(self, user_obj: Any, app_label: str) -> bool:
        """Give nothing, as above."""
        return False


def may_sign_in(user: User) -> bool:
    """Say whether a sign-in is open at all, whatever way the person comes."""
    return OfficeBackend().user_can_authenticate(user)
