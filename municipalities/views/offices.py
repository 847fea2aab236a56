"""The only home of the pages on who holds which office, for administrators and for clerks."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse

from municipalities import invitations
from municipalities.doors import Page
from municipalities.models import Grant, Office, Officer, Renewal, User
from municipalities.offices import serving
from municipalities.page_parts import Link
from municipalities.questions import page_of
from municipalities.tables import BLANK, Cell, Column, Table, row

PER_PAGE = 200


class Offices(Page):
    """Every office an administrator seats, or the ones a clerk hands over."""

    permission = "seat-officers"
    template_name = "municipalities/offices.html"
    asks = ("q", "page")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """List the offices with their holders, and what waits for a second person."""
        administers = self.officer.may("manage-offices")
        words = self.request.GET.get("q", "")
        page = page_of(self.request, self._offices(administers, words))
        return super().get_context_data(
            table=self._table(page.object_list, administers),
            page=page,
            words=words,
            administers=administers,
            waiting=_waiting() if administers else None,
            renewals=_renewals() if administers else None,
            **kwargs,
        )

    def _offices(self, administers: bool, words: str) -> QuerySet[Office]:
        every = Office.objects.exclude(title="system").order_by("name")
        if not administers:
            return every.filter(title="cfo", municipality=self.officer.office.municipality_id)
        holder = Q(officers__person__label__icontains=words)
        return every.filter(Q(name__icontains=words) | holder).distinct()

    def _table(self, found: Iterable[Office], administers: bool) -> Table:
        offices = list(found)
        terms = serving(self.today).filter(office__in=offices)
        by_office: dict[int, list[Officer]] = {}
        for term in terms:
            by_office.setdefault(term.office_id, []).append(term)
        return Table(
            f"Offices and who holds them on {self.today:%b %-d, %Y}",
            [Column("Office"), Column("Held by"), Column("Since", "date"), Column("Act")],
            [_line(office, by_office.get(office.pk, []), administers) for office in offices],
            on_phone="blocks",
            empty="No office. One is opened in the admin site.",
        )


def _line(office: Office, terms: list[Officer], administers: bool) -> Any:
    last = terms[-1] if terms else None
    held = ", ".join(f"{t.person}{' (acting)' if t.acting else ''}" for t in terms)
    act = (
        Link("Seat someone", reverse("seat", args=[office.pk]))
        if administers
        else Link("Hand over", reverse("hand_over", args=[office.pk]))
    )
    more = (
        Link("Term and sign-in", reverse("term", args=[last.pk])) if last and administers else None
    )
    return row(
        Cell(office.name, second=office.title),
        Cell(held or None, nothing="Nobody", more=more),
        last.from_on if last else BLANK,
        Cell(act.label, act.url),
    )


def _waiting() -> Table:
    grants = Grant.objects.filter(officer=None, refused_because="").select_related(
        "office", "person", "proposed_by__office"
    )
    return Table(
        "Proposals that wait for a second administrator",
        [Column("Office"), Column("Person"), Column("From", "date"), Column("Proposed by")],
        [
            row(
                Cell(grant.office.name, reverse("grant", args=[grant.pk])),
                Cell(grant.person.label, second=grant.legal_basis),
                grant.from_on,
                grant.proposed_by.office.name,
            )
            for grant in grants[:PER_PAGE]
        ],
        on_phone="blocks",
        empty="No proposal waits.",
    )


def _renewals() -> Table:
    rows = Renewal.objects.filter(done_by=None).select_related("user", "asked_by__office")
    return Table(
        "Lost passwords and factors that wait for a second administrator",
        [Column("Sign-in"), Column("Why", "words"), Column("Asked by")],
        [
            row(Cell(each.user.username, reverse("renewal", args=[each.pk])), each.reason,
                each.asked_by.office.name)
            for each in rows[:PER_PAGE]
        ],
        on_phone="blocks",
        empty="No renewal waits.",
    )  # fmt: skip


class Invitation(Page):
    """The link that lets a new officer set a password: shown to who seated or renewed them."""

    template_name = "municipalities/invitation.html"
    step_up = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Make the link anew; it opens nothing once the password is set."""
        user = get_object_or_404(self._mine(), pk=self.kwargs["pk"])
        link = self.request.build_absolute_uri(invitations.path_for(user))
        return super().get_context_data(of=user, link=link, **kwargs)

    def _mine(self) -> QuerySet[User]:
        """Return the sign-ins without a password whose person this person seated or renewed."""
        me = self.officer.person_id
        seated = Q(person__grants__officer__isnull=False) & (
            Q(person__grants__decided_by__person=me)
            | Q(person__grants__hand_over=True, person__grants__proposed_by__person=me)
        )
        renewed = Q(renewals__done_by__person=me)
        return invitations.waiting().exclude(person=me).filter(seated | renewed).distinct()
