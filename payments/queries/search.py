"""The only home of what the one search box finds, group by group, among what may be seen."""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from django.db.models import F, Q
from django.urls import reverse

from municipalities.access import Scope
from municipalities.page_parts import Link
from payments.models import Installment
from payments.queries import search_records

CLAUSE = re.compile(r"^\d+:\d+")
MOST = 20


def find(words: str, scope: Scope) -> dict[str, list[Link]]:
    """Return what the words find by its kind, without the kinds that have nothing."""
    if CLAUSE.match(words):
        return {"Law": [Link(f"The law, {words}", reverse("law"))]}
    amount = amount_in(words)
    found = {"Deposits": list(_deposits(amount, scope)) if amount is not None else []}
    found["Towns and zones"] = list(_places(words, scope))
    if len(words) >= search_records.LEAST and amount is None:
        found |= {of: list(look(words, scope)) for of, look in search_records.FOUND.items()}
    return {of: links for of, links in found.items() if links}


def amount_in(words: str) -> Decimal | None:
    """Read words as an amount with cents: 354,723.28 or $354723.28."""
    text = words.removeprefix("$").replace(",", "")
    try:
        return Decimal(text) if re.fullmatch(r"\d+\.\d\d", text) else None
    except InvalidOperation:
        return None


def _deposits(amount: Decimal, scope: Scope) -> Iterator[Link]:
    live = Installment.objects.filter(replaced_by=None).annotate(net=F("amount") - F("recovered"))
    found = scope.filter(live, "municipality", "county").filter(Q(amount=amount) | Q(net=amount))
    for each in found.select_related("fund", "municipality", "county").order_by("-deposit_on")[
        :MOST
    ]:
        yield Link(
            f"${amount:,.2f} to {each.municipality or each.county}, {each.fund.name}, "
            f"{each.deposit_on:%b %-d, %Y}",
            reverse("installment", args=[each.pk]),
        )


def _places(words: str, scope: Scope) -> Iterator[Link]:
    towns = scope.municipalities().filter(Q(name__icontains=words) | Q(code__startswith=words))
    for town in towns.order_by("code")[:MOST]:
        yield Link(str(town), reverse("municipality", args=[town.code]))
    for zone in scope.zones().filter(name__icontains=words).order_by("name")[:MOST]:
        yield Link(f"{zone} account", reverse("zone", args=[zone.code]))
