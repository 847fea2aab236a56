"""The only home of a correction's two steps: one person writes the case, another approves it.

What an approved case does has its home in `funds/corrections.py`.
"""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import corrections, ledger, splits
from funds.duties import refuse_same_person
from funds.models import CorrectionCase, CorrectionLine
from funds.refusal import Refusal
from funds.rules.carry_forward import SECTIONS
from funds.rules.money import ZERO
from funds.splits import FUND
from municipalities import offices
from municipalities.documents import store
from municipalities.models import EnterpriseZone, Officer

CITE = SECTIONS[FUND]


@transaction.atomic
def open_case(
    number: str, reason: str, paper: store.Checked | None, *, on: date, by: Officer
) -> CorrectionCase:
    """Open a case of zone assistance, once by its number, with the paper that shows the error.

    Raises Refusal without a number or a reason, and when the number is another case's.
    """
    offices.require(by, "correct", on=on)
    ledger.hold(FUND)
    if not number.strip() or not reason.strip():
        raise Refusal("A correction has a number and says what was wrong.", CITE)
    done = CorrectionCase.objects.filter(number=number).first()
    if done is not None:
        if (done.reason, done.prepared_by_id) != (reason, by.pk):
            raise Refusal(f"{done} is already another case.", CITE)
        return done
    if corrections.numbered(number):
        raise Refusal(f"Correction {number} was already made without a case.", CITE)
    document = store.keep(paper, store.Whose(), by=by) if paper is not None else None
    return CorrectionCase.objects.create(
        number=number.strip(),
        fund_id=FUND,
        reason=reason,
        document=document,
        prepared_by=by,
        prepared_on=on,
    )


@transaction.atomic
def write(
    case: CorrectionCase,
    zone: EnterpriseZone,
    should_have_been: Mapping[int, Decimal],
    *,
    on: date,
    by: Officer,
) -> CorrectionCase:
    """Write what should have been credited to a zone in each year; what was is read from the book.

    As much as was credited takes the year out of the case. Raises Refusal once it was decided, for
    anyone but who prepares it, for a year without a credit, and for more than was credited.
    """
    offices.require(by, "correct", on=on)
    ledger.hold(FUND)
    case = _open(case)
    if by.person_id != case.prepared_by.person_id:
        raise Refusal(f"{case} is prepared by {case.prepared_by}: they write its lines.", CITE)
    credited = splits.credited(zone)
    for sfy, should in sorted(should_have_been.items()):
        was = credited.get(sfy, ZERO)
        if not ZERO <= should <= was:
            raise Refusal(
                f"{zone}, SFY{sfy}: ${was:,.2f} was credited; ${should:,.2f} can't be what should "
                "have been. What was credited too little is made up by a run of its own.",
                CITE,
            )
        known = case.lines.filter(zone=zone, sfy=sfy)
        if should == was and not known.exists():
            continue
        CorrectionLine.objects.update_or_create(
            case=case,
            zone=zone,
            sfy=sfy,
            defaults={"credited": was, "should_have_been": should},
        )
    return case


@transaction.atomic
def approve(case: CorrectionCase, *, on: date, by: Officer) -> CorrectionCase:
    """Approve the case as another person than who prepared it: it is posted today, zone by zone.

    Raises Refusal for who prepared it, for a case without a wrong line, when it was sent back, and
    when a year's credit is not what it was when the line was written.
    """
    case = _decided(case, on=on, by=by)
    if case.sent_back:
        raise Refusal(f"{case} was sent back: {case.sent_back}", CITE)
    if corrections.numbered(case.number):
        return case
    wrong = wrong_lines(case)
    if not wrong:
        raise Refusal(f"{case} has no line with a difference.", CITE)
    zones = EnterpriseZone.objects.in_bulk(wrong)
    for code, lines in wrong.items():
        _refuse_changed(case, zones[code], lines)
        corrections.correct(
            case.number,
            FUND,
            zones[code].holder,
            {line.sfy: (line.credited, line.should_have_been) for line in lines},
            case.reason,
            on=on,
            by=case.prepared_by,
            approved_by=by,
        )
    case.save(update_fields=["decided_by", "decided_on"])
    return case


def wrong_lines(case: CorrectionCase) -> dict[str, list[CorrectionLine]]:
    """Return the case's lines with a difference, by zone code."""
    found: dict[str, list[CorrectionLine]] = defaultdict(list)
    for line in case.lines.order_by("zone__name", "sfy"):
        if line.wrong:
            found[line.zone_id].append(line)
    return dict(found)


def _refuse_changed(
    case: CorrectionCase, zone: EnterpriseZone, lines: list[CorrectionLine]
) -> None:
    credited = splits.credited(zone)
    for line in lines:
        now = credited.get(line.sfy, ZERO)
        if now != line.credited:
            raise Refusal(
                f"{case}: {zone} is credited ${now:,.2f} for SFY{line.sfy} now, not "
                f"${line.credited:,.2f}: write the line anew.",
                CITE,
            )


@transaction.atomic
def send_back(case: CorrectionCase, reason: str, *, on: date, by: Officer) -> CorrectionCase:
    """Send a case back with a reason; it is over, and a new one may be opened.

    Raises Refusal without a reason, for who prepared it, and when it was approved.
    """
    if not reason.strip():
        raise Refusal(f"{case}: to send it back needs a reason.", CITE)
    case = _decided(case, on=on, by=by)
    if corrections.numbered(case.number):
        raise Refusal(f"{case} was approved on {case.decided_on}.", CITE)
    case.sent_back = case.sent_back or reason
    case.save(update_fields=["decided_by", "decided_on", "sent_back"])
    return case


def _open(case: CorrectionCase) -> CorrectionCase:
    found = CorrectionCase.objects.select_related("prepared_by").get(pk=case.pk)
    if found.decided_by_id is not None:
        raise Refusal(f"{found} was decided on {found.decided_on}: it stays as it is.", CITE)
    return found


def _decided(case: CorrectionCase, *, on: date, by: Officer) -> CorrectionCase:
    offices.require(by, "approve-correction", on=on)
    refuse_same_person(f"{case}, approval", case.prepared_by, by)
    ledger.hold(FUND)
    case = CorrectionCase.objects.select_related("prepared_by__office").get(pk=case.pk)
    if case.decided_by_id is None:
        case.decided_by, case.decided_on = by, on
    return case
