"""How each identity is broken once, by raw SQL or by a posting that no act would make."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from django.db import connection

from funds import accounts, ledger
from funds.ledger import Move
from funds.models import Kind, Posting
from municipalities import offices

FUND = "zone-assistance"
OPEN, SEALED = date(2025, 8, 1), date(2022, 8, 1)


def run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def unhindered(sql: str) -> Callable[[], None]:
    """Run SQL as a superuser who has switched every trigger off."""

    def do() -> None:
        run("SET CONSTRAINTS ALL IMMEDIATE")
        run("SET LOCAL session_replication_role = replica")
        run(sql)
        run("SET LOCAL session_replication_role = origin")
        run("SET CONSTRAINTS ALL DEFERRED")

    return do


def post(*moves: Move, on: date = OPEN, key: str = "x", reverses: Posting | None = None) -> None:
    """Post by the ledger's own door what no act would post."""
    ledger.post(
        "attack", moves, fund=FUND, key=key, on=on, by=offices.system(), clause="none",
        **({"reverses": reverses} if reverses else {}),
    )  # fmt: skip


def _overdraft() -> None:
    run("ALTER TABLE funds_account DROP CONSTRAINT never_below_zero")
    pool = accounts.find(FUND, Kind.POOL, "FUND")
    paid = accounts.find(FUND, Kind.PAID, "attacker")
    row = [(paid.pk, pool.pk, Decimal("5.00"))]
    run(
        "INSERT INTO funds_posting (fund_id, number, act, key, effective_on, sfy, by_id, clause,"
        " note, entry_count, total, digest, previous_hash, hash) VALUES ('zone-assistance', 0,"
        f" 'attack', 'x', '{OPEN}', 0, {offices.system().pk}, '', '', 1, 5.00,"
        f" '{ledger._digest(row)}', '', '')"
    )
    run(
        "INSERT INTO funds_entry (posting_id, seq, debit_id, credit_id, amount, effective_on)"
        f" VALUES ((SELECT max(id) FROM funds_posting), 1, {paid.pk}, {pool.pk}, 5.00, '{OPEN}')"
    )


def _across_funds() -> None:
    """Two entries that move the same amount to another fund and back: each fund still sums to 0."""
    ours = accounts.find(FUND, Kind.POOL, "FUND")
    theirs = accounts.find("energy-receipts", Kind.POOL, "FUND")
    post(
        Move(ours, accounts.find(FUND, Kind.PAID, "y"), Decimal(1)),
        Move(accounts.find(FUND, Kind.PAID, "y"), ours, Decimal(1)),
    )
    wrong = f"CASE WHEN {{}} = {ours.pk} THEN {ours.pk} ELSE {theirs.pk} END"
    last = "(SELECT max(id) FROM funds_posting)"
    unhindered(
        f"UPDATE funds_entry SET debit_id = {wrong.format('debit_id')},"
        f" credit_id = {wrong.format('credit_id')} WHERE posting_id = {last};"
        " UPDATE funds_posting p SET digest = (SELECT encode(sha256(convert_to(string_agg("
        "seq || ':' || debit_id || ':' || credit_id || ':' || amount, E'\\n' ORDER BY seq),"
        f" 'UTF8')), 'hex') FROM funds_entry WHERE posting_id = p.id) WHERE id = {last};"
        " UPDATE funds_posting p SET hash = encode(sha256(convert_to(json_build_array("
        "previous_hash, fund_id, number, act, key, effective_on, to_char(posted_at AT TIME ZONE"
        " 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US'), by_id, clause, note, reverses_id, entry_count,"
        f" total::text, digest)::text, 'UTF8')), 'hex') WHERE id = {last};"
        f" UPDATE funds_ledgerhead SET hash = (SELECT hash FROM funds_posting WHERE id = {last})"
        " WHERE fund_id = 'zone-assistance'"
    )()


def _no_opposite() -> None:
    undone = Posting.objects.get(act="invest")
    pool = accounts.find(FUND, Kind.POOL, "FUND")
    post(Move(pool, accounts.find(FUND, Kind.SOURCE, "appropriation"), Decimal("12.34")),
         reverses=undone)  # fmt: skip


def _into_a_sealed_year() -> None:
    """There and back again in a sealed year: no balance of it changes."""
    unhindered(
        "UPDATE funds_ledgerhead SET sealed_through = 2020 WHERE number > 0;"
        " UPDATE funds_closing SET sfy = sfy + 100"
    )()
    there = accounts.find(FUND, Kind.POOL, "FUND"), accounts.find(FUND, Kind.PAID, "y")
    post(Move(*there, Decimal(1)), Move(*reversed(there), Decimal(1)), on=SEALED)
    unhindered(
        "UPDATE funds_ledgerhead SET sealed_through = 2025 WHERE number > 0;"
        " UPDATE funds_closing SET sfy = sfy - 100"
    )()


def _unexplained() -> None:
    """Money put into a second-generation account by no loan and no sale."""
    source = accounts.find(FUND, Kind.SOURCE, "sale-proceeds")
    post(Move(source, accounts.find(FUND, Kind.SECOND_GENERATION, "zone:Exampleton"), Decimal(1)))


