"""The only writer of the ledger: accounts, postings and entries come from here alone.

An act locks its fund's book, checks, and posts once under a key. The database numbers and chains
the posting, proves its entries and moves the balances; what it refuses, no caller gets round.
"""

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import NotRequired, TypedDict, Unpack

from django.db import connection, transaction

from funds.models import Account, Closing, Kind, LedgerHead, Posting
from funds.refusal import Refusal
from funds.rules.fiscal_year import sfy_of
from municipalities.models import Officer

SqlValue = str | int | Decimal | date | list[str]
CENT = Decimal("0.01")
TOO_MUCH = Decimal(10**16)  # dollars: more does not fit the columns
_COLUMNS = "posting_id, seq, debit_id, credit_id, amount, effective_on"
COPY_FROM = 50  # from this many entries on, COPY is faster than one INSERT


@dataclass(frozen=True)
class Move:
    """An amount in dollars from the debit account to the credit account."""

    debit: Account
    credit: Account
    amount: Decimal


@transaction.atomic
def open_books(fund: str, sfy: int) -> None:
    """Let an empty book begin with a State fiscal year; one with a posting or a seal is refused."""
    head = hold(fund)
    sealed = Closing.objects.filter(fund_id=fund, seal__isnull=False).exists()
    if head.number or sealed:
        since = "its first seal" if sealed else "#1"
        raise Refusal(f"The book of {fund} is open since {since}: its first year stands.")
    LedgerHead.objects.filter(pk=fund).update(sealed_through=sfy - 1)


def hold(fund: str) -> LedgerHead:
    """Lock the fund's book until the transaction ends, so that what is read stays true."""
    return LedgerHead.objects.select_for_update().get(fund_id=fund)


def closed_through(head: LedgerHead) -> int:
    """Return the last SFY in which nothing may be dated: sealed, or certified for its close."""
    sfy = head.sealed_through + 1
    certified = Closing.objects.filter(fund_id=head.fund_id, sfy=sfy, certified_by__gt=0)
    return sfy if certified.exists() else head.sealed_through


class Header(TypedDict):
    """What a posting says besides its entries; `key` spells the act and makes it happen once."""

    fund: str
    key: str
    on: date
    by: Officer
    clause: str
    note: NotRequired[str]
    reverses: NotRequired[Posting]


def post(act: str, moves: Sequence[Move], **header: Unpack[Header]) -> Posting:
    """Post the moves as one act, once: the same key again returns the posting it made.

    Raises Refusal when the key was used with other content, when nothing moves, when the day's
    State fiscal year is sealed, or when an account would go below zero.
    """
    rows = [(m.debit.pk, m.credit.pk, _cents(m.amount)) for m in moves]
    with transaction.atomic():
        head = hold(header["fund"])
        if done := _done(act, header, _digest(rows)):
            return done
        if not rows:
            raise Refusal(f"{act}: there is nothing to post.", cite=header["clause"])
        _refuse_sealed(head, header)
        _refuse_overdraft(rows, header["clause"])
        total = sum(amount for _, _, amount in rows)
        posting = _create(act, len(rows), Decimal(total), _digest(rows), header)
        _write(posting, rows)
    posting.refresh_from_db()
    return posting


Row = tuple[int, int, Decimal]


def _cents(amount: Decimal) -> Decimal:
    if not (amount.is_finite() and 0 < amount < TOO_MUCH and amount == amount.quantize(CENT)):
        raise Refusal(f"{amount} is not a positive amount in whole cents.")
    return amount.quantize(CENT)


def _digest(rows: Sequence[Row]) -> str:
    text = "\n".join(f"{n}:{d}:{c}:{a}" for n, (d, c, a) in enumerate(rows, 1))
    return hashlib.sha256(text.encode()).hexdigest()


def _done(act: str, header: Header, digest: str = "") -> Posting | None:
    """Return the posting that its key made; a query's content is not asked again."""
    done = Posting.objects.filter(key=header["key"]).first()
    if done is None:
        return None
    if (done.act, done.digest, done.fund_id) != (act, digest or done.digest, header["fund"]):
        raise Refusal(f"{done.key} was already used for another posting (#{done.number}).")
    return done


def _refuse_sealed(head: LedgerHead, header: Header) -> None:
    """Refuse a day in a sealed year, and in one certified to close any posting but its lapse."""
    on, sfy = header["on"], sfy_of(header["on"])
    sealed = sfy <= head.sealed_through
    if sealed or (
        header["key"] != f"{head.fund_id}/SFY{sfy}/lapse" and sfy <= closed_through(head)
    ):
        closed = "sealed" if sealed else "certified for its close"
        raise Refusal(
            f"SFY{sfy} of {head.fund_id} is {closed}: nothing may be dated {on}. "
            "Enter a correction in the open year and link it.",
            cite=header["clause"],
        )


