"""The only home of what a deposit was: found by amount and day, and worked out to its clause."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from django.db.models import Q, QuerySet, Sum
from django.urls import reverse

from funds.models import RunLine
from funds.queries.runs import MAIN
from funds.rules.money import ZERO
from municipalities.access import Scope
from municipalities.models import Office
from municipalities.page_parts import Term
from payments import return_codes
from payments.models import (
    DepositAnswer,
    Installment,
    Payment,
    Stream,
    Voucher,
    VoucherReduction,
    Warrant,
)
from payments.warrants import CLAUSES

NEAR = timedelta(days=5)  # a bank posts a credit some days after the State sent it
PARTS = ("base", "regular", "difference", "remainder")
DIFFERENCE = "52:27D-439 c.(2)"
COUNTY = "52:27D-439 f."


def visible(scope: Scope, office: Office) -> QuerySet[Payment]:
    """Return the sent payments that may be seen; a county's board sees the county's."""
    related = (
        "warrant__fund",
        "installment",
        "voucher__encumbrance__zone",
        "bank_account",
        "other",
    )
    found = Payment.objects.exclude(warrant__posting=None).select_related("other", *related)
    holders = scope.holders()
    if holders is None:
        return found
    county = office.county_id
    return found.filter(payee__in={f"county:{county}"} if county else holders)


def find(found: QuerySet[Payment], amount: Decimal | None, on: date | None) -> QuerySet[Payment]:
    """Return the deposits of an amount, in dollars, and near a day, the latest first."""
    if amount is not None:
        found = found.filter(amount=amount)
    if on is not None:
        found = found.filter(warrant__pays_on__gte=on - NEAR, warrant__pays_on__lte=on + NEAR)
    return found.order_by("-warrant__pays_on", "payee", "trace")


class Latest:
    """All sent payments, the latest warrant first, read warrant by warrant as pages turn.

    A warrant knows how many payments it has, so that neither all are counted nor all sorted.
    """

    def __init__(self, found: QuerySet[Payment], on: date | None) -> None:
        """Take the payments as they are to be read, near a day or of all."""
        sent = Warrant.objects.exclude(posting=None)
        if on is not None:
            sent = sent.filter(pays_on__gte=on - NEAR, pays_on__lte=on + NEAR)
        rows = sent.order_by("-pays_on", "-pk").values_list("pk", "payments_count")
        self._found, self._warrants = found, list(rows)

    def count(self) -> int:
        """How many payments there are."""
        return sum(many for _, many in self._warrants)

    def __len__(self) -> int:
        """The same, for a page."""
        return self.count()

    def __getitem__(self, part: slice) -> QuerySet[Payment]:
        """Read a page's payments from the few warrants it falls on."""
        first, last = part.start or 0, part.stop or 0
        before, seen, on_it = 0, 0, []
        for pk, many in self._warrants:
            if seen < last and seen + many > first:
                on_it.append(pk)
            elif not on_it:
                before += many
            seen += many
        rows = self._found.filter(warrant__in=on_it)
        ordered = rows.order_by("-warrant__pays_on", "-warrant", "trace")
        return ordered[first - before : last - before]


def days_of(found: QuerySet[Payment], amount: Decimal) -> list[tuple[date, str, int]]:
    """Return the days on which a payee's deposits come to the amount together."""
    rows = found.order_by().values("warrant__pays_on", "payee").annotate(total=Sum("amount"))
    days = rows.filter(total=amount).order_by("-warrant__pays_on")[:10]
    return [
        (
            each["warrant__pays_on"],
            each["payee"],
            found.filter(warrant__pays_on=each["warrant__pays_on"], payee=each["payee"]).count(),
        )
        for each in days
    ]


@dataclass(frozen=True)
class Explained:
    """What a deposit is: for what, under which clause, made up of what, and where to read on."""

    what: str
    clause: str
    terms: list[Term]
    url: str


