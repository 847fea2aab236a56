"""The only home of filing a second-generation report: prepared, certified, or nil. a.(4).

Its figures are the register's on the day it is filed, never typed. What the Department does with
it has its home in `funds/report_reviews.py`.
"""

from dataclasses import asdict, dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import bank_balances, filing_receipts, ledger, quarters
from funds.duties import refuse_elsewhere, refuse_same_person
from funds.models import QuarterlyReport
from funds.quarters import Figures, Quarter
from funds.refusal import Refusal
from funds.splits import FUND
from municipalities import offices
from municipalities.documents import store
from municipalities.models import EnterpriseZone, Officer

CITE = "52:27H-88 a.(4)"
PREPARE, CERTIFY = "second-generation", "certify-second-generation"
Closed = QuarterlyReport.Closed


@dataclass(frozen=True)
class Declared:
    """What the bank's statement shows: the balance in dollars, why it differs, the paper."""

    balance: Decimal
    explanation: str = ""
    statement: store.Checked | None = None


def live(zone: EnterpriseZone, quarter: Quarter) -> QuarterlyReport | None:
    """Return the zone's report of a quarter that stands, whatever it waits for."""
    found = QuarterlyReport.objects.filter(
        zone=zone, sfy=quarter.sfy, quarter=quarter.number, closed_on=None
    )
    return found.select_related(
        "zone", "prepared_by__office", "certified_by__office", "accepted_by__office", "statement"
    ).first()


@transaction.atomic
def prepare(
    zone: EnterpriseZone, quarter: Quarter, declared: Declared, *, on: date, by: Officer,
    seen: str = "",
) -> QuarterlyReport:  # fmt: skip
    """Prepare a quarter's report from the register for the CFO to certify, once.

    `seen` is the digest of the figures that were looked at. Raises Refusal before the quarter has
    ended, when the register changed since, and for a difference that is not explained.
    """
    offices.require(by, PREPARE, on=on)
    _refuse_zone(zone, quarter, on, by)
    done = live(zone, quarter)
    if done is not None:
        return _same(done, declared)
    found = quarters.of_zone(zone, quarter)
    _refuse_unseen(zone, found, seen)
    if declared.balance != found.closing and not declared.explanation.strip():
        raise Refusal(
            f"{zone}: the bank’s ${declared.balance:,.2f} is not the computed "
            f"${found.closing:,.2f}; say line by line why.",
            CITE,
        )
    return _filed(zone, quarter, found, declared, by, prepared_by=by, prepared_on=on)


@transaction.atomic
def file_nil(
    zone: EnterpriseZone, quarter: Quarter, *, on: date, by: Officer, seen: str = ""
) -> QuarterlyReport:
    """File that nothing moved in a quarter, certified by whoever files it, once.

    It declares that the bank's balance is the computed one, so it is refused after a report whose
    was not. Raises Refusal also when the register shows otherwise, and before the quarter's end.
    """
    offices.require(by, PREPARE, on=on)
    _refuse_zone(zone, quarter, on, by)
    done = live(zone, quarter)
    if done is not None:
        if not done.nil:
            raise Refusal(f"{done} was prepared on {done.prepared_on} with its figures.", CITE)
        return done
    found = quarters.of_zone(zone, quarter)
    _refuse_unseen(zone, found, seen)
    if not found.is_nil:
        raise Refusal(
            f"{zone}: ${found.principal + found.interest + found.sales:,.2f} came in and "
            f"${found.used:,.2f} was used in {quarter}: that is no nil return.",
            CITE,
        )
    bank_balances.refuse_unlike(zone, quarter)
    said = Declared(found.closing)
    filed = _filed(zone, quarter, found, said, by, nil=True, certified_by=by, certified_on=on)
    filing_receipts.quarterly(filed, by=by)
    return filed


@transaction.atomic
def certify(report: QuarterlyReport, digest: str, *, on: date, by: Officer) -> QuarterlyReport:
    """Certify what another person prepared; it is filed then.

    `digest` is that of the report that was read. Raises Refusal for another one, for the person
    who prepared it, and when the register changed since it was prepared.
    """
    offices.require(by, CERTIFY, on=on)
    report = locked(report)
    _refuse_zone(report.zone, quarter_of(report), on, by)
    if report.certified_by_id is not None:
        return report
    refuse_closed(report)
    if report.prepared_by is not None:
        refuse_same_person(f"{report}, certification", report.prepared_by, by)
    now = quarters.of_zone(report.zone, quarter_of(report))
    if digest != report.digest or now != figures_of(report):
        raise Refusal(
            f"{report}: not what was prepared, or the register changed since. Send it back; it is "
            "filled in anew.",
            CITE,
        )
    report.certified_by, report.certified_on = by, on
    report.save()
    filing_receipts.quarterly(report, by=by)
    return report


