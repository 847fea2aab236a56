"""The only home of signing a run, and of taking a signature back before money was released."""

from datetime import date

from django.db import transaction

from funds import credited, frozen, ledger, objections
from funds.calculator.answer import THREE_DECIMALS
from funds.cases import trying
from funds.models import Account, Certification, Kind, Reopening, Run, Waiver
from funds.refusal import Refusal, refuse_all
from funds.rules.money import rounded
from funds.rules.worksheet import Line
from municipalities import offices, standing
from municipalities.models import EnterpriseZone, Officer

PREFIXES = {"zone-assistance": "ZA", "energy-receipts": "ER", "highlands": "HL"}
FORMULA = "52:27H-88 a.(2)"


@transaction.atomic
def certify(run: Run, *, on: date, by: Officer, statement: str = "") -> Certification:
    """Certify a run as another person than the one who prepared it.

    Raises Refusal for the preparer, for a run with a certified successor, before the run's day,
    and for a zone that was not in good standing on the run's day.
    """
    offices.require(by, "certify", on=on)
    ledger.hold(run.fund_id)
    done = Certification.objects.filter(run=run).first()
    if done is not None:
        if hasattr(done, "reopening"):
            raise Refusal(f"{done} was re-opened: prepare the run anew and certify that one.")
        if done.certified_by_id != by.pk:
            raise Refusal(f"{run} is already certified: {done.number} on {done.certified_on}.")
        return done
    _refuse(run, on, by)
    return Certification.objects.create(
        run=run,
        number=_next_number(run),
        prepared_by_id=run.prepared_by_id,
        certified_by=by,
        certified_on=on,
        statement=statement,
        document_hash=frozen.digest(shown(run, statement)),
    )


def shown(run: Run, statement: str) -> dict[str, object]:
    """Return what the certifier has before them: the run, its lines and the words signed."""
    return {
        "run": str(run),
        "prepared_on": run.prepared_on.isoformat(),
        "inputs": run.inputs_hash,
        "results": run.results_hash,
        "lines": [
            [line.holder, line.component, f"{line.amount:f}", line.cite] for line in run.lines.all()
        ],
        "statement": statement,
    }


def _refuse(run: Run, on: date, by: Officer) -> None:
    if by.person_id == run.prepared_by.person_id:
        raise Refusal(
            f"{run} was prepared by {by.person}: another person certifies it.",
        )
    if on < run.prepared_on:
        raise Refusal(f"{run} was prepared on {run.prepared_on}: not certified on {on}.")
    newer = certified_successor(run)
    if newer is not None:
        raise Refusal(f"{run} is superseded: {newer.number} is certified.")
    _refuse_altered(run)
    refuse_standing(run)
    objections.refuse_open(run)
    if not objections.waived(run, Waiver.Of.CASES):
        trying.refuse_failed(run)


def _refuse_altered(run: Run) -> None:
    """Refuse a computed run whose lines are not the ones that were frozen with it."""
    if run.kind != Run.Kind.YEAR:
        return
    lines = [
        Line(li.cite, "", rounded(li.amount, 3 if li.component == THREE_DECIMALS else 2),
             holder=li.holder, component=li.component)
        for li in run.lines.order_by("position")
    ]  # fmt: skip
    if frozen.results_hash(lines) != run.results_hash:
        raise Refusal(f"{run}: its lines are not the ones that were computed. Prepare it anew.")


def certified_successor(run: Run) -> Certification | None:
    """Return the certification that took the run's place, if one did."""
    later = Run.objects.filter(supersedes=run).first()
    while later is not None:
        found = Certification.objects.filter(run=later, reopening=None).first()
        if found is not None:
            return found
        later = Run.objects.filter(supersedes=later).first()
    return None


def refuse_standing(run: Run) -> None:
    """Refuse zones of the run that were not in good standing on its day."""
    if run.fund_id == "zone-assistance":
        refuse_zones(list(credited.amounts(run)), run.prepared_on)


def refuse_zones(holders: list[str], on: date) -> None:
    """Refuse each zone among the holders that is not in good standing on the day."""
    names = [h.removeprefix("zone:") for h in holders if h.startswith("zone:")]
    zones = EnterpriseZone.objects.filter(name__in=names)
    refuse_all(
        [
            Refusal(f"{zone} is not in good standing on {on}: nothing is credited.", FORMULA)
            for zone in zones
            if not standing.in_good_standing(zone, on)
        ]
    )


def _next_number(run: Run) -> str:
    earlier = Certification.objects.filter(run__fund=run.fund_id, run__sfy=run.sfy).count()
    return f"{PREFIXES[run.fund_id]}-{run.sfy}-{earlier + 1:02d}"


@transaction.atomic
def reopen(certification: Certification, *, reason: str, on: date, by: Officer) -> Reopening:
    """Take a certification back before anything of it was released, reversing its credit.

    Raises Refusal without a reason, when something was released, and when credited money was
    already used.
    """
    offices.require(by, "certify", on=on)
    run = certification.run
    ledger.hold(run.fund_id)
    done = Reopening.objects.filter(certification=certification).first()
    if done is not None:
        return done
    if not reason.strip():
        raise Refusal(f"{certification}: a re-opening says why.")
    _refuse_released(certification)
    credit = getattr(certification, "credit", None)
    reversal = None
    if credit is not None and credit.posting is not None:
        reversal = ledger.reverse(
            credit.posting,
            key=f"certification/{certification.number}/reopen",
            on=on,
            by=by,
            reason=reason,
        )
    return Reopening.objects.create(
        certification=certification,
        reason=reason,
        reopened_on=on,
        reopened_by=by,
        reversal=reversal,
    )


def _refuse_released(certification: Certification) -> None:
    """What left ENTITLED in the certification's year was released: it can't be taken back."""
    run = certification.run
    if run.fund_id == "zone-assistance":
        return  # a zone's used money makes the reversal itself refuse
    released = Account.objects.filter(
        fund=run.fund_id, kind__in=[Kind.PAYABLE, Kind.PAID], sfy=run.sfy, balance__gt=0
    )
    if hasattr(certification, "credit") and released.exists():
        raise Refusal(
            f"{certification}: installments of SFY{run.sfy} are released; "
            "certify a superseding run instead."
        )
