"""The only home of determinations that change a payment to come. 54:1-85 c., l.

An overturned or modified judgment adjusts the payment due next, never one that was made.
Duplicative watershed aid is deducted only by a determination on record.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import highlands_figures
from funds.highlands_figures import Said
from funds.models import Determination
from funds.refusal import Refusal
from funds.rules.highlands_chain import next_payment
from municipalities import facts, offices
from municipalities.documents import store
from municipalities.models import Document, Municipality, Officer

ADJUSTMENT, WATERSHED = "54:1-85 c.", "54:1-85 l."
Kind = Determination.Kind


@dataclass(frozen=True)
class Decided:
    """What was decided: its day, the dollars it comes to, why, and the paper."""

    on: date
    amount: Decimal
    words: str
    paper: store.Checked
    consulted: str = ""


@transaction.atomic
def judgment(town: Municipality, said: Decided, *, on: date, by: Officer) -> Determination:
    """Record that a final judgment overturned or modified an earlier one; its dollars may be < 0.

    It adjusts the payment due next after the judgment, or after today when that one is past.
    """
    offices.require(by, "review-vacant-land", on=on)
    _refuse(said, on, ADJUSTMENT)
    due_on, sfy = next_payment(max(said.on, on))
    return _record(Kind.JUDGMENT, town, sfy, said, due_on, on, by)


@transaction.atomic
def watershed(
    town: Municipality, sfy: int, said: Decided, *, on: date, by: Officer
) -> Determination:
    """Record which watershed aid the Treasurer, consulting DLGS, finds duplicative in a year."""
    offices.require(by, "determine-watershed", on=on)
    _refuse(said, on, WATERSHED)
    if said.amount < 0:
        raise Refusal(f"{town}: a deduction is not below zero.", WATERSHED)
    if not said.consulted.strip():
        raise Refusal(f"{town}: the consultation of the Director of DLGS is needed.", WATERSHED)
    return _record(Kind.WATERSHED, town, sfy, said, None, on, by)


def of_town(town: Municipality) -> list[Determination]:
    """Return a municipality's determinations, the latest first."""
    rows = Determination.objects.filter(municipality=town)
    return list(rows.select_related("recorded_by__office", "series__document", "document"))


def _refuse(said: Decided, on: date, cite: str) -> None:
    if said.on > on:
        raise Refusal(f"A day up to {on} is needed, not {said.on}.", cite)
    if not said.amount or not said.words.strip():
        raise Refusal("The amount, and how it comes about, are needed.", cite)


def _record(
    kind: Determination.Kind, town: Municipality, sfy: int, said: Decided, due_on: date | None,
    on: date, by: Officer,
) -> Determination:  # fmt: skip
    Municipality.objects.select_for_update().get(pk=town.pk)
    of = {"kind": kind, "municipality": town, "decided_on": said.on, "words": said.words.strip()}
    done = Determination.objects.filter(**of).first()
    if done is not None:
        if done.amount != said.amount:
            raise Refusal(f"{done} is on record already, with ${done.amount:,.2f}.")
        return done
    document = store.keep(said.paper, store.Whose(municipality=town.pk), by=by)
    figure = "adjustment" if kind == Kind.JUDGMENT else "watershed_deduction"
    whole = _before(figure, sfy, town) + said.amount
    cite = ADJUSTMENT if kind == Kind.JUDGMENT else WATERSHED
    paper = highlands_figures.put_forward(
        {figure: (f"SFY{sfy}", {town.pk: whole})},
        _said(kind, town, said, document, cite),
        on=on,
        by=by,
    )
    return Determination.objects.create(
        **of, sfy=sfy, due_on=due_on, amount=said.amount, consulted=said.consulted.strip(),
        document=document, series=paper.series.get(), recorded_by=by, recorded_on=on,
    )  # fmt: skip


def _said(
    kind: Determination.Kind, town: Municipality, said: Decided, document: Document, cite: str
) -> Said:
    title = f"{kind.label}, {town.pk}, {said.on}"
    return Said(title, f"N.J.S.A. {cite} {said.words.strip()}"[:300], document, town.made_up)


def _before(figure: str, sfy: int, town: Municipality) -> Decimal:
    """What the year's latest version, waiting or in force, has for the town already."""
    newest = facts.newest(figure, f"SFY{sfy}")
    return facts.values(newest).get(town.pk, Decimal(0)) if newest else Decimal(0)
