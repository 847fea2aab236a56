"""The only home of notices on screen: what became of what one sent, and what one was sent."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models import Case, IntegerField, Q, QuerySet, Value, When
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.timezone import localtime

from municipalities.doors import Door, Page, Seen
from municipalities.layouts import one_column
from municipalities.models import Notice, Officer
from municipalities.notices import writing
from municipalities.page_parts import Link, Tag, Tone
from municipalities.tables import Cell, Column, Row, Table, row

State = Notice.State
MANY = 50
TONES: dict[str, Tone] = {
    State.SENT: "good",
    State.REFUSED: "bad",
    State.BOUNCED: "bad",
    State.NO_ADDRESS: "bad",
    State.UNWRITTEN: "bad",
    State.WITHDRAWN: "",
}


def sent_by(page: Seen) -> QuerySet[Notice]:
    """Return what the person sent; State offices also see what the calendar sent."""
    mine = Q(sender__person=page.officer.person_id)
    if page.officer.may("read-all"):
        mine |= Q(sender__office__title="system") & ~Q(kind=writing.SECURITY)
    return Notice.objects.filter(mine)


def seen(page: Seen) -> QuerySet[Notice]:
    """Return what the person sent or was sent."""
    mine = Notice.objects.filter(person=page.officer.person_id)
    return (mine | Notice.objects.filter(pk__in=sent_by(page).values("pk"))).select_related(
        "office", "person", "sender__office"
    )


def tag(notice: Notice) -> Tag:
    """Say what became of a notice; one that waits with an error is not delivered."""
    if notice.state in TONES:
        return Tag(notice.get_state_display(), TONES[notice.state])
    if notice.error:
        return Tag("Not delivered yet", "warn")
    return Tag(notice.get_state_display())


class NoticeList(Page):
    """What the person sent, the undelivered first, and what they were sent."""

    template_name = "municipalities/notices.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Page what was sent, and show the latest to the person."""
        order = Case(
            When(state__in=writing.UNDELIVERED, then=Value(0)),
            When(Q(state=State.WAITING) & ~Q(error=""), then=Value(1)),
            default=Value(2),
            output_field=IntegerField(),
        )
        found = sent_by(self).select_related("office").order_by(order, "-pk")
        page = Paginator(found, MANY).get_page(self.request.GET.get("page"))
        mine = Notice.objects.filter(person=self.officer.person_id)[:MANY]
        undelivered = sent_by(self).filter(
            Q(state__in=writing.UNDELIVERED) | Q(state=State.WAITING) & ~Q(error="")
        )
        return super().get_context_data(
            page=page,
            undelivered=undelivered.count(),
            sent=_sent_table(list(page)),
            received=_received_table(list(mine)),
            **kwargs,
        )


def _sent_table(found: list[Notice]) -> Table:
    return Table(
        caption="Notices you sent, the undelivered first",
        columns=[
            Column("Notice", "words"),
            Column("To"),
            Column("Written", "date"),
            Column("Attempts", "count"),
            Column("State", "state"),
        ],
        rows=[_sent_row(each) for each in found],
        empty="No notices. One is written when you certify, rehearse or ask for something.",
    )


def _sent_row(each: Notice) -> Row:
    link = reverse("notice", args=[each.pk])
    return row(
        Cell(each.subject, link, second=each.error),
        each.office.name,
        localtime(each.written_at).date(),
        each.attempts,
        Cell(tag=tag(each)),
        lit=each.state in writing.UNDELIVERED,
    )


def _received_table(found: list[Notice]) -> Table:
    return Table(
        caption="Notices to you, the latest first",
        columns=[Column("Notice", "words"), Column("Written", "date"), Column("State", "state")],
        rows=[
            row(
                Cell(each.subject, reverse("notice", args=[each.pk])),
                localtime(each.written_at).date(),
                Cell(tag=tag(each)),
            )
            for each in found
        ],
        empty="No notices to you.",
    )


class NoticePage(Page):
    """One notice: its words, and what became of it."""

    template_name = "municipalities/notice.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show it to who sent it and to whom it was sent."""
        notice = get_object_or_404(seen(self), pk=kwargs["pk"])
        again = notice.state in writing.UNDELIVERED and notice.state != State.UNWRITTEN
        own = notice.person_id == self.officer.person_id
        return super().get_context_data(
            notice=notice, state=tag(notice), again=again and not own, **kwargs
        )


class AgainForm(forms.Form):
    """One button: the notice is tried again."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act="Send it again")


class SendAgain(Door):
    """Let an undelivered notice be sent to the address that is on record now."""

    form_class: type[forms.Form] = AgainForm

    @property
    def notice(self) -> Notice:
        """The notice of the address, if the person sent it."""
        return get_object_or_404(sent_by(self), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act."""
        return super().get_context_data(
            heading="Send the notice again",
            lede=self.notice.subject,
            back=Link("Notices", reverse("notices")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Let it wait anew."""
        made = writing.write_again(self.notice, by=by)
        return f"The notice to {made.office} waits to be sent."

    def get_success_url(self) -> str:
        """Go back to the notices."""
        return reverse("notices")
