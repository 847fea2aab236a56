"""The only home of the pages of tokens: who reads by a program, and who is let or stopped."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from municipalities import api_tokens
from municipalities.doors import Door, Page
from municipalities.layouts import one_column
from municipalities.models import ApiToken, Officer
from municipalities.page_parts import Link, Tag, Term
from municipalities.questions import page_of
from municipalities.tables import Cell, Column, Row, Table, row

SHOWN = "api-token"  # the session's key for a token that was just granted
AT_FIRST = timedelta(days=90)


class ApiTokens(Page):
    """Every token: whose rows its program reads, who granted it, until when."""

    template_name = "municipalities/api_tokens.html"
    permission = "manage-offices"
    asks = ("page",)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Show a new token once, and the list."""
        related = ("officer__office", "officer__person", "granted_by__office", "revoked_by__office")
        page = page_of(self.request, ApiToken.objects.select_related(*related))
        return super().get_context_data(
            token=self.request.session.pop(SHOWN, ""),
            page=page,
            tokens=Table(
                caption="Tokens, the latest first",
                caption_unseen=True,
                columns=[
                    Column("Program"),
                    Column("Reads as"),
                    Column("Granted by"),
                    Column("Expires", "date"),
                    Column("State", "state"),
                ],
                rows=[_row(each, self) for each in page],
                on_phone="blocks",
                empty="No token. One is granted on the page of an office’s term.",
            ),
            **kwargs,
        )


def _row(each: ApiToken, page: Page) -> Row:
    open_ = each.revoked_on is None and each.expires_on > page.today
    to = reverse("api_token_revoke", args=[each.pk])
    return row(
        Cell(each.program, more=Link("Revoke", to) if open_ else None),
        str(each.officer),
        str(each.granted_by),
        each.expires_on,
        Tag("Reads", "good") if open_ else Tag("Revoked" if each.revoked_on else "Expired"),
    )


class GrantForm(forms.Form):
    """Which program reads, and until when."""

    program = forms.CharField(
        label="Program", max_length=80, help_text="Which program reads, and who runs it."
    )
    until = forms.DateField(
        label="First day on which it no longer reads",
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="At most a year from now.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("program", "until", act="Grant the token")


class GrantToken(Door):
    """Grant a token for an officer's program."""

    permission = "manage-offices"
    form_class: type[forms.Form] = GrantForm

    @cached_property
    def term(self) -> Officer:
        """The term of the address."""
        rows = Officer.objects.select_related("office", "person")
        return get_object_or_404(rows.exclude(office__title="system"), pk=self.kwargs["pk"])

    def get_initial(self) -> dict[str, Any]:
        """Begin with three months."""
        return {"until": self.today + AT_FIRST}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what the program will see."""
        return super().get_context_data(
            heading="Grant a token",
            lede=f"A program will read as {self.term}: the same rows, and no act.",
            after="The token is shown once. It ends with the term, on its day, or when revoked.",
            about=[Term("Person", self.term.person.label), Term("Office", self.term.office.name)],
            back=Link("Tokens", reverse("api_tokens")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Grant it, and keep it for the next page alone."""
        program, until = answers["program"], answers["until"]
        token = api_tokens.grant(self.term, program, until=until, on=self.today, by=by)
        self.request.session[SHOWN] = token
        return "The token is granted. Copy it now: it is shown once."

    def get_success_url(self) -> str:
        """Show it."""
        return reverse("api_tokens")


class RevokeForm(forms.Form):
    """One button."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act="Revoke the token")


class RevokeToken(Door):
    """End a token now."""

    permission = "manage-offices"
    form_class: type[forms.Form] = RevokeForm

    @cached_property
    def token(self) -> ApiToken:
        """The token of the address."""
        return get_object_or_404(ApiToken.objects.select_related("officer"), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say whose it is."""
        return super().get_context_data(
            heading="Revoke a token",
            lede=f"{self.token.program} reads as {self.token.officer} no more, from now on.",
            back=Link("Tokens", reverse("api_tokens")),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Revoke it."""
        api_tokens.revoke(self.token, on=self.today, by=by)
        return f"{self.token.program} reads no more."

    def get_success_url(self) -> str:
        """Go back to the list."""
        return reverse("api_tokens")
