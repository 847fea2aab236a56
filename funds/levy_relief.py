"""The only home of attesting levy relief: aid above SFY2002's only cuts the levy. 439 e."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import filing_receipts
from funds.models import Certification, LevyReliefAttestation
from funds.refusal import Refusal
from funds.rules.energy_receipts import LEVY_RELIEF
from funds.run_facts.energy_receipts import certified
from municipalities import offices
from municipalities.documents import store
from municipalities.models import Municipality, Officer

FUND = "energy-receipts"


@dataclass(frozen=True)
class Budget:
    """The municipal budget whose levy was cut, and the paper that shows it."""

    year: int
    adopted_on: date
    document: store.Checked | None = None


def of(certification: Certification, municipality: Municipality) -> Decimal:
    """Return what a certification gives a municipality above its SFY2002 aid, in dollars."""
    line = certification.run.lines.filter(component="levy_relief", municipality=municipality)
    return (line.values_list("amount", flat=True).first() or Decimal(0)).quantize(Decimal("0.01"))


def standing(sfy: int) -> Certification | None:
    """Return the certification of a year's receipts that stands."""
    run = certified(sfy)
    return run.certification if run else None


@transaction.atomic
def attest(
    certification: Certification,
    municipality: Municipality,
    budget: Budget,
    *,
    on: date,
    by: Officer,
) -> LevyReliefAttestation:
    """Attest that the whole of the levy relief cut the levy for municipal purposes, once.

    Raises Refusal for another municipality's officer, when nothing exceeds SFY2002's aid, for a
    certification that no longer stands, and for a budget that is not adopted yet.
    """
    offices.require(by, "attest-levy-relief", on=on)
    name = f"{municipality.name}, {certification}"
    if by.office.municipality_id != municipality.pk:
        raise Refusal(f"{name}: {by.office} attests for its own municipality.", LEVY_RELIEF)
    done = LevyReliefAttestation.objects.filter(
        certification=certification, municipality=municipality
    ).first()
    if done is not None:
        return done
    _refuse(certification, name, budget, on)
    amount = of(certification, municipality)
    if amount <= 0:
        raise Refusal(f"{name}: nothing is above the SFY2002 amount; nothing is attested.",
                      LEVY_RELIEF)  # fmt: skip
    whose = store.Whose(municipality=municipality.pk)
    made = LevyReliefAttestation.objects.create(
        certification=certification,
        municipality=municipality,
        amount=amount,
        budget_year=budget.year,
        adopted_on=budget.adopted_on,
        document=store.keep(budget.document, whose, by=by) if budget.document else None,
        attested_by=by,
        attested_on=on,
    )
    filing_receipts.levy_relief(made, by=by)
    return made


def _refuse(certification: Certification, name: str, budget: Budget, on: date) -> None:
    current = standing(certification.run.sfy)
    if certification.run.fund_id != FUND or current is None or current.pk != certification.pk:
        raise Refusal(f"{name}: the certification no longer stands.", LEVY_RELIEF)
    if budget.adopted_on > on:
        raise Refusal(
            f"{name}: a budget adopted on {budget.adopted_on} is not adopted yet on {on}.",
            LEVY_RELIEF,
        )
