"""The admin tables of who there is: users, offices and reference data."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from municipalities import (
    admin_calendar,
    admin_intake,
    admin_journal,
    admin_people,
    admin_store,
    models,
)
from municipalities.admin_site import AnyField, Appended, Kept, Readable, officer_for, serving
from municipalities.second_factor import step_up

if TYPE_CHECKING:
    BaseUserAdmin = UserAdmin[models.User]
else:
    BaseUserAdmin = UserAdmin

# Each registers its tables.
__all__ = ["admin_calendar", "admin_intake", "admin_journal", "admin_people", "admin_store"]

admin.site.unregister(Group)  # what a person may do follows from the office alone


@admin.register(models.User)
class UserTable(Kept, BaseUserAdmin):
    """Sign-ins: made, changed and deactivated by another than their own person."""

    list_display = ("username", "person", "is_active", "is_staff", "demonstration", "last_login")
    list_filter = ("is_active", "is_staff", "demonstration")
    list_select_related = ("person",)
    search_fields = ("username", "person__label", "email")
    ordering = ("username",)
    filter_horizontal = ()
    autocomplete_fields = ("person",)
    readonly_fields = ("username", "person", "email", "last_login", "date_joined", "demonstration")
    fieldsets = (
        (None, {"fields": ("username", "person", "email")}),
        ("Sign-in", {"fields": ("is_active", "is_staff", "demonstration")}),
        ("Days", {"fields": ("last_login", "date_joined")}),
    )

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: a sign-in comes with an office, on the page of offices."""
        return False

    def user_change_password(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Refuse: a password is renewed by two, on the page of offices."""
        raise PermissionDenied("A password is renewed by two administrators.")

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Have the administrator show the factor again before a sign-in is opened or closed."""
        step_up(request)
        return super().changeform_view(request, *args, **kwargs)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse one's own sign-in: another administrator changes it."""
        if obj is not None and obj.person_id in {each.person_id for each in serving(request)}:
            return False
        return super().has_change_permission(request, obj)


@admin.register(models.Person)
class PersonTable(Kept):
    """Natural persons."""

    search_fields = ("label",)
    list_display = ("label",)


@admin.register(models.Office)
class OfficeTable(Kept):
    """Offices and where they are."""

    list_display = ("name", "title", "municipality", "zone", "county", "mail")
    list_filter = ("title",)
    list_select_related = ("municipality", "zone", "county")
    search_fields = ("name", "title", "municipality__code")
    autocomplete_fields = ("municipality",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Keep what an office is and where: its duties would change without a second person."""
        return ("title", "municipality", "zone", "county") if obj else ()

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Have the administrator show the factor again before an office is opened or named."""
        step_up(request)
        return super().changeform_view(request, *args, **kwargs)

    def formfield_for_dbfield(self, db_field: AnyField, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer the job titles of the table of roles, and no other."""
        if db_field.name == "title":
            return forms.ChoiceField(choices=[(title, title) for title in sorted(settings.ROLES)])
        return super().formfield_for_dbfield(db_field, request, **kwargs)


@admin.register(models.Officer)
class OfficerTable(Readable):
    """Terms: proposed, confirmed and ended on the page of offices, where two decide."""

    list_display = ("office", "person", "from_on", "until_on", "acting", "legal_basis")
    list_filter = ("acting", "office__title")
    list_select_related = ("office", "person")
    search_fields = ("office__name", "person__label")
    date_hierarchy = "from_on"


@admin.register(models.County)
class CountyTable(Kept):
    """The 21 counties, and a made-up one."""

    list_display = ("code", "name", "made_up")
    search_fields = ("code", "name")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Keep the code of a county that stands."""
        return ("code",) if obj else ()


@admin.register(models.Municipality)
class MunicipalityTable(Kept):
    """Municipalities; a dissolution comes from a succession alone."""

    list_display = (
        "code", "name", "kind", "county", "in_highlands", "preservation_area", "dissolved_on",
    )  # fmt: skip
    list_filter = ("county", "kind", "in_highlands", "preservation_area", "made_up")
    list_select_related = ("county",)
    search_fields = ("code", "name", "official_name")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Keep the code and the county of a municipality that stands."""
        return ("code", "county", "dissolved_on") if obj else ("dissolved_on",)


@admin.register(models.FiscalYearBasis)
class FiscalYearBasisTable(Appended):
    """Calendar or State fiscal year, from a date on."""

    list_display = ("municipality", "basis", "from_on", "source")
    list_filter = ("basis",)
    list_select_related = ("municipality",)
    search_fields = ("municipality__code", "municipality__name")
    autocomplete_fields = ("municipality",)


@admin.register(models.EnterpriseZone)
class EnterpriseZoneTable(Kept):
    """Zones."""

    list_display = ("code", "name", "trust_account_on", "made_up")
    search_fields = ("code", "name")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Keep code and name: accounts and runs are kept under them."""
        return ("code", "name", "trust_account_on") if obj else ("trust_account_on",)


@admin.register(models.ZoneMembership)
class ZoneMembershipTable(Kept):
    """Which municipality is in which zone, and since when."""

    list_display = ("zone", "municipality", "from_on", "until_on", "verified", "note")
    list_filter = ("verified",)
    list_select_related = ("zone", "municipality")
    search_fields = ("zone__name", "municipality__name", "municipality__code")
    autocomplete_fields = ("municipality",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Keep the parties of a membership that stands; it is ended, and another begun."""
        return ("zone", "municipality", "from_on") if obj else ()


@admin.register(models.StandingEvent)
class StandingEventTable(Appended):
    """The standing of zones; recorded through the act, by an office that has the duty."""

    duty = "record-standing"
    list_display = ("zone", "effective_on", "in_good_standing", "reason", "recorded_by")
    list_filter = ("in_good_standing", "zone")
    list_select_related = ("zone", "recorded_by__office")
    date_hierarchy = "effective_on"
    fields = ("zone", "effective_on", "in_good_standing", "reason", "recorded_by")
    readonly_fields = ("recorded_by",)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Record the standing, signed by who asks."""
        obj.recorded_by = officer_for(request, self.duty)
        super().save_model(request, obj, form, change)


@admin.register(models.ConformanceEvent)
class ConformanceEventTable(Appended):
    """Evidence of conformance of Highlands towns."""

    list_display = ("municipality", "kind", "effective_on", "as_published", "scope", "source")
    list_filter = ("kind",)
    list_select_related = ("municipality",)
    search_fields = ("municipality__code", "municipality__name")
    autocomplete_fields = ("municipality",)


@admin.register(models.Succession)
class SuccessionTable(Readable):
    """Municipalities taken into others."""

    list_display = ("predecessor", "successor", "effective_on", "document", "recorded_by")
    list_select_related = ("predecessor", "successor", "recorded_by__office")


@admin.register(models.SourceDocument)
class SourceDocumentTable(Appended):
    """Papers and files that figures cite."""

    list_display = ("title", "publisher", "received_on", "standing")
    list_filter = ("standing",)
    search_fields = ("title", "publisher", "reference")
    date_hierarchy = "received_on"


@admin.register(models.FactSeries)
class FactSeriesTable(Readable):
    """Versions of figures: loaded and accepted through the acts alone."""

    list_display = ("kind", "period", "version", "unit", "document", "loaded_by", "accepted_by",
                    "accepted_on")  # fmt: skip
    list_filter = ("document__standing", "kind")
    list_select_related = ("document", "loaded_by__office", "accepted_by__office")
    search_fields = ("kind", "period")


@admin.register(models.Fact)
class FactTable(Readable):
    """Figures: superseded by a later version, never edited."""

    list_display = ("series", "municipality", "value")
    list_filter = ("series__kind",)
    list_select_related = ("series", "municipality")
    search_fields = ("municipality__code", "municipality__name", "series__period")
    ordering = ("-pk",)
