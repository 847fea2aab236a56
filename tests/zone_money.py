"""Zone money for tests: a credit by the ledger alone, and what an encumbrance needs before it."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from decimal import Decimal
from threading import Barrier

from django.db import connection

from funds import accounts, ledger, projects
from funds.ledger import Move
from funds.models import Account, Encumbrance, Kind, Posting, Project
from funds.refusal import Refusal
from municipalities.documents import store
from municipalities.models import EnterpriseZone, Municipality
from payments import completing, refunds, vouchers
from payments.models import Voucher
from tests.offices import officer

FUND = "zone-assistance"
HEARING = datetime(2023, 9, 5, 23, 30, tzinfo=UTC)
ADOPTED = datetime(2023, 9, 6, 0, 15, tzinfo=UTC)


def cents(amount: str) -> Decimal:
    return Decimal(amount.replace(",", ""))


def credit(zone: EnterpriseZone, sfy: int, amount: str, on: date | None = None) -> Account:
    """Credit a zone in a year, without a run behind it."""
    by = officer("treasury-certifier")
    day = on or date(sfy - 1, 8, 1)
    source = accounts.find(FUND, Kind.SOURCE, "appropriation")
    pool = accounts.find(FUND, Kind.POOL, "FUND")
    account = accounts.find(FUND, Kind.ZONE, zone.holder, sfy)
    ledger.post(
        "credit",
        [Move(source, pool, cents(amount)), Move(pool, account, cents(amount))],
        fund=FUND,
        key=f"test/credit/{zone.pk}/{sfy}/{account.balance}",
        on=day,
        by=by,
        clause="52:27H-88 a.(2)",
    )
    return account


def project(
    zone: EnterpriseZone,
    budgets: Mapping[int, str],
    *,
    on: date,
    category: str = "general",
    number: str = "P-1",
    municipality: str = "",
) -> Project:
    """Propose a project and have the Authority approve it."""
    made = propose(zone, budgets, on=on, category=category, number=number, code=municipality)
    complete(made, on=on)
    return projects.determine(made, approve=True, on=on, by=officer("authority"))


def complete(made: Project, *, on: date) -> Project:
    """Have both bodies adopt the proposal, and who signed it acknowledge the ethics law."""
    clerk = officer("clerk", municipality=made.municipality_id)
    corporation = officer("corporation", zone=made.zone_id)
    return completing.complete(made, on=on, clerk=clerk, corporation=corporation)


def propose(
    zone: EnterpriseZone,
    budgets: Mapping[int, str],
    *,
    on: date,
    category: str = "general",
    number: str = "P-1",
    code: str = "",
    hearing: datetime = HEARING,
    adopted: datetime = ADOPTED,
) -> Project:
    town = Municipality.objects.get(pk=code or zone.pk)
    asked = {sfy: cents(amount) for sfy, amount in budgets.items()}
    return projects.propose(
        zone,
        town,
        number,
        "Storefronts",
        category,
        asked,
        hearing,
        adopted,
        "Resolution 2023-104",
        contents=completing.contents("Storefronts", asked),
        on=on,
        by=officer("coordinator", zone=zone.pk),
    )


def encumber(
    of: Project, amount: str, number: str = "E-1", *, on: date, **more: object
) -> Encumbrance:
    """Encumber as the municipality's CFO, unless another officer is given."""
    by = more.pop("by", None) or officer("cfo", municipality=of.municipality_id)
    return projects.encumber(of, cents(amount), number, "Works", on=on, by=by, **more)


def voucher(
    encumbrance: Encumbrance,
    amount: str,
    number: str = "V-1",
    *,
    on: date,
    service_on: date | None = None,
    category: str = "",
    kind: str = "reimbursement",
    invoice: str = "",
    vendor: str = "",
) -> Voucher:
    """Prepare a voucher; vendor and invoice are its own unless given."""
    return vouchers.prepare(
        encumbrance,
        number,
        cents(amount),
        vendor or f"Vendor of {number}",
        invoice or number,
        service_on or on,
        category or encumbrance.category,
        kind,
        on=on,
        by=officer("preparer", municipality=encumbrance.municipality_id),
    )


def approved(
    encumbrance: Encumbrance, amount: str, number: str = "V-1", *, on: date, **more: object
) -> Voucher:
    """Prepare a voucher and have the CFO approve it."""
    made = voucher(encumbrance, amount, number, on=on, **more)
    return vouchers.approve(made, on=on, by=cfo(encumbrance.municipality_id))


def cfo(code: str) -> "vouchers.Officer":
    return officer("cfo", municipality=code)


def balance(kind: Kind, holder: str, sfy: int | None = None) -> Decimal:
    """The sum of a holder's accounts of a kind: of one vintage, or of all."""
    found = Account.objects.filter(fund=FUND, kind=kind, holder=holder)
    found = found.filter(sfy=sfy) if sfy else found
    return sum(found.values_list("balance", flat=True), Decimal(0))


def refunded(made: Voucher, amount: str, *, on: date, key: str = "1") -> Posting:
    """Have a paid voucher refunded: asked, confirmed, and its deposit recorded by the State."""
    asked = refunds.ask(
        made,
        cents(amount),
        "refund",
        f"refund/{key}",
        on=on,
        by=officer("preparer", municipality=made.municipality_id),
    )
    refunds.confirm(asked, on=on, by=cfo(made.municipality_id))
    paper = store.made("deposit.pdf", b"%PDF-1.7 deposit")
    done = refunds.record(asked, paper, on=on, by=officer("treasury-releaser"))
    assert done.posting is not None
    return done.posting


def pay(made: Voucher, on: date) -> None:
    """Move an approved voucher where its warrant would: to the payee or into the trust."""
    advance = made.kind == Voucher.Kind.ADVANCE
    zone, encumbrance = made.encumbrance.zone, made.encumbrance
    moves = [
        Move(
            account,
            accounts.find(FUND, Kind.TRUST, zone.holder, account.sfy, encumbrance)
            if advance
            else accounts.find(FUND, Kind.PAID, account.holder, account.sfy),
            amount,
        )
        for account, amount in vouchers.owed(made).items()
    ]
    ledger.post(
        "warrant",
        moves,
        fund=FUND,
        key=f"test/warrant/{made.number}",
        on=on,
        by=officer("treasury-releaser"),
        clause="52:27H-88 b.",
    )


def race(act: Callable[[int], object], threads: int = 50) -> list[Refusal]:
    """Run the act in many threads at one moment; return the refusals."""
    start = Barrier(threads)
    refusals: list[Refusal] = []

    def run(number: int) -> None:
        try:
            connection.ensure_connection()
            start.wait(timeout=30)
            act(number)
        except Refusal as refusal:
            refusals.append(refusal)
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(run, range(threads)))
    return refusals
