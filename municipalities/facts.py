"""The only home of acts on facts: load a version, accept it, ask which one is in force.

A version is never edited: a correction is a later version, and the one before stays readable.
"""

import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from hashlib import sha256

from django.db import transaction

from municipalities import offices
from municipalities.kinds import KINDS, Kind
from municipalities.models import Fact, FactSeries, Intake, Municipality, Officer, SourceDocument
from municipalities.refusal import Refusal, refuse_all

PERIOD = re.compile(r"(SFY)?\d{4}")
DECIMALS = 6

Values = Mapping[str | None, Decimal]


@transaction.atomic
def load(
    kind: str,
    period: str,
    values: Values,
    *,
    unit: str = "",
    document: SourceDocument,
    on: date,
    by: Officer,
    intake: Intake | None = None,
) -> FactSeries:
    """Load a version of a kind of figure for a period; it waits to be accepted by another.

    `intake` is the file it came by. The latest version with the same values and document is
    returned as it stands. Refused: an unknown kind, another unit than the kind's, a period that
    is no year, a value that the kind cannot have.
    """
    offices.require(by, "load-facts", on=on)
    known = _kind(kind, unit)
    _check(known, period, values)
    digest = _digest(values)
    before = FactSeries.objects.filter(kind=kind, period=period).order_by("-version").first()
    if before and before.sha256 == digest and before.document_id == document.pk:
        return before
    series = FactSeries.objects.create(
        kind=kind,
        period=period,
        version=before.version + 1 if before else 1,
        unit=known.unit,
        document=document,
        loaded_by=by,
        sha256=digest,
        intake=intake,
    )
    Fact.objects.bulk_create(
        Fact(series=series, municipality_id=code, value=value) for code, value in values.items()
    )
    return series


@transaction.atomic
def accept(series: FactSeries, *, on: date, by: Officer) -> FactSeries:
    """Accept a version, from which day on it is in force; nothing happens when it was before.

    Refused: by the person who loaded it, and when a later version was accepted already.
    """
    offices.require(by, "accept-facts", on=on)
    found = FactSeries.objects.select_for_update(of=("self",)).get(pk=series.pk)
    if found.accepted_on is not None:
        return found
    if found.loaded_by.person_id == by.person_id:
        raise Refusal(f"{found} was loaded by {by.person}: another person accepts it.")
    later = FactSeries.objects.filter(
        kind=found.kind, period=found.period, version__gt=found.version, accepted_on__isnull=False
    )
    if later.exists():
        raise Refusal(f"{found} is superseded: a later version was accepted already.")
    found.accepted_by, found.accepted_on = by, on
    found.save(update_fields=["accepted_by", "accepted_on"])
    return found


def in_force(kind: str, period: str, *, on: date) -> FactSeries | None:
    """Return the latest version of a period that was accepted on or before the day."""
    return (
        FactSeries.objects.filter(kind=kind, period=period, accepted_on__lte=on)
        .select_related("document")
        .order_by("-version")
        .first()
    )


def latest(kind: str, *, on: date) -> FactSeries | None:
    """Return the most recent period's version in force: "the most recent data available"."""
    return (
        FactSeries.objects.filter(kind=kind, accepted_on__lte=on)
        .select_related("document")
        .order_by("-period", "-version")
        .first()
    )


def newest(kind: str, period: str) -> FactSeries | None:
    """Return a period's latest version, in force or waiting to be accepted."""
    return FactSeries.objects.filter(kind=kind, period=period).order_by("-version").first()


def values(series: FactSeries) -> dict[str | None, Decimal]:
    """Return a version's values by municode; the State's stands under None."""
    return dict(series.facts.order_by("municipality").values_list("municipality_id", "value"))


def value(
    kind: str, period: str, *, on: date, municipality: Municipality | str | None = None
) -> Decimal | None:
    """Return one value in force, of a municipality or of the State; None when none is on record."""
    series = in_force(kind, period, on=on)
    if series is None:
        return None
    code = municipality.pk if isinstance(municipality, Municipality) else municipality
    return series.facts.filter(municipality=code).values_list("value", flat=True).first()


def _kind(name: str, unit: str) -> Kind:
    """Return the kind that is named; refused when unknown, or when it has another unit."""
    kind = KINDS.get(name)
    if kind is None:
        raise Refusal(f"“{name}” is no kind of figure; there are {', '.join(sorted(KINDS))}.")
    if unit not in {"", kind.unit}:
        raise Refusal(f"{name} is in {kind.unit}, not in {unit}.", kind.cite)
    return kind


def _check(kind: Kind, period: str, values: Values) -> None:
    """Refuse a wrong period and every value that the kind cannot have, all at once."""
    if not PERIOD.fullmatch(period):
        raise Refusal(f"Period “{period}”: a year such as 2026, or SFY2027, is needed.", kind.cite)
    if not values:
        raise Refusal(f"{kind.name} {period}: there is no value.", kind.cite)
    codes = {code for code in values if code is not None}
    missing = codes - set(Municipality.objects.filter(pk__in=codes).values_list("pk", flat=True))
    refuse_all(
        [
            Refusal(f"{kind.name} {period}, {code or 'State'}: {why}", kind.cite)
            for code, value in values.items()
            if (why := _wrong(kind, code, value, missing))
        ]
    )


def _wrong(kind: Kind, code: str | None, value: Decimal, missing: set[str]) -> str:
    """Say what is wrong with a value, or nothing."""
    if kind.of_state != (code is None):
        return "this is a figure of " + ("the State." if kind.of_state else "municipalities.")
    if code in missing:
        return "there is no municipality with this code."
    if not value.is_finite() or value != round(value, DECIMALS):
        return f"{value} is not a number with at most {DECIMALS} decimals."
    if value < 0 and not kind.may_be_negative:
        return f"{value} is negative; zero or more is needed."
    return ""


def _digest(values: Values) -> str:
    """Return the SHA-256 of the values in code order, each with six decimals."""
    lines = sorted(f"{code or 'State'} {value:.{DECIMALS}f}" for code, value in values.items())
    return sha256("\n".join(lines).encode()).hexdigest()
