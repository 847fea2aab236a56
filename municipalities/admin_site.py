"""The only home of what the admin site lets whom do: by office, never by permission rows.

It is entered by staff who serve an office today that manages offices or reads all. Money is read
here and nothing else; reference tables are kept by who manages offices; nothing is deleted.
"""

from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.timezone import localdate

from municipalities.models import Officer, User
from municipalities.offices import officers_of
from municipalities.stale import SEEN, unchanged

if TYPE_CHECKING:
    BaseAdmin = admin.ModelAdmin[Any]
    AnyField = models.Field[Any, Any]
else:
    BaseAdmin = admin.ModelAdmin
    AnyField = models.Field

ENTER = frozenset({"manage-offices", "read-all"})
SEARCHED = ("number", "holder", "payee", "key", "title", "trace", "name")
LONG = (models.JSONField, models.TextField)


def serving(request: HttpRequest) -> list[Officer]:
    """Return the terms the request's person serves today, asked once a request."""
    held: list[Officer] | None = getattr(request, "officers", None)
    if held is None:
        held = officers_of(request.user, localdate())
        setattr(request, "officers", held)  # noqa: B010 - HttpRequest declares no such name
    return held


def officer_for(request: HttpRequest, duty: str) -> Officer | None:
    """Return the term in which the request's person has the duty."""
    return next((each for each in serving(request) if each.may(duty)), None)


class OfficeAdminSite(admin.AdminSite):
    """The admin site, for staff who serve an office that manages offices or reads all."""

    site_header = site_title = "Apportion: offices and reference data"
    site_url = "/"

    def has_permission(self, request: HttpRequest) -> bool:
        """Say whether the person may enter."""
        user = request.user
        if not (isinstance(user, User) and user.is_active and user.is_staff):
            return False
        return any(office.office.permissions & ENTER for office in serving(request))

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Lead to the one sign-in there is; who is signed in and may not enter is told so."""
        if request.user.is_authenticated:
            raise PermissionDenied("Your office does not enter the admin site.")
        back = urlencode({"next": request.GET.get("next") or reverse("admin:index")})
        return HttpResponseRedirect(f"{reverse('sign_in')}?{back}")


class Readable(BaseAdmin):
    """A table to read: nothing is added, changed or deleted, whoever asks."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let everyone read who may enter the site."""
        return self.admin_site.has_permission(request)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """List the application for everyone who may enter the site."""
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: what was on record stays."""
        return False


class Kept(Readable):
    """A reference table, kept by who has the duty; still nothing is deleted."""

    duty = "manage-offices"

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """Refuse to save over what another changed since the page was opened."""
        if obj is not None and self.has_change_permission(request, obj):
            kwargs["form"] = unchanged(kwargs.get("form", self.form))
        return super().get_form(request, obj, change=change, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Let the page carry what it saw."""
        sets = super().get_fieldsets(request, obj)
        if obj is None or not self.has_change_permission(request, obj):
            return sets
        (label, first), *others = sets
        fields = [name for name in first["fields"] if name != SEEN]
        return [(label, {**first, "fields": [*fields, SEEN]}), *others]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let who has the duty add."""
        return officer_for(request, self.duty) is not None

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let who has the duty change."""
        return officer_for(request, self.duty) is not None


class Appended(Kept):
    """A table whose rows are added by who has the duty, and never changed."""

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a later row says what is different."""
        return False


class Money(Readable):
    """A table of money: every column but the long ones, newest first, in a bounded few queries."""

    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Fetch with each row what its columns show of other tables."""
        related = [each for each in _fields(self.model) if isinstance(each, models.ForeignKey)]
        paths = [
            f"{each.name}__office" if each.related_model is Officer else each.name
            for each in related
        ]
        return super().get_queryset(request).select_related(*paths)


def register_money(app: str, dates: dict[str, str]) -> None:
    """Register every table of an application for reading; `dates` names some days to browse by."""
    for model in apps.get_app_config(app).get_models():
        hidden = settings.HIDDEN.get(model._meta.db_table, ())  # noqa: SLF001
        columns = [
            each
            for each in _fields(model)
            if not isinstance(each, LONG) and each.name not in hidden
        ]
        shape: dict[str, Any] = {
            "fields": [each.name for each in columns if each.name != "id"],
            "list_display": [each.name for each in columns],
            "list_filter": [each.name for each in columns if _is_few(each)],
            "search_fields": [each.name for each in columns if each.name in SEARCHED],
            "date_hierarchy": dates.get(model.__name__),
        }
        admin.site.register(model, type(f"{model.__name__}Table", (Money,), shape))


def _fields(model: type[Model]) -> list[AnyField]:
    return list(model._meta.concrete_fields)  # noqa: SLF001 - documented by Django


def _is_few(field: AnyField) -> bool:
    """Say whether a column has few values, so that a list of them may stand beside the table."""
    return (
        bool(field.choices)
        or field.name in {"fund", "sfy"}
        or isinstance(field, models.BooleanField)
    )
