"""The only home of the dated evidence that a town conformed to the Highlands plan. 54:1-85 n."""

from datetime import date

from django.db import transaction

from municipalities import offices
from municipalities.documents import store
from municipalities.models import ConformanceEvent, Municipality, Officer
from municipalities.refusal import Refusal

CITE = "N.J.S.A. 54:1-85 n."


@transaction.atomic
def record(
    town: Municipality, kind: str, *, effective_on: date, source: str, on: date, by: Officer,
    scope: str = "", paper: store.Checked | None = None,
) -> ConformanceEvent:  # fmt: skip
    """Record an event of conformance, or its withdrawal, once a day and kind.

    Raises Refusal for a town outside the Highlands, an unknown kind, a day to come, and without
    a source. The next run reads it; what was certified before stands.
    """
    offices.require(by, "record-conformance", on=on)
    if not town.in_highlands:
        raise Refusal(f"{town} is not listed in N.J.S.A. 13:20-7 a.", CITE)
    if kind not in ConformanceEvent.Kind.values:
        known = ", ".join(ConformanceEvent.Kind.values)
        raise Refusal(f"“{kind}” is no event; there are {known}.", CITE)
    if effective_on > on:
        raise Refusal(f"{town}: a day up to {on} is needed, not {effective_on}.", CITE)
    if not source.strip():
        raise Refusal(f"{town}: the resolution or ordinance is needed.", CITE)
    Municipality.objects.select_for_update().get(pk=town.pk)
    done = town.conformance_events.filter(kind=kind, effective_on=effective_on).first()
    if done is not None:
        return done
    return ConformanceEvent.objects.create(
        municipality=town,
        kind=kind,
        effective_on=effective_on,
        as_published=f"{effective_on:%B} {effective_on.day}, {effective_on.year}",
        scope=scope.strip(),
        source=source.strip(),
        document=store.keep(paper, store.Whose(municipality=town.pk), by=by) if paper else None,
        recorded_by=by,
        recorded_on=on,
    )
