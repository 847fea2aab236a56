"""The only home of asking every identity as work, each on record with what breaks it."""

import re
import time
from datetime import date

from django.db.models import Q

from funds import work
from funds.invariants import Identity
from funds.models import IdentityCheck, Posting, Work
from funds.work import Progress
from municipalities.models import Officer
from payments.invariants import identities

KIND = "ask identities"
KEPT = 50  # of what breaks one; all is counted
_POSTING = re.compile(r"\b(zone-assistance|energy-receipts|highlands) #(\d+)")
_ACCOUNT = re.compile(r"\baccount (\d+)\b")


def offer(*, on: date, by: Officer) -> Work:
    """Offer that every identity be asked; the asking that waits or runs already is the one."""
    waiting = Work.objects.filter(kind=KIND).exclude(state__in=["done", "failed"]).first()
    if waiting is not None:
        return waiting
    number = Work.objects.filter(kind=KIND).count() + 1
    title = f"Ask every identity, {number}"
    return work.offer(KIND, f"identities/{number}", title, on, {"by": by.pk})


def unit(row: Work) -> Progress:
    """Ask the next identity of the row, and record the answer."""
    every = identities()
    by = Officer.objects.get(pk=row.arguments["by"])
    check = ask(every[row.done], by=by, work=row)
    broken = f"{check.name} is broken." if check.count else row.message
    return Progress(row.done + 1, len(every), broken)


def ask(identity: Identity, *, by: Officer, work: Work | None = None) -> IdentityCheck:
    """Ask an identity and record the answer.

    One that looks broken is asked again: it may be made of several statements, between which
    somebody posted. What is really broken stays so.
    """
    began = time.monotonic()
    broken = identity.find() and identity.find()
    return IdentityCheck.objects.create(
        name=identity.name,
        broken=broken[:KEPT],
        count=len(broken),
        milliseconds=round((time.monotonic() - began) * 1000),
        asked_by=by,
        work=work,
    )


def latest() -> dict[str, IdentityCheck]:
    """Return the latest check of each identity by its name: of the last two askings at most."""
    checks = IdentityCheck.objects.select_related("asked_by__office", "asked_by__person")
    found: dict[str, IdentityCheck] = {}
    for each in checks[: 2 * len(identities())]:
        found.setdefault(each.name, each)
    return found


def named(name: str) -> Identity | None:
    """Return an identity by its name; None when there is none."""
    return next((each for each in identities() if each.name == name), None)


def postings_in(broken: list[str]) -> dict[str, int]:
    """Return the key of each posting that the words name, by how they name it: fund #number."""
    named = {hit.groups() for words in broken for hit in _POSTING.finditer(words)}
    if not named:
        return {}
    wanted = Q(pk=0)
    for fund, number in named:
        wanted |= Q(fund=fund, number=number)
    rows = Posting.objects.filter(wanted).values_list("fund", "number", "pk")
    return {f"{fund} #{number}": pk for fund, number, pk in rows}


def account_in(words: str) -> int | None:
    """Return the key of the account that the words name; None when they name none."""
    hit = _ACCOUNT.search(words)
    return int(hit[1]) if hit else None


def posting_in(words: str) -> str:
    """Return how the words name a posting: fund #number; empty when they name none."""
    hit = _POSTING.search(words)
    return hit[0] if hit else ""
