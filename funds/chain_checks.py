"""The only home of checking every chain: each book, the journal and the seals, each on record."""

import time
from collections.abc import Callable
from datetime import date

from funds import verification, work
from funds.models import ChainCheck, DailySeal, Fund, Work
from funds.sealing import comparing, writing
from funds.sealing.comparing import Sealed
from funds.work import Progress
from municipalities import journal_chain, offices
from municipalities.models import Officer

SEAL, VERIFY = "seal", "verify chains"
JOURNAL, SEALS = "journal", "seals"
Found = tuple[int, int, str, str]  # count, entries, last hash, fault


def chains() -> list[str]:
    """Return every chain by its name: the books first."""
    return [*Fund.objects.order_by("pk").values_list("pk", flat=True), JOURNAL, SEALS]


def offer_seal(*, on: date) -> Work:
    """Offer the day's seal, once a day however often it is looked for."""
    return work.offer(SEAL, f"seal/{on}", f"Seal {on:%B} {on.day}, {on.year}", on)


def offer_verification(*, on: date, by: Officer) -> Work:
    """Offer that every chain be recomputed; the one that waits or runs already is the one."""
    waiting = Work.objects.filter(kind=VERIFY).exclude(state__in=["done", "failed"]).first()
    if waiting is not None:
        return waiting
    number = Work.objects.filter(kind=VERIFY).count() + 1
    return work.offer(
        VERIFY, f"verify/{number}", f"Recompute every chain, {number}", on, {"by": by.pk}
    )


def seal_unit(row: Work) -> Progress:
    """Seal the row's day; then write the seal to the file; then have every chain verified."""
    if row.done == 0:
        made = writing.seal(row.business_on)
        row.arguments = {"seal": made.number}
        row.save(update_fields=["arguments"])
        return Progress(1, 2)
    made = DailySeal.objects.get(number=row.arguments["seal"])
    writing.append(made)
    offer_verification(on=row.business_on, by=offices.system())
    return Progress(2, 2, f"Seal {made.number} is written to {writing.seal_file().name}.")


def verify_unit(row: Work) -> Progress:
    """Recompute the next chain of the row and record what was found."""
    every = chains()
    by = Officer.objects.get(pk=row.arguments["by"])
    check = record(every[row.done], by=by, work=row)
    bad = check.fault and f"{check.chain}: {check.fault}"
    return Progress(row.done + 1, len(every), bad or row.message)


def record(chain: str, *, by: Officer, work: Work | None = None) -> ChainCheck:
    """Recompute a chain and record how much was read, how long it took, and the first fault."""
    began = time.monotonic()
    sealed = comparing.compare(balances=chain == SEALS)
    count, entries, last_hash, fault = _CHECKS.get(chain, _book)(chain, sealed)
    return ChainCheck.objects.create(
        chain=chain,
        count=count,
        entries=entries,
        last_hash=last_hash,
        fault=fault[:300],
        milliseconds=round((time.monotonic() - began) * 1000),
        asked_by=by,
        work=work,
    )


def _book(chain: str, sealed: Sealed) -> Found:
    found = verification.verify(chain, sealed.anchors.get(chain))
    fault = f"#{found.fault.number}: {found.fault.what}" if found.fault else ""
    return found.postings, found.entries, found.last_hash, fault


def _journal(_chain: str, sealed: Sealed) -> Found:
    found = journal_chain.verify(sealed.anchors.get(JOURNAL))
    return found.changes, 0, found.last_hash, found.fault


def _seals(_chain: str, sealed: Sealed) -> Found:
    return sealed.count, 0, sealed.last_hash, sealed.fault


_CHECKS: dict[str, Callable[[str, Sealed], Found]] = {JOURNAL: _journal, SEALS: _seals}


def latest() -> list[ChainCheck]:
    """Return the latest check of each chain that was ever checked, by chain."""
    found = ChainCheck.objects.order_by("chain", "-pk").distinct("chain")
    return list(found.select_related("asked_by__office", "asked_by__person"))