E2 = "(SELECT id FROM funds_encumbrance WHERE number = 'E2')"
ACCOUNT_OF_NOBODY = (
    "INSERT INTO funds_account (fund_id, kind, holder, sfy, balance, municipality_id)"
    " VALUES ('zone-assistance', '{}', '{}', {}, 0, NULL)"
)
BREAKS: dict[str, Callable[[], None]] = {
    "zero": unhindered(
        "DELETE FROM funds_account WHERE fund_id = 'energy-receipts' AND balance = 1050"
    ),
    "balances": unhindered(
        "UPDATE funds_account SET balance = balance + 1 WHERE kind = 'POOL' AND balance > 9;"
        " UPDATE funds_account SET balance = balance - 1 WHERE holder = 'appropriation'"
    ),
    "overdraft": _overdraft,
    "one-fund": _across_funds,
    "declared": unhindered(
        "UPDATE funds_entry SET effective_on = '2022-07-16' WHERE posting_id ="
        " (SELECT id FROM funds_posting WHERE act = 'invest')"
    ),
    "chain": unhindered("UPDATE funds_posting SET note = 'x' WHERE act = 'invest'"),
    "digests": unhindered(
        "ALTER TABLE funds_entry DROP CONSTRAINT one_seq;"
        " UPDATE funds_entry SET seq = 3 - seq WHERE posting_id = (SELECT id FROM funds_posting"
        " WHERE act = 'credit' AND sfy = 2023 AND entry_count = 2)"
    ),
    "sfy": unhindered("UPDATE funds_posting SET sfy = 2020 WHERE act = 'invest'"),
    "reversals": _no_opposite,
    "vintages": lambda: run(ACCOUNT_OF_NOBODY.format("POOL", "FUND", 2031)),
    "scopes": lambda: run(ACCOUNT_OF_NOBODY.format("PAID", "9901", 2031)),
    "sealed": _into_a_sealed_year,
    "in-order": unhindered(
        "UPDATE funds_ledgerhead SET sealed_through = 2024 WHERE fund_id = 'zone-assistance'"
    ),
    "dispositions": unhindered(
        "UPDATE funds_disposition SET amount = amount + 1 WHERE what = 'stays' AND account_id ="
        " (SELECT id FROM funds_account WHERE holder = 'investment-income') AND from_sfy = 2024"
    ),
    "lapses": unhindered("UPDATE funds_disposition SET posting_id = NULL WHERE what = 'lapsed'"),
    "openings": unhindered(
        "UPDATE funds_balancesnapshot SET balance = balance + 1 WHERE id ="
        " (SELECT min(id) FROM funds_balancesnapshot)"
    ),
    "windows": unhindered(
        "UPDATE funds_disposition SET last_usable_on = '2023-06-30' WHERE id ="
        " (SELECT min(id) FROM funds_disposition WHERE what = 'carried')"
    ),
    "credits": unhindered(
        "UPDATE funds_runline SET amount = amount + 1 WHERE holder = 'AUTHORITY'"
    ),
    "inputs": unhindered("UPDATE funds_run SET facts = facts || '{\"x\": 1}' WHERE id = 1"),
    "signatures": unhindered("UPDATE funds_certification SET certified_by_id = prepared_by_id"),
    "encumbrances": unhindered(
        "UPDATE funds_encumbrance SET amount = amount + 1 WHERE number = 'E2'"
    ),
    "ceilings": unhindered(
        "UPDATE funds_encumbrance SET category = 'administration' WHERE number = 'E2'"
    ),
    "recoveries": unhindered(
        "UPDATE funds_receivable SET amount = 1 WHERE id = (SELECT min(id) FROM funds_receivable)"
    ),
    "forfeited": unhindered(
        "DELETE FROM funds_recovery WHERE id = (SELECT min(y.id) FROM funds_recovery y"
        " JOIN funds_receivable r ON r.id = y.receivable_id WHERE r.kind = 'finding')"
    ),
    "second-generation": _unexplained,
    "authority": unhindered("DELETE FROM funds_authorityspending"),
    "planned": unhindered(
        "UPDATE payments_installment SET amount = amount + 1 WHERE id = (SELECT max(id)"
        " FROM payments_installment WHERE posting_id IS NULL AND replaced_by_id IS NULL)"
    ),
    "released": unhindered(
        "UPDATE payments_installment SET posting_id = (SELECT posting_id FROM payments_installment"
        " WHERE amount = 200) WHERE amount = 700"
    ),
    "vouchers": unhindered("UPDATE payments_voucher SET amount = 10001 WHERE number = 'A1'"),
    "expenditures": unhindered(
        "UPDATE funds_expenditure SET amount = amount - 1 WHERE posting_id ="
        " (SELECT posting_id FROM payments_voucher WHERE number = 'V5')"
    ),
    "warrants": unhindered("UPDATE payments_warrant SET payments_count = 1 WHERE total = 50000"),
    "sent": unhindered(
        "UPDATE payments_warrant SET posting_id ="
        " (SELECT id FROM funds_posting WHERE act = 'invest') WHERE total = 50000"
    ),
    "installments-paid": unhindered(
        "UPDATE payments_payment SET amount = CASE amount WHEN 700 THEN 701 ELSE 1049 END"
        " WHERE installment_id IS NOT NULL"
    ),
    "returns": unhindered(
        "UPDATE payments_bankreturn SET posting_id ="
        " (SELECT id FROM funds_posting WHERE act = 'invest')"
    ),
    "payable": unhindered(
        "UPDATE payments_payment SET returned = true WHERE voucher_id ="
        " (SELECT id FROM payments_voucher WHERE number = 'A1')"
    ),
    "paid": lambda: post(
        Move(
            accounts.find(FUND, Kind.PAID, "9901", 2023),
            accounts.find(FUND, Kind.PAID, "y"),
            Decimal(1),
        ),
    ),
    "duties": unhindered("UPDATE payments_voucher SET prepared_by_id = approved_by_id"),
}
