"""The only home of an office's calendar address on screen, and of the feed read at it."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.timezone import localdate, now
from django.views.generic import View

from municipalities import feeds
from municipalities.doors import Door, Page
from municipalities.models import Officer
from municipalities.page_parts import Link
from payments.calendar import concerns, dates, ical
from payments.calendar_forms import FeedForm

BACK, AHEAD = timedelta(days=366), timedelta(days=2 * 366)
SHOWN = "calendar-address"  # the session's key for an address that was just made


class FeedPage(Page):
    """Whether the office has an address, who made it, and how to use it."""

    template_name = "payments/feed.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show an address once, right after it was made."""
        secret = self.request.session.pop(SHOWN, "")
        address = self.request.build_absolute_uri(_path(secret)) if secret else ""
        standing = feeds.open_feed(self.officer.office)
        made = Link("Make a new one" if standing else "Make an address", reverse("feed_make"))
        doors = [made, *([Link("Close it", reverse("feed_close"))] if standing else [])]
        return super().get_context_data(
            address=address, standing=standing, doors=doors, office=self.officer.office, **kwargs
        )


def _path(secret: str) -> str:
    return reverse("feed_read", args=[secret])


class MakeFeed(Door):
    """Make the office's address; the one before it stops working."""

    form_class = FeedForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the act."""
        return super().get_form_kwargs() | {"act": "Make the address"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what follows."""
        return super().get_context_data(
            heading="Make a calendar address",
            lede=f"For {self.officer.office}. Mail and calendar programs read the dates there.",
            after="Whoever has the address reads the dates; it says no amounts. It is shown once, "
            "and an address made before stops working.",
            back=Link("Calendar address", reverse("feed")),
            **kwargs,
        )

    def act(self, answers: Any, *, by: Officer) -> str:
        """Make it, and keep it for the next page alone."""
        self.request.session[SHOWN] = feeds.make(on=self.today, by=by)
        return "The address is made. Copy it now: it is shown once."

    def get_success_url(self) -> str:
        """Show it."""
        return reverse("feed")


class CloseFeed(MakeFeed):
    """Close the office's address, so that nobody reads there any more."""

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the act."""
        return super().get_form_kwargs() | {"act": "Close the address"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what follows."""
        return super().get_context_data(**kwargs) | {
            "heading": "Close the calendar address",
            "lede": f"For {self.officer.office}. Programs that read there get no more dates.",
            "after": "A new address can be made at any time.",
        }

    def act(self, answers: Any, *, by: Officer) -> str:
        """Close it."""
        feeds.close(on=self.today, by=by)
        return "The address is closed."


@method_decorator(login_not_required, name="dispatch")
class ReadFeed(View):
    """The dates of an office, for a program that has its address and no sign-in."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """Answer the calendar; an address that is not open answers as one that never was."""
        office = feeds.office_of(token)
        if office is None:
            raise Http404
        on = localdate()
        found = concerns.of_office(office, on).keep(dates.between(on - BACK, on + AHEAD))
        body = ical.feed(f"Apportion, {office}", found, now())
        answer = HttpResponse(body, content_type="text/calendar; charset=utf-8")
        answer["Content-Disposition"] = 'inline; filename="apportion.ics"'
        answer["Cache-Control"] = "private, max-age=3600"
        return answer
