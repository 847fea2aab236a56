"""The only home of money coming into a fund, and of the General Fund's share going out of it."""

from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models import QuerySet, Sum

from funds import accounts, ledger, sources
from funds.ledger import Move
from funds.models import Account, Entry, Fund, InvestmentIncome, Kind, Posting, Run
from funds.refusal import Refusal
from funds.rules.fiscal_year import first_day, last_day, sfy_of
from municipalities import offices
from municipalities.models import Officer, SourceDocument

POOL = "FUND"
ENERGY = "energy-receipts"
ZERO = Decimal(0)


@transaction.atomic
def deposit(
    fund: Fund | str,
    source: str,
    amount: Decimal,
    *,
    on: date,
    by: Officer,
    document: SourceDocument | str,
    key: str,
) -> Posting:
    """Deposit an amount from a named source into the fund.

    Raises Refusal for a source that the statute does not name, without a document, and for energy
    tax receipts beyond the year's amount.
    """
    return _receive("deposit", fund, source, amount, on, by, document, key)


@transaction.atomic
def invest(
    fund: Fund | str,
    source: str,
    amount: Decimal,
    *,
    on: date,
    by: Officer,
    document: SourceDocument | str,
    key: str,
    month: date | None = None,
) -> Posting:
    """Include a month's income of invested money in the fund; it stays in the pool until decided.

    `source` is what the money is invested in; `month` is any day of the month that earned it, that
    of `on` when none is given. Raises Refusal without a document, for a month still to come, and
    when the source's income of the month is credited already.
    """
    code, earned = code_of(fund), (month or on).replace(day=1)
    source = _known_source(code, source)
    offices.require(by, "deposit", on=on)
    ledger.hold(code)
    done = Posting.objects.filter(key=key).first()
    if done is None:
        _refuse_income(code, source or sources.INCOME, earned, on)
    posting = _receive("invest", code, source or sources.INCOME, amount, on, by, document, key)
    if done is None:
        InvestmentIncome.objects.create(
            fund_id=code, source=source or sources.INCOME, month=earned, posting=posting
        )
    return posting


def _known_source(fund: str, source: str) -> str:
    """Return how the source was spelled before: capitals and spaces make no other source."""
    words = " ".join(source.split())
    known = InvestmentIncome.objects.filter(fund=fund).values_list("source", flat=True).distinct()
    return next((each for each in known if _bare(each) == _bare(words)), words)


def _bare(source: str) -> str:
    return "".join(each for each in source.casefold() if each.isalnum())


def _refuse_income(fund: str, source: str, month: date, on: date) -> None:
    if month > on:
        raise Refusal(f"{month:%B %Y} is still to come: its income is not.", sources.CLAUSES[fund])
    there = InvestmentIncome.objects.filter(fund=fund, source=source, month=month).first()
    if there is not None:
        raise Refusal(
            f"{there}: ${there.posting.total:,.2f} is credited already, by posting "
            f"{there.posting.number}. A later part of it is of a source of its own.",
            sources.CLAUSES[fund],
        )


def _receive(
    act: str,
    fund: Fund | str,
    source: str,
    amount: Decimal,
    on: date,
    by: Officer,
    document: SourceDocument | str,
    key: str,
) -> Posting:
    offices.require(by, "deposit", on=on)
    code = code_of(fund)
    name = sources.named(code, source) if act == "deposit" else sources.INCOME
    if not str(document).strip():
        raise Refusal(f"A deposit of {name} names its document.", cite=sources.CLAUSES[code])
    ledger.hold(code)
    if not Posting.objects.filter(key=key).exists():
        _refuse_beyond_the_amount(code, name, amount, on)
    note = f"{source}: {document}" if act == "invest" and source != name else str(document)
    return ledger.post(
        act,
        [Move(accounts.find(code, Kind.SOURCE, name), pool(code), amount)],
        fund=code,
        key=key,
        on=on,
        by=by,
        clause=sources.CLAUSES[code],
        note=note[:500],
    )


def code_of(fund: Fund | str) -> str:
    """Return the fund's code; refuse a fund that is none of the three."""
    code = fund.code if isinstance(fund, Fund) else fund
    if code not in sources.SOURCES:
        raise Refusal(f"{code} is no fund: name one of {', '.join(sources.SOURCES)}.")
    return code


def pool(fund: str) -> Account:
    """Return the account of what is in the fund and not yet distributed."""
    return accounts.find(fund, Kind.POOL, POOL)


def _refuse_beyond_the_amount(fund: str, source: str, amount: Decimal, on: date) -> None:
    """a.: the five revenues and the top-up together make the year's amount and no more."""
    sfy = sfy_of(on)
    apart = (sources.INCOME, sources.PROGRAM)
    required = required_amount(sfy) if fund == ENERGY and source not in apart else None
    if required is None:
        return
    room = required - received(sfy)
    if amount > room:
        raise Refusal(
            f"SFY{sfy}: ${amount:,.2f} is ${amount - room:,.2f} more than may be credited; "
            f"${required - room:,.2f} of ${required:,.2f} is credited, ${room:,.2f} is left.",
            cite=sources.CLAUSES[fund],
        )


def required_amount(sfy: int) -> Decimal | None:
    """Return the required amount of energy tax receipts by the latest run; None before a run."""
    run = (
        Run.objects.filter(fund_id=ENERGY, sfy=sfy, kind=Run.Kind.YEAR).order_by("-number").first()
    )
    amount = run.figures.get("amount") if run else None
    return Decimal(amount) if amount is not None else None


def received(sfy: int) -> Decimal:
    """Return what the five revenues and the top-up brought in during the year, in dollars."""
    names = [*sources.REVENUES, sources.TOP_UP]
    within = Entry.objects.filter(effective_on__range=(first_day(sfy), last_day(sfy)))
    ours = {"fund_id": ENERGY, "kind": Kind.SOURCE, "holder__in": names}
    into = within.filter(**{f"debit__{k}": v for k, v in ours.items()})
    back = within.filter(**{f"credit__{k}": v for k, v in ours.items()})
    return _sum(into) - _sum(back)


def _sum(entries: QuerySet[Entry]) -> Decimal:
    return entries.aggregate(total=Sum("amount"))["total"] or ZERO


@transaction.atomic
def top_up(sfy: int, *, on: date, by: Officer, document: SourceDocument | str) -> Posting:
    """Credit from the General Fund what the five revenues leave of the year's required amount.

    Raises Refusal before the year has a run, outside the year, and when nothing is missing.
    """
    ledger.hold(ENERGY)
    key = f"{ENERGY}/{sfy}/top-up"
    done = Posting.objects.filter(key=key).first()
    if done is not None:
        return done
    required = required_amount(sfy)
    if required is None or sfy_of(on) != sfy:
        raise Refusal(
            f"SFY{sfy}: a top-up needs the year's run and a day within it, not {on}.",
            cite=sources.CLAUSES[ENERGY],
        )
    missing = required - received(sfy)
    if missing <= 0:
        raise Refusal(f"SFY{sfy}: ${required:,.2f} is credited in full; nothing is missing.",
                      cite=sources.CLAUSES[ENERGY])  # fmt: skip
    return _receive("deposit", ENERGY, sources.TOP_UP, missing, on, by, document, key)
