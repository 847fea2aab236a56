"""A year ends: rehearse, certify, lapse, carry forward, close, or all of it as year-end."""

from decimal import Decimal

from django.db.models import Sum

from funds import ledger, year_end
from funds.models import Closing, Disposition, Posting
from funds.refusal import Refusal
from municipalities.models import Officer
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line

What = Disposition.What
ZERO = Decimal(0)


@act(
    "year-end", "fund",
    columns="by system (or dca-analyst, treasury-certifier); sfy: the year that ended. Rehearsed"
    " by\ndca-analyst, certified by treasury-certifier, closed and sealed. Finds what lapsed.",
)  # fmt: skip
def year_end_(stage: Stage, line: Line) -> Decimal:
    """Rehearse, certify, lapse, carry forward and seal."""
    _close_empty_years(stage, line)
    done = _sealed(stage, line)
    closing = done or _certified(stage, line, rehearse_anew=True)
    return _closed(stage, line, closing)


def _sealed(stage: Stage, line: Line) -> Closing | None:
    year = Closing.objects.filter(fund=line.fund, sfy=stage.sfy(line))
    return year.filter(seal__isnull=False).first()


def _closed(stage: Stage, line: Line, closing: Closing) -> Decimal:
    by = stage.by(line)
    may = by.may("carry-forward") or by.may("prepare-close") or by.may("certify-close")
    by = stage.one_who("carry-forward", line, "system") if may else by
    year_end.close(closing, on=line.on, by=by)
    return _sum(closing, What.LAPSED)


def _close_empty_years(stage: Stage, line: Line) -> None:
    """Close the first years of a book in which nothing was posted yet."""
    first = Posting.objects.filter(fund=line.fund).order_by("sfy").first()
    head = ledger.hold(line.fund)
    for sfy in range(head.sealed_through + 1, stage.sfy(line)):
        if first is None or first.sfy <= sfy:
            return
        closing = year_end.rehearse(line.fund, sfy, on=line.on, by=stage.officer("dca-analyst"))
        year_end.certify(closing, on=line.on, by=stage.officer("treasury-certifier"))
        year_end.close(closing, on=line.on, by=stage.officer("system"))


def _certified(stage: Stage, line: Line, *, rehearse_anew: bool) -> Closing:
    """Return the year's certified closing, with the steps before it done by those who do them."""
    closing = Closing.objects.filter(fund=line.fund, sfy=stage.sfy(line)).first()
    if closing is not None and closing.certified_by is not None:
        return closing
    by = stage.by(line)
    _refuse_stranger(by, line)
    if closing is None or rehearse_anew:
        preparer = stage.officer("dca-analyst")
        if by.may("prepare-close") and by.office.title != "system":
            preparer = by
        closing = year_end.rehearse(line.fund, stage.sfy(line), on=line.on, by=preparer)
    certifier = stage.one_who("certify-close", line, "treasury-certifier")
    return year_end.certify(closing, on=line.on, by=certifier)


def _refuse_stranger(by: Officer, line: Line) -> None:
    if not any(by.may(duty) for duty in ("prepare-close", "certify-close", "carry-forward")):
        raise Refusal(f"{by.office} may not do this: {line.act} is not among its duties.")


def _sum(closing: Closing, what: Disposition.What) -> Decimal:
    found = closing.dispositions.filter(what=what).aggregate(total=Sum("amount"))["total"]
    return found or ZERO


@act("rehearse", "fund", columns="by dca-analyst; sfy. Finds what would lapse.")
def rehearse(stage: Stage, line: Line) -> Decimal:
    """Write what would become of every balance."""
    made = year_end.rehearse(line.fund, stage.sfy(line), on=line.on, by=stage.by(line))
    return _sum(made, What.LAPSED)


@act("certify-close", "fund", columns="by treasury-certifier; sfy; the rehearsal is certified.")
def certify_close(stage: Stage, line: Line) -> Decimal:
    """Certify the rehearsal."""
    closing = Closing.objects.filter(fund=line.fund, sfy=stage.sfy(line)).first()
    if closing is None:
        raise Refusal(f"SFY{stage.sfy(line)} of {line.fund} is not rehearsed.")
    year_end.certify(closing, on=line.on, by=stage.by(line))
    return _sum(closing, What.LAPSED)


@act("lapse", "fund", columns="by system; sfy; rehearsed and certified if it is not yet.")
def lapse(stage: Stage, line: Line) -> Decimal:
    """Post what lapses to the Authority."""
    closing = _sealed(stage, line) or _certified(stage, line, rehearse_anew=False)
    made = year_end.lapse_to_authority(closing, on=line.on, by=stage.by(line))
    return made.total if made else ZERO


@act("carry-forward", "fund", columns="by system; sfy; after the lapse. Finds what is carried.")
def carry_forward(stage: Stage, line: Line) -> Decimal:
    """Carry balances into the year that follows."""
    closing = _sealed(stage, line) or _certified(stage, line, rehearse_anew=False)
    by = stage.by(line)
    while year_end.carry_forward(closing, on=line.on, by=by):
        continue
    return _sum(closing, What.CARRIED)


@act("close", "fund", columns="by system; sfy; whatever of the year's end is left, to the seal.")
def close(stage: Stage, line: Line) -> Decimal:
    """Seal the year."""
    closing = _sealed(stage, line) or _certified(stage, line, rehearse_anew=False)
    return _closed(stage, line, closing)
