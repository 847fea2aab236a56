"""The admin tables of who may sign in: proposals, renewals, failures, and what allauth keeps."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin

from municipalities import models
from municipalities.admin_site import Readable

for table in (EmailAddress, Authenticator, SocialAccount, SocialApp, SocialToken):
    if admin.site.is_registered(table):
        admin.site.unregister(table)  # secrets, or nothing that we use


@admin.register(models.Grant)
class GrantTable(Readable):
    """Who is proposed for which office; proposed and decided on the page of offices."""

    list_display = ("office", "person", "from_on", "until_on", "acting", "hand_over",
                    "proposed_by", "decided_by", "refused_because")  # fmt: skip
    list_filter = ("hand_over", "acting")
    list_select_related = ("office", "person", "proposed_by__office", "decided_by__office")
    search_fields = ("office__name", "person__label")


@admin.register(models.Renewal)
class RenewalTable(Readable):
    """Lost passwords and factors: asked for by one, renewed by another."""

    list_display = ("user", "reason", "asked_by", "asked_on", "done_by", "done_on")
    list_select_related = ("user", "asked_by__office", "done_by__office")
    search_fields = ("user__username",)


@admin.register(models.Recertification)
class RecertificationTable(Readable):
    """Who looked through the terms of a place in a quarter."""

    list_display = ("quarter", "place", "terms", "recertified_by", "recertified_on")
    list_filter = ("quarter",)
    list_select_related = ("recertified_by__office",)


@admin.register(models.Denial)
class DenialTable(Readable):
    """What was refused to whom."""

    list_display = ("at", "user", "officer", "method", "path", "status")
    list_filter = ("status", "method")
    list_select_related = ("user", "officer__office")
    search_fields = ("user__username", "path")
    date_hierarchy = "at"


class Failures(Readable):
    """What axes counts; read by who administers, without what was typed."""

    list_display = ("attempt_time", "username", "ip_address", "user_agent")
    fields = (*list_display, "path_info")
    search_fields = ("username", "ip_address")
    date_hierarchy = "attempt_time"


for counted in (AccessAttempt, AccessFailureLog, AccessLog):
    if admin.site.is_registered(counted):
        admin.site.unregister(counted)
    admin.site.register(counted, Failures)
