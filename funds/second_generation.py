"""The only home of second-generation money: sales, its use, and what is taken back. a.(4).

It has its own source, its own account and its own bank account, and never touches another of
the zone's accounts. Loans have their home in `funds/loans.py`.
"""

from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import accounts, ledger
from funds.duties import refuse_elsewhere
from funds.ledger import Move
from funds.models import Account, Kind, Posting, QuarterlyReport, SecondGenerationReceipt
from funds.refusal import Refusal
from funds.rules.fiscal_year import quarter_end
from funds.splits import FUND
from municipalities import offices
from municipalities.models import EnterpriseZone, Officer

CITE = "52:27H-88 a.(4)"
USE = "use second generation"
Asset = SecondGenerationReceipt.Asset
SOURCES = {
    SecondGenerationReceipt.Source.REPAYMENT: "loan-repayments",
    SecondGenerationReceipt.Source.SALE: "sale-proceeds",
}


@transaction.atomic
def sell(
    zone: EnterpriseZone,
    asset: str,
    amount: Decimal,
    key: str,
    *,
    on: date,
    by: Officer,
    kind: str = Asset.EQUIPMENT,
    buyer: str = "",
) -> SecondGenerationReceipt:
    """Receive the proceeds of property or equipment in the second-generation account, once.

    Raises Refusal when the asset is not named, or is neither.
    """
    require(zone, on, by)
    ledger.hold(FUND)
    done = SecondGenerationReceipt.objects.filter(posting__key=key).first()
    if done is not None:
        return done
    if not asset.strip():
        raise Refusal(f"{zone}: what was sold is to be named.", CITE)
    if kind not in Asset.values:
        raise Refusal(f"“{kind}” is neither property nor equipment.", CITE)
    source = SecondGenerationReceipt.Source.SALE
    posting = receive(zone, source, amount, key, asset, on, by)
    return SecondGenerationReceipt.objects.create(
        zone=zone,
        source=source,
        asset=asset.strip()[:120],
        asset_kind=kind,
        buyer=buyer.strip()[:120],
        posting=posting,
    )


@transaction.atomic
def use(
    zone: EnterpriseZone,
    purpose: str,
    payee: str,
    amount: Decimal,
    key: str,
    *,
    on: date,
    by: Officer,
) -> Posting:
    """Use second-generation money: it becomes payable to the payee.

    Raises Refusal without purpose or payee, and when the account is short; first-generation money
    never fills it up.
    """
    require(zone, on, by)
    if not purpose.strip() or not payee.strip():
        raise Refusal(f"{zone}: a purpose and a payee are needed.", CITE)
    return ledger.post(
        USE,
        [Move(account(zone), accounts.find(FUND, Kind.PAYABLE, payee.strip()), amount)],
        fund=FUND,
        key=key,
        on=on,
        by=by,
        clause=CITE,
        note=purpose[:500],
    )


@transaction.atomic
def take_back(receipt: SecondGenerationReceipt, reason: str, *, on: date, by: Officer) -> Posting:
    """Take a receipt back that did not come in after all: a check that the bank returned.

    It counts in the quarter in which it is taken back. Raises Refusal without a reason, and when
    the account no longer holds it.
    """
    require(receipt.zone, on, by)
    if not reason.strip():
        raise Refusal(f"{receipt}: to take it back needs a reason.", CITE)
    key = f"{receipt.posting.key}/taken-back"
    done = Posting.objects.filter(key=key).first()
    return done or ledger.reverse(receipt.posting, key=key, on=on, by=by, reason=reason.strip())


def account(zone: EnterpriseZone) -> Account:
    """Return the zone's second-generation account."""
    return accounts.find(FUND, Kind.SECOND_GENERATION, zone.holder)


def require(zone: EnterpriseZone, on: date, by: Officer) -> None:
    """Refuse an office without the duty, one of another zone, and a day in a quarter filed."""
    offices.require(by, "second-generation", on=on)
    refuse_elsewhere(by, zone, on)
    filed = QuarterlyReport.objects.filter(zone=zone, closed_on=None, certified_by__gt=0)
    last = filed.order_by("-sfy", "-quarter").first()
    if last is not None and on <= quarter_end(last.sfy, last.quarter):
        raise Refusal(
            f"{zone}: the report of SFY{last.sfy}, quarter {last.quarter}, is filed. Date it in "
            "the quarter after, or have the Department reopen the report.",
            CITE,
        )


def receive(
    zone: EnterpriseZone,
    source: SecondGenerationReceipt.Source,
    amount: Decimal,
    key: str,
    note: str,
    on: date,
    by: Officer,
) -> Posting:
    """Post what came in from a source; the caller keeps of which loan or sale it is."""
    return ledger.post(
        source.value,
        [Move(accounts.find(FUND, Kind.SOURCE, SOURCES[source]), account(zone), amount)],
        fund=FUND,
        key=key,
        on=on,
        by=by,
        clause=CITE,
        note=note[:500],
    )
