"""The only home of how an attack's SQL is put together."""

OPEN, SEALED = "2026-08-01", "2025-08-01"
LAST = "(SELECT max(id) FROM funds_posting)"


def posting(
    on: str = OPEN, reverses: str = "NULL", total: str = "5.00", digest: str = "", count: int = 1
) -> str:
    """Insert a posting; without a digest it declares {pool} -> {authority} of its total."""
    digest = digest or digest_of("{pool}", "{authority}", total)
    return (
        "INSERT INTO funds_posting (fund_id, number, act, key, effective_on, sfy, by_id, clause,"  # noqa: S608
        " note, reverses_id, entry_count, total, digest, previous_hash, hash)"
        f" VALUES ('{{fund}}', 0, 'attack', 'attack/1', '{on}', 0, {{by}}, 'none', '', {reverses},"
        f" {count}, {total}, {digest}, '', '');"
    )


def digest_of(debit: str, credit: str, amount: str) -> str:
    """Compute the digest of a posting's one entry, in SQL."""
    text = f"'1:{debit}:{credit}:' || {amount}::numeric(18, 2)"
    return f"encode(sha256(convert_to({text}, 'UTF8')), 'hex')"


def entry(
    posting: str = LAST, seq: int = 1, debit: str = "{pool}", credit: str = "{authority}",
    amount: str = "5.00", on: str = OPEN,
) -> str:  # fmt: skip
    """Insert an entry."""
    return (
        "INSERT INTO funds_entry (posting_id, seq, debit_id, credit_id, amount, effective_on)"  # noqa: S608
        f" VALUES ({posting}, {seq}, {debit}, {credit}, {amount}, '{on}')"
    )


def act(
    debit: str = "{pool}", credit: str = "{authority}", amount: str = "5.00", on: str = OPEN,
    reverses: str = "NULL",
) -> str:  # fmt: skip
    """Insert a posting with the one entry it declares: nothing is wrong but what was chosen."""
    declared = posting(on, reverses, amount, digest_of(debit, credit, amount))
    return declared + entry(debit=debit, credit=credit, amount=amount, on=on)


def updates(table: str, columns: dict[str, str], where: str) -> list[str]:
    """Update one column after the other."""
    return [f"UPDATE {table} SET {c} = {v} WHERE {where}" for c, v in columns.items()]  # noqa: S608
