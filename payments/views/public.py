"""The only home of the pages that everyone may read: what the State certified, and what it paid."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from django.utils.timezone import localdate
from django.views.generic import TemplateView

from funds.queries import published
from funds.queries import runs as run_queries
from funds.queries.published import Published
from municipalities import csv_files, questions
from municipalities.models import Municipality
from municipalities.page_parts import Figure
from municipalities.questions import UnknownQuestion
from municipalities.tables import Table
from municipalities.walls import told
from payments.queries import municipality as money
from payments.views import public_tables as tables
from payments.views.town import three_funds

RECEIPTS = "energy-receipts"
ZERO = Decimal(0)


@method_decorator(login_not_required, name="dispatch")
class PublicPage(TemplateView):
    """A page without sign-in: it reads what is published, and names no person."""

    asks: tuple[str, ...] = ()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Check what is asked, and answer while the connection sees what is published."""
        questions.check(request, self.asks)
        with told.everyone():
            answer = super().dispatch(request, *args, **kwargs)
            return answer.render() if hasattr(answer, "render") else answer


class PublicState(PublicPage):
    """The State's aid of a fund and year: totals, the map, and every municipality by name."""

    template_name = "payments/public_state.html"
    asks = ("fund", "sfy", "q", "page")

    def asked(self) -> tuple[str, list[int], int | None]:
        """Return the fund, its published years and the one that is asked for, or the latest."""
        codes = [fund.code for fund in three_funds()]
        fund = questions.one_of(self.request, "fund", codes) or RECEIPTS
        years = published.years(fund)
        sfy = questions.number(self.request, "sfy") or (years[0] if years else None)
        if sfy is not None and sfy not in years:
            raise UnknownQuestion(f"Nothing stands certified of SFY{sfy} in this fund.")
        return fund, years, sfy

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read a year's certified amounts and the year before: a fixed number of statements."""
        code, years, sfy = self.asked()
        found = published.of_year(code, sfy) if sfy else []
        before = published.of_year(code, sfy - 1) if sfy else []
        words = self.request.GET.get("q", "").strip()[:80]
        shown = [each for each in found if words.lower() in each.name.lower()]
        page = questions.page_of(self.request, shown)
        counties = published.by_county(found)
        funds = {fund.code: fund for fund in three_funds()}
        return super().get_context_data(
            fund=funds[code],
            funds=list(funds.values()),
            sfy=sfy,
            years=years,
            words=words,
            page=page,
            figures=_of_state(found, before, sfy),
            listed=tables.of_state(list(page), before, sfy),
            counties=tables.by_county(counties, code),
            on_map=run_queries.on_map(counties),
            asked=f"fund={code}&sfy={sfy}",
            **kwargs,
        )


def _of_state(found: list[Published], before: list[Published], sfy: int | None) -> list[Figure]:
    if sfy is None:
        return [Figure("Certified", None, "Nothing stands certified yet.")]
    total, then = (sum((each.amount for each in rows), ZERO) for rows in (found, before))
    change = f"{'+' if total >= then else '−'}${abs(total - then):,.2f} on SFY{sfy - 1}."
    return [
        Figure(f"Certified for SFY{sfy}", total, change if before else "The first year on record."),
        Figure("Who gets it", f"{len(found):,}", "Municipalities, zones and counties."),
        Figure("Certified in", f"{len({each.certification for each in found})}",
               "Certifications that stand."),
    ]  # fmt: skip


class PublicStateData(PublicState):
    """The same amounts as a file, every one of them."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Answer with a CSV of the fund and year."""
        fund, _, sfy = self.asked()
        found = published.of_year(fund, sfy) if sfy else []
        return csv_files.answer(f"certified-{fund}-{sfy}.csv", tables.as_data(found))


class PublicTown(PublicPage):
    """A municipality's funds: what was certified and how it is worked out, what was paid."""

    template_name = "payments/public_town.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Read a municipality's published amounts and payments: a fixed number of statements."""
        town = _town(kwargs["code"])
        found, paid = published.of_town(town), money.years(town)
        latest = {each.fund: each for each in reversed(found)}
        sfy = max((each.sfy for each in found if each.fund == RECEIPTS), default=None)
        dues = money.installments(town, sfy) if sfy else []
        return super().get_context_data(
            town=town,
            figures=_of_town(found, paid, money.coming(town, localdate())[:1]),
            funds=[(fund, tables.formula(fund.code), _parts(latest, fund.code))
                   for fund in three_funds() if fund.code in latest],
            years=tables.by_year(found, paid),
            dues=tables.dues(dues),
            dues_fund=dues[0].fund_id if dues else RECEIPTS,
            sfy=sfy,
            **kwargs,
        )  # fmt: skip


def _town(code: str) -> Municipality:
    return get_object_or_404(Municipality.objects.select_related("county"), code=code)


def _parts(latest: Mapping[str, Published], fund: str) -> Table:
    of = latest[fund]
    return tables.parts(of, published.parts(of))


def _of_town(
    found: list[Published], paid: list[money.YearOfFund], coming: list[Any]
) -> list[Figure]:
    sfy = max((each.sfy for each in found), default=None)
    certified = sum((each.amount for each in found if each.sfy == sfy), ZERO)
    sent = sum((each.paid for each in paid if each.sfy == sfy), ZERO)
    day = coming[0] if coming else None
    return [
        Figure(f"Certified for SFY{sfy}" if sfy else "Certified", certified if sfy else None,
               "All funds together, the zone’s credit with them.", "#years"),
        Figure("Paid of it", sent, "By warrant.", "#years"),
        Figure("Next deposit", day.amount if day else None,
               f"{day.deposit_on:%b %-d, %Y}. {day.fund.name}." if day else "None is planned.",
               "#payments"),
    ]  # fmt: skip


class PublicCertified(PublicPage):
    """A municipality's certified amounts as a file."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Answer with a CSV of all funds and years."""
        town = _town(kwargs["code"])
        rows = tables.as_data(published.of_town(town))
        return csv_files.answer(f"certified-{town.code}.csv", rows)


class PublicPayments(PublicPage):
    """A municipality's installments and what was paid of them as a file."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Answer with a CSV of every year's installments."""
        town = _town(kwargs["code"])
        rows = tables.payments(money.every_installment(town))
        return csv_files.answer(f"payments-{town.code}.csv", rows)