def _create(act: str, count: int, total: Decimal, digest: str, header: Header) -> Posting:
    said = {name: value for name, value in header.items() if name not in {"fund", "on"}}
    return Posting.objects.create(
        fund_id=header["fund"],
        act=act,
        effective_on=header["on"],
        entry_count=count,
        total=total,
        digest=digest,
        **said,
    )


def _refuse_overdraft(rows: Sequence[Row], clause: str) -> None:
    """Say in words what the CHECK on the account would refuse without them."""
    net: dict[int, Decimal] = {}
    for debit, credit, amount in rows:
        net[debit] = net.get(debit, Decimal(0)) - amount
        net[credit] = net.get(credit, Decimal(0)) + amount
    falling = {pk: change for pk, change in net.items() if change < 0}
    for a in Account.objects.filter(pk__in=falling).exclude(kind=Kind.SOURCE).order_by("pk"):
        if a.balance + falling[a.pk] < 0:
            short = -(a.balance + falling[a.pk])
            raise Refusal(
                f"{_name(a)}: ${short:,.2f} short; ${a.balance:,.2f} is available.",
                cite=clause,
            )


def _name(a: Account) -> str:
    year = f", SFY{a.sfy}" if a.sfy else ""
    return f"{a.holder}{year} ({Kind(a.kind).in_words})"


def _write(posting: Posting, rows: Sequence[Row]) -> None:
    """Insert all entries in one statement: the trigger proves and applies them together."""
    lines = [(posting.pk, n, d, c, a, posting.effective_on) for n, (d, c, a) in enumerate(rows, 1)]
    with connection.cursor() as cursor:
        if len(lines) < COPY_FROM:
            values = ", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(lines))
            cursor.execute(
                f"INSERT INTO funds_entry ({_COLUMNS}) VALUES {values}",  # noqa: S608
                [value for line in lines for value in line],
            )
        else:
            text = io.StringIO("\n".join("\t".join(map(str, line)) for line in lines))
            cursor.copy_expert(f"COPY funds_entry ({_COLUMNS}) FROM STDIN", text)


def post_all(
    act: str, moves: str, parameters: Sequence[SqlValue], **header: Unpack[Header]
) -> Posting | None:
    """Post what a query says, set-based, once; return None when it says nothing.

    `moves` is SQL that yields (debit_id, credit_id, amount) in a fixed order. Raises what `post`
    raises, but an overdraft is refused by the database.
    """
    if done := _done(act, header):  # asked before the book is held: no lock, no commit
        return done
    with transaction.atomic(), connection.cursor() as cursor:
        head = hold(header["fund"])
        if done := _done(act, header):
            return done
        _refuse_sealed(head, header)
        cursor.execute("DROP TABLE IF EXISTS pg_temp.moves")
        cursor.execute(f"CREATE TEMP TABLE moves ON COMMIT DROP AS {_NUMBERED % moves}", parameters)
        cursor.execute(_SUMMED)
        count, total, digest = cursor.fetchone()
        if not count:
            return None
        posting = _create(act, count, total, digest, header)
        cursor.execute(
            f"INSERT INTO funds_entry ({_COLUMNS})"  # noqa: S608
            " SELECT %s, seq, debit_id, credit_id, amount, %s FROM moves ORDER BY seq",
            [posting.pk, header["on"]],
        )
    posting.refresh_from_db()
    return posting


_NUMBERED = (
    "SELECT row_number() OVER () AS seq, debit_id, credit_id, amount::numeric(18, 2) AS amount"
    " FROM (%s) AS m (debit_id, credit_id, amount)"
)
_SUMMED = (
    "SELECT count(*), sum(amount), encode(sha256(convert_to(string_agg("
    "seq || ':' || debit_id || ':' || credit_id || ':' || amount, E'\\n' ORDER BY seq),"
    " 'UTF8')), 'hex') FROM moves"
)


def reverse(posting: Posting, *, key: str, on: date, by: Officer, reason: str) -> Posting:
    """Post the opposite of a posting in the open year, linked to it, once.

    Raises Refusal when the posting is itself a reversal or was already reversed.
    """
    with transaction.atomic():
        hold(posting.fund_id)
        if posting.reverses_id is not None or posting.act in ("void", "refund"):
            raise Refusal("A reversal is not itself reversed: enter the act anew.")
        done = Posting.objects.filter(reverses=posting).first()
        if done is not None and done.key != key:
            raise Refusal(f"Already reversed by #{done.number} on {done.effective_on}.")
        entries = posting.entries.select_related("debit", "credit").order_by("-seq")
        moves = [Move(e.credit, e.debit, e.amount) for e in entries]
        return post(
            f"reverse {posting.act}"[:24],
            moves,
            fund=posting.fund_id,
            key=key,
            on=on,
            by=by,
            clause=posting.clause,
            note=reason,
            reverses=posting,
        )
