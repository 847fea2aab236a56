"""The only home of runs beside a year's own: a program that follows its shares, and protection.

A program such as the Municipal Relief Fund gives its own money by the shares of certified aid and
on the same dates. Protection gives back what a correction takes below the certified amount.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import certification, credited, frozen, ledger
from funds.frozen import Facts
from funds.models import Certification, CorrectionPolicy, Fund, Run
from funds.queries.runs import MAIN
from funds.refusal import Refusal
from funds.rules.money import ZERO, apportion, to_cents
from funds.rules.worksheet import Line
from funds.run_facts.energy_receipts import certified
from municipalities import offices
from municipalities.models import Officer

RECEIPTS = "energy-receipts"


@transaction.atomic
def follow(
    name: str,
    sfy: int,
    amount: Decimal,
    authority: str,
    *,
    on: date,
    by: Officer,
    demonstration: bool = False,
) -> Run:
    """Share a program's money as the year's certified receipts are shared, to the cent.

    The same program of a year, for the same amount, is the run it was. Raises Refusal without a
    name or authority, before the year is certified, and for another amount than before.
    """
    offices.require(by, "prepare-run", on=on)
    ledger.hold(RECEIPTS)
    if not (name.strip() and authority.strip()) or amount <= 0 or to_cents(amount) != amount:
        raise Refusal(f"SFY{sfy}: a program has a name, an authority and an amount in cents.")
    done = Run.objects.filter(fund=RECEIPTS, sfy=sfy, kind=Run.Kind.SUPPLEMENT, reason=name.strip())
    if (before := done.first()) is not None:
        if before.facts["amount"] != frozen.plain(amount):
            raise Refusal(
                f"{name} of SFY{sfy} is run {before.number} over {before.facts['amount']}."
            )
        return before
    facts = {
        "name": name.strip(),
        "amount": frozen.plain(amount),
        "follows": _followed(sfy).number,
        "authority": authority,
    }
    label = frozen.Label(RECEIPTS, sfy, Run.Kind.SUPPLEMENT, name.strip(),
                         demonstration=demonstration)  # fmt: skip
    return frozen.freeze(label, facts, followed(facts), on=on, by=by)


def followed(facts: Facts) -> frozen.Result:
    """Share a program's amount as the certification it follows shares aid."""
    run = Certification.objects.select_related("run").get(number=facts["follows"]).run
    shares = {h: a for h, a in credited.amounts(run).items() if h.isdigit()}
    cite = facts["authority"]
    parts = apportion(Decimal(facts["amount"]), shares, "certified aid", cite)
    lines = _lines(RECEIPTS, parts, cite, facts["name"])
    return frozen.Result(lines, {"follows": facts["follows"]}, frozen.by_holder(lines))


def _followed(sfy: int) -> Certification:
    run = certified(sfy)
    if run is None:
        raise Refusal(f"SFY{sfy} of {RECEIPTS} is not certified: there are no shares to follow.")
    return run.certification


def _lines(fund: str, amounts: Mapping[str, Decimal], cite: str, words: str) -> list[Line]:
    return [
        Line(cite[:80], words, amount, holder=holder, component=MAIN[fund])
        for holder, amount in sorted(amounts.items())
        if amount > 0
    ]


def policy(fund: str, sfy: int) -> CorrectionPolicy | None:
    """Return the fund's decided policy for a year; None means: as computed."""
    rows = CorrectionPolicy.objects.filter(fund=fund, from_sfy__lte=sfy, decided_on__isnull=False)
    return rows.order_by("-from_sfy", "-decided_on", "-pk").first()


@transaction.atomic
def propose_policy(
    fund: Fund, from_sfy: int, rule: str, authority: str, *, on: date, by: Officer
) -> CorrectionPolicy:
    """Propose what a correction may do from a year on; another person decides."""
    offices.require(by, "propose-decision", on=on)
    if not authority.strip():
        raise Refusal(f"{fund}: a policy names the law or decision it rests on.")
    waiting = CorrectionPolicy.objects.filter(fund=fund, decided_on=None).first()
    if waiting is not None:
        if (waiting.from_sfy, waiting.rule) == (from_sfy, rule):
            return waiting
        raise Refusal(f"{waiting} waits to be decided: decide it first.")
    return CorrectionPolicy.objects.create(
        fund=fund, from_sfy=from_sfy, rule=rule, authority=authority.strip(),
        proposed_by=by, proposed_on=on,
    )  # fmt: skip


@transaction.atomic
def decide_policy(proposed: CorrectionPolicy, *, on: date, by: Officer) -> CorrectionPolicy:
    """Put a proposed policy in force, as another person; raises Refusal for who proposed it."""
    offices.require(by, "decide", on=on)
    found = CorrectionPolicy.objects.select_for_update(of=("self",)).get(pk=proposed.pk)
    if found.decided_on is not None:
        return found
    if found.proposed_by.person_id == by.person_id:
        raise Refusal(f"{found} was proposed by {by.person}: another person decides it.")
    found.decided_by, found.decided_on = by, on
    found.save(update_fields=["decided_by", "decided_on"])
    return found


def falls(run: Run) -> dict[str, Decimal]:
    """Return by how much, in dollars, a run that supersedes a certified one lowers each holder."""
    before = before_of(run)
    if before is None:
        return {}
    old, new = credited.amounts(before), credited.amounts(run)
    return {h: old[h] - new.get(h, ZERO) for h in sorted(old) if old[h] > new.get(h, ZERO)}


def before_of(run: Run) -> Run | None:
    """Return the latest certified run in whose place this one stands."""
    earlier = run.supersedes
    while earlier is not None:
        if Certification.objects.filter(run=earlier, reopening=None).exists():
            return earlier
        earlier = earlier.supersedes
    return None


@transaction.atomic
def protect(run: Run, *, on: date, by: Officer) -> Run:
    """Give each holder of a correction what keeps it at its certified amount, by a run of its own.

    Raises Refusal where no policy says so, when nobody falls, and for a run that is superseded.
    """
    offices.require(by, "prepare-run", on=on)
    ledger.hold(run.fund_id)
    done = Run.objects.filter(kind=Run.Kind.PROTECTION, fund=run.fund_id, sfy=run.sfy)
    if (before := done.filter(facts__protects=str(run)).first()) is not None:
        return before
    found = policy(run.fund_id, run.sfy)
    if found is None or found.rule != CorrectionPolicy.Rule.NEVER_BELOW:
        raise Refusal(f"{run}: no policy keeps anyone at the certified amount.")
    if certification.certified_successor(run) is not None:
        raise Refusal(f"{run} is superseded: protect the one in its place.")
    if not falls(run):
        raise Refusal(f"{run}: nobody falls below what was certified.")
    why, kind = f"Protection of run {run.number}", Run.Kind.PROTECTION
    label = frozen.Label(run.fund_id, run.sfy, kind, why, demonstration=run.demonstration)
    facts = {"protects": str(run), "policy": found.pk}
    return frozen.freeze(label, facts, protected(run, found), on=on, by=by)


def protected(run: Run, rule: CorrectionPolicy) -> frozen.Result:
    """Give each holder what a correction takes below its certified amount."""
    lines = _lines(run.fund_id, falls(run), rule.authority, "Kept at the certified amount")
    return frozen.Result(lines, {"policy": str(rule)}, frozen.by_holder(lines))
