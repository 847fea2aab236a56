"""The only home of the pages of the identities: green or red, what breaks each, asked now."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import Http404
from django.urls import reverse
from django.utils.timezone import localtime

from funds.invariants import Identity
from funds.models import IdentityCheck
from funds.templatetags.money import moment, ondate
from municipalities.doors import Door, Page
from municipalities.layouts import one_column
from municipalities.models import Officer
from municipalities.page_parts import Figure, Link, Tag
from municipalities.tables import Cell, Column, Row, Table, row
from payments import identity_checks
from payments.invariants import identities

SHOWN = 200  # of what breaks an identity


class Invariants(Page):
    """Every identity as it was last asked, the broken first."""

    template_name = "payments/invariants.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read the latest answer of each."""
        checks = identity_checks.latest()
        every = sorted(identities(), key=lambda each: not _is_broken(checks.get(each.name)))
        broken = sum(_is_broken(each) for each in checks.values())
        return super().get_context_data(
            figures=_figures(checks, broken, len(every)),
            table=Table(
                caption="Every identity as it was last asked",
                caption_unseen=True,
                columns=[
                    Column("What must be true"),
                    Column("State", "state"),
                    Column("Broken by", "count"),
                    Column("Asked", "words"),
                ],
                rows=[_row(each, checks.get(each.name)) for each in every],
                on_phone="blocks",
            ),
            **kwargs,
        )


def _is_broken(check: IdentityCheck | None) -> bool:
    return check is not None and check.count > 0


def _figures(checks: Mapping[str, IdentityCheck], broken: int, of: int) -> list[Figure]:
    last = max(checks.values(), key=lambda each: each.pk, default=None)
    seconds = sum(each.milliseconds for each in checks.values()) / 1000
    return [
        Figure("Hold", f"{len(checks) - broken} of {of}", _unasked(of - len(checks))),
        Figure("Broken", f"{broken}", "Each stands first below." if broken else "None."),
        Figure(
            "Last asked",
            ondate(localtime(last.checked_at)) if last else None,
            f"By {last.asked_by}, in {seconds:,.1f} s." if last else "The calendar asks at night.",
        ),
    ]


def _unasked(number: int) -> str:
    return f"{number} were never asked yet." if number else "Every one was asked."


def state(check: IdentityCheck | None) -> Tag:
    """Say in a word and a colour whether an identity held."""
    if check is None:
        return Tag("Not asked yet", "warn")
    return Tag("Broken", "bad") if check.count else Tag("Holds", "good")


def _row(each: Identity, check: IdentityCheck | None) -> Row:
    link = reverse("invariant", args=[each.name])
    sentence = f"{each.sentence[0].upper()}{each.sentence[1:]}"
    return row(
        Cell(sentence, link, second=each.name),
        state(check),
        check.count if check else None,
        moment(check.checked_at) if check else "None yet",
        lit=_is_broken(check),
    )


class Invariant(Page):
    """One identity, asked at this moment: what breaks it, each leading to where it stands."""

    template_name = "payments/invariant.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Ask it now; a break leads to its posting or its account."""
        identity = identity_checks.named(kwargs["name"])
        if identity is None:
            raise Http404("There is no such identity.")
        broken = identity.find()
        checks = IdentityCheck.objects.filter(name=identity.name)[:10]
        return super().get_context_data(
            identity=identity,
            state=Tag("Broken", "bad") if broken else Tag("Holds", "good"),
            broken=_broken(broken),
            more=max(len(broken) - SHOWN, 0),
            before=_before(list(checks.select_related("asked_by__office", "asked_by__person"))),
            **kwargs,
        )


def _broken(broken: list[str]) -> Table:
    shown = broken[:SHOWN]
    postings = identity_checks.postings_in(shown)
    return Table(
        caption="What breaks it, now",
        caption_unseen=True,
        columns=[Column("What breaks it", "words"), Column("Where", "words")],
        rows=[row(words, _where(words, postings), lit=True) for words in shown],
        empty="Nothing breaks it.",
    )


def _where(words: str, postings: Mapping[str, int]) -> Cell:
    posting = postings.get(identity_checks.posting_in(words))
    if posting is not None:
        return Cell("The posting", reverse("posting", args=[posting]))
    account = identity_checks.account_in(words)
    if account is not None:
        return Cell("The account", reverse("account", args=[account]))
    return Cell(nothing="No page of its own")


def _before(found: list[IdentityCheck]) -> Table:
    return Table(
        caption="As it was asked before, the latest first",
        caption_unseen=True,
        columns=[Column("Asked"), Column("State", "state"), Column("By", "words")],
        rows=[
            row(
                moment(each.checked_at),
                state(each),
                str(each.asked_by),
            )
            for each in found
        ],
        empty="It was not asked yet. The calendar asks every night.",
    )


class AskForm(forms.Form):
    """One button."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act="Ask every identity")


class AskDoor(Door):
    """Have every identity asked by the workers; anyone who reads all may."""

    permission = "read-all"
    form_class = AskForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what it does."""
        return super().get_context_data(
            heading="Ask every identity",
            lede="Each is asked of the whole database, by the workers; you may leave the page.",
            back=Link("Identities", reverse("invariants")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Offer the work."""
        offered = identity_checks.offer(on=self.today, by=by)
        return f"{offered.title}: it waits for a worker, and shows here when it is done."

    def get_success_url(self) -> str:
        """Go back to the page."""
        return reverse("invariants")