def what(payment: Payment) -> str:
    """Say in a line what a deposit is for."""
    if payment.installment is not None:
        of = payment.installment
        part = of.get_stream_display().split(",")[0].lower()
        return f"SFY{of.entitlement_sfy}, {part}, installment {of.number}"
    if payment.voucher is not None:
        return f"voucher {payment.voucher.number} of {payment.voucher.encumbrance.zone}"
    return payment.other.note if payment.other else ""


def clause(payment: Payment) -> str:
    """Return the clause under which a deposit is paid."""
    if payment.installment is not None and payment.installment.stream == Stream.DIFFERENCE:
        return DIFFERENCE
    if payment.installment is not None and payment.installment.stream == Stream.COUNTY:
        return COUNTY
    return CLAUSES[payment.warrant.fund_id]


def explain(payment: Payment) -> Explained:
    """Work a deposit out: from what was certified, with every deduction, to what was paid."""
    if payment.installment is not None:
        terms = _of_installment(payment.installment)
        url = reverse("installment", args=[payment.installment.pk])
    elif payment.voucher is not None:
        terms = _of_voucher(payment.voucher)
        url = reverse("voucher", args=[payment.voucher.pk])
    else:
        terms, url = [], reverse("posting", args=[payment.other_id])
    back = getattr(payment, "bank_return", None)
    paid = [Term("Deposited", payment.amount, total=True, in_dollars=True)]
    if back is not None:
        paid.append(Term(f"Came back: {return_codes.words(back.code)}", -payment.amount))
    return Explained(what(payment), clause(payment), [*terms, *paid], url)


def _of_installment(of: Installment) -> list[Term]:
    run = of.certification.run
    lines = RunLine.objects.filter(run=run, holder=of.holder)
    amounts = {line.component: Decimal(line.amount) for line in lines}
    terms = []
    certified = amounts.get(MAIN[of.fund_id])
    gross = sum((amounts.get(part, ZERO) for part in PARTS), ZERO)
    if certified is not None and gross > certified:
        terms += [
            Term(f"Share of SFY{of.entitlement_sfy}", gross),
            Term(f"Less the county’s payment, {COUNTY}", certified - gross),
        ]
    prorated = amounts.get("prorated")
    if certified is not None and prorated is not None and prorated != certified:
        terms += [
            Term("Share after pro rata, 54:1-85 f.(2)", prorated),
            Term("Less phase-down, watershed deduction and adjustments", certified - prorated),
        ]
    if certified is not None:
        terms.append(Term(f"Certified for SFY{of.entitlement_sfy}", certified, total=True))
    label = f"Installment {of.number}, {of.percent.normalize():f}%, due {of.statutory_on:%b %-d}"
    terms.append(Term(label, of.amount))
    return terms


def _of_voucher(of: Voucher) -> list[Term]:
    terms = [Term(f"Voucher {of.number}, as approved", of.amount)]
    for each in of.reductions.order_by("pk"):
        back = each.kind == VoucherReduction.Kind.BACK
        words = f"{each.get_kind_display()}: {each.reason}"
        terms.append(Term(words, each.amount if back else -each.amount))
    return terms


def state_of(payment: Payment, answers: dict[int, str]) -> str:
    """Say where a deposit stands with its payee."""
    if payment.returned:
        return "Returned"
    return answers.get(payment.pk, "Sent")


def answers_of(found: list[Payment]) -> dict[int, str]:
    """Return in words what the payees said of these deposits, the last word of each."""
    rows = DepositAnswer.objects.filter(payment__in=[each.pk for each in found]).order_by("pk")
    said = {}
    for each in rows:
        asked = each.kind == DepositAnswer.Kind.QUERY
        open_one = asked and each.answered_by_id is None
        said[each.payment_id] = (
            "Needs an answer" if open_one else "Answered" if asked else "Accepted"
        )
    return said


def open_queries() -> QuerySet[DepositAnswer]:
    """Return the payees' questions that wait for the State, the oldest first."""
    waiting = DepositAnswer.objects.filter(Q(kind=DepositAnswer.Kind.QUERY), answered_by=None)
    return waiting.select_related("payment", "said_by__office").order_by("pk")
