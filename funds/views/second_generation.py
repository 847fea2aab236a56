"""The only home of the page of a zone's second-generation money, and of the doors to it."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import loans, quarters, second_generation
from funds.models import Loan, Posting, SecondGenerationReceipt
from funds.queries import second_generation as queries
from funds.rules.money import ZERO
from funds.second_generation_forms import LoanForm, SaleForm, UseForm, WhyForm
from funds.views import second_generation_tables as tables
from funds.views.zone import parts_of
from funds.views.zone_doors import ZoneDoor
from municipalities.access import Scope
from municipalities.doors import Door, Page
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Figure, Link, Term

CITE = "52:27H-88 a.(4)"


class SecondGenerationPage(Page):
    """A zone's second-generation account, its loans and its quarterly reports."""

    template_name = "funds/second_generation.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read a visible zone's register: a fixed number of statements."""
        zone = get_object_or_404(self.scope.zones(), code=kwargs["code"])
        found = queries.states(queries.loans_of(zone, self.today)[:100], self.today)
        asked = quarters.asked_for(self.today, 5)
        filed = queries.live_reports(zone)
        account = queries.balance(zone)
        return super().get_context_data(
            zone=zone,
            parts=parts_of(zone, "second_generation"),
            figures=_figures(zone, account.balance if account else ZERO, found, filed),
            dues=tables.timeline(zone, asked, filed, self.today),
            loans=tables.loans(found, "Loans ($). Principal = repaid + outstanding + written off"),
            movements=tables.movements(queries.movements(account)[:30], self.officer),
            account=account,
            doors=self._doors(zone),
            **kwargs,
        )

    def _doors(self, zone: EnterpriseZone) -> list[Link]:
        if not self.officer.may("second-generation"):
            return []
        words = {"lend": "Record a loan", "sell": "Record a sale", "use_second": "Use the money"}
        return [Link(label, reverse(name, args=[zone.pk])) for name, label in words.items()]


def _figures(
    zone: EnterpriseZone, held: Decimal, found: list[queries.LoanState], filed: Mapping[Any, Any]
) -> list[Figure]:
    owed = [each for each in found if each.outstanding]
    late = sum((each.late.amount for each in owed), ZERO)
    oldest = max((each.days_late for each in owed), default=0)
    last = max(filed, default=None)
    declared = filed[last] if last else None
    return [
        Figure("In the account", held, "Computed from the postings.", "#movements"),
        Figure(
            "On the bank’s statement",
            declared.declared if declared else "None yet",
            f"As declared for {tables.label_of(last)}." if last else "No report is filed.",
            tables.page_of(zone, last) if last else "#reports",
        ),
        Figure(
            "Loans outstanding",
            sum((each.outstanding for each in owed), ZERO),
            f"{len(owed)} loan{'' if len(owed) == 1 else 's'}.",
            "#loans",
        ),
        Figure(
            "Past due",
            late,
            f"The oldest for {oldest} days." if late else "Every borrower is on schedule.",
            "#loans",
        ),
    ]


class SecondDoor(ZoneDoor):
    """A door to a zone's second-generation money."""

    permission = "second-generation"
    after = "It lands in the second-generation account alone, never in the zone’s credits."

    def about(self) -> list[Term]:
        """Say beside the form what the account holds."""
        account = queries.balance(self.zone)
        held = account.balance if account else ZERO
        return [Term("In the second-generation account", held, total=True, in_dollars=True)]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Lead back to the register."""
        back = Link(f"{self.zone.name} second-generation money", self.get_success_url())
        return super().get_context_data(**kwargs) | {"back": back, "about_title": "The account"}

    def get_success_url(self) -> str:
        """Go back to the register."""
        return reverse("second_generation", args=[self.zone.pk])


class LendDoor(SecondDoor):
    """Record a loan made from zone money, with its schedule."""

    form_class = LoanForm
    heading = "Record a loan"
    lede = f"A loan made from zone money: what comes back is second-generation money. {CITE}"
    after = "Principal is repaid in equal parts; interest is on what is outstanding."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer what the zone spent and used."""
        return super().get_form_kwargs() | {"spent": queries.outlays(self.zone)}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Record it."""
        spent = answers["expenditure"]
        made = loans.lend(
            self.zone,
            answers["number"],
            answers["principal"],
            expenditure=Posting.objects.get(pk=spent) if spent else None,
            terms=answers["terms"],
            on=self.today,
            by=by,
        )
        return f"Loan {made} of ${made.principal:,.2f} is on record."


class SellDoor(SecondDoor):
    """Record the proceeds of property or equipment."""

    form_class = SaleForm
    heading = "Record a sale"
    lede = f"Property or equipment that was acquired with zone money. {CITE}"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Offer today."""
        return super().get_form_kwargs() | {"today": self.today}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the proceeds."""
        made = second_generation.sell(
            self.zone,
            answers["asset"],
            answers["amount"],
            f"sale/{self.zone.pk}/{answers['token']}",
            kind=answers["kind"],
            buyer=answers["buyer"],
            on=answers["received_on"],
            by=by,
        )
        return f"Received ${made.posting.total:,.2f} for {made.asset}."


class UseDoor(SecondDoor):
    """Use second-generation money."""

    form_class = UseForm
    heading = "Use second-generation money"
    lede = f"What came back is used again; first-generation money never fills it up. {CITE}"
    after = "It becomes payable to the payee."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the use."""
        made = second_generation.use(
            self.zone,
            answers["purpose"],
            answers["payee"],
            answers["amount"],
            f"use/{self.zone.pk}/{answers['token']}",
            on=self.today,
            by=by,
        )
        return f"${made.total:,.2f} is payable to {answers['payee']}."


class TakeBackDoor(Door):
    """Take back a receipt that did not come in after all."""

    permission = "second-generation"
    form_class = WhyForm

    @cached_property
    def receipt(self) -> SecondGenerationReceipt:
        """The receipt of the address, if it may be seen."""
        found = SecondGenerationReceipt.objects.select_related("zone", "posting", "loan")
        return get_object_or_404(self.scope.filter(found, "zone"), pk=self.kwargs["pk"])

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the amount on the button."""
        act = f"Take back ${self.receipt.posting.total:,.2f}"
        return super().get_form_kwargs() | {"act": act}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name the act and the way back."""
        return super().get_context_data(
            heading=f"Take back: {self.receipt.get_source_display().lower()}",
            lede=f"{self.receipt.posting.note}. It counts in the quarter of today. {CITE}",
            back=Link(f"{self.receipt.zone.name} second-generation money", self.get_success_url()),
            **kwargs,
        )

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Post the opposite, linked."""
        made = second_generation.take_back(self.receipt, answers["reason"], on=self.today, by=by)
        return f"Took back ${made.total:,.2f}."

    def get_success_url(self) -> str:
        """Go back to the register."""
        return reverse("second_generation", args=[self.receipt.zone_id])


def visible_loans(scope: Scope) -> QuerySet[Loan]:
    """Return the loans that may be seen."""
    found = Loan.objects.select_related(
        "zone", "proposed_by__office", "defaulted_by__office", "written_off_by__office", "posting"
    )
    return scope.filter(found, "zone")