@transaction.atomic
def recall(report: QuarterlyReport, *, on: date, by: Officer) -> QuarterlyReport:
    """Take a report back that the CFO has not certified, as who prepared it."""
    offices.require(by, PREPARE, on=on)
    report = locked(report)
    if report.closed_as == Closed.RECALLED:
        return report
    _refuse_certified(report)
    if report.prepared_by is None or report.prepared_by.person_id != by.person_id:
        raise Refusal(f"{report} was prepared by {report.prepared_by}: they recall it.", CITE)
    return close(report, Closed.RECALLED, "to be prepared anew", on=on, by=by)


@transaction.atomic
def send_back(report: QuarterlyReport, reason: str, *, on: date, by: Officer) -> QuarterlyReport:
    """Send a report back to who prepared it, with the reason."""
    offices.require(by, CERTIFY, on=on)
    report = locked(report)
    refuse_elsewhere(by, report.zone, on)
    if report.closed_as == Closed.SENT_BACK:
        return report
    _refuse_certified(report)
    if report.prepared_by is not None:
        refuse_same_person(f"{report}, certification", report.prepared_by, by)
    if not reason.strip():
        raise Refusal(f"{report}: to send it back needs a reason.", CITE)
    return close(report, Closed.SENT_BACK, reason.strip(), on=on, by=by)


def close(
    report: QuarterlyReport, how: Closed, reason: str, *, on: date, by: Officer
) -> QuarterlyReport:
    """Close a report that stands, so that the quarter is asked for anew."""
    refuse_closed(report)
    report.closed_as, report.closed_because = how, reason[:300]
    report.closed_by, report.closed_on = by, on
    report.save()
    return report


def quarter_of(report: QuarterlyReport) -> Quarter:
    """Return the quarter that a report is of."""
    return Quarter(report.sfy, report.quarter)


def figures_of(report: QuarterlyReport) -> Figures:
    """Return the figures that a report was filed with."""
    return Figures(**{name: getattr(report, name) for name in quarters.NAMES})


def locked(report: QuarterlyReport) -> QuarterlyReport:
    """Lock the book and the report until the transaction ends."""
    ledger.hold(FUND)
    found = QuarterlyReport.objects.select_for_update(of=("self",))
    return found.select_related("zone", "prepared_by", "certified_by").get(pk=report.pk)


def refuse_closed(report: QuarterlyReport) -> None:
    """Refuse a report that stands no more."""
    if report.closed_on is not None:
        how = report.get_closed_as_display().lower()
        raise Refusal(f"{report} was {how}: {report.closed_because}", CITE)


def _filed(
    zone: EnterpriseZone, quarter: Quarter, found: Figures, said: Declared, by: Officer,
    **signed: object,
) -> QuarterlyReport:  # fmt: skip
    whose = store.Whose(zone=zone.pk)
    paper = store.keep(said.statement, whose, by=by) if said.statement else None
    words = said.explanation.strip()
    before = QuarterlyReport.objects.filter(zone=zone, sfy=quarter.sfy, quarter=quarter.number)
    version = before.count() + 1
    return QuarterlyReport.objects.create(
        zone=zone,
        sfy=quarter.sfy,
        quarter=quarter.number,
        version=version,
        **asdict(found),
        declared=said.balance,
        explanation=words,
        statement=paper,
        digest=found.digest(zone.pk, quarter.ends_on, version, f"{said.balance:.2f}", words),
        **signed,
    )


def _same(done: QuarterlyReport, declared: Declared) -> QuarterlyReport:
    if done.nil or (done.declared, done.explanation) != (
        declared.balance,
        declared.explanation.strip(),
    ):
        raise Refusal(f"{done} was filed already; it is recalled or reopened first.", CITE)
    return done


def _refuse_certified(report: QuarterlyReport) -> None:
    if report.certified_by_id is not None:
        raise Refusal(
            f"{report} was certified on {report.certified_on}: the Department reopens it.", CITE
        )


def _refuse_zone(zone: EnterpriseZone, quarter: Quarter, on: date, by: Officer) -> None:
    refuse_elsewhere(by, zone, on)
    ledger.hold(FUND)
    if not 1 <= quarter.number <= 4 or on <= quarter.ends_on:
        raise Refusal(f"{zone}: SFY{quarter.sfy}, quarter {quarter.number}, has not ended.", CITE)


def _refuse_unseen(zone: EnterpriseZone, found: Figures, seen: str) -> None:
    if seen and seen != found.digest():
        raise Refusal(f"{zone}: the register changed since this page was opened. Read it anew.",
                      CITE)  # fmt: skip
