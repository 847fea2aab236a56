"""The admin tables of the calendar and of names: read here, changed on their own pages."""

from django.contrib import admin

from municipalities import models
from municipalities.admin_site import Readable


@admin.register(models.Holiday)
class HolidayTable(Readable):
    """Days on which State offices or the Reserve Banks are closed; changed at /holidays/."""

    list_display = ("falls_on", "whose", "name", "authority", "entered_by", "struck_on")
    list_filter = ("whose",)
    list_select_related = ("entered_by__office",)
    date_hierarchy = "falls_on"


@admin.register(models.CalendarFeed)
class CalendarFeedTable(Readable):
    """Secret addresses of calendars, without what they are read by."""

    list_display = ("office", "made_by", "made_on", "closed_by", "closed_on")
    list_select_related = ("office", "made_by__office", "closed_by__office")
    exclude = ("digest",)


@admin.register(models.FormerName)
class FormerNameTable(Readable):
    """Names that municipalities bore."""

    list_display = ("municipality", "name", "official_name", "until_on", "recorded_by")
    list_select_related = ("municipality", "recorded_by__office")
    search_fields = ("municipality__code", "name")


@admin.register(models.Standstill)
class StandstillTable(Readable):
    """Times in which nothing happened by itself; begun and ended at /standstills/."""

    list_display = ("began_on", "because", "began_by", "ended_on", "ended_by", "ended_because")
    list_select_related = ("began_by__office", "ended_by__office")
