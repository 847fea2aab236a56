"""The only home of what is checked of read figures against those before: what stops approval.

Three checks stop it until they are overridden: who is missing, who moved too far, who moved or
stands unlike all others. What they compare with is the version in force of the same period, or of
the latest one before.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from statistics import median

from django.db.models import Q

from municipalities import facts
from municipalities.models import FactSeries, Intake, Municipality, Override, ZoneMembership
from municipalities.reading.formats import LAYOUTS
from municipalities.reading.layouts import Layout

Values = dict[str, Decimal]
ENOUGH = 8  # municipalities from which on one can be unlike all others
UNLIKE = 5  # times the usual spread of the changes
SPREAD = Decimal("0.03")
FAR = 1_000  # times the middle value, or a part of it


@dataclass(frozen=True)
class Check:
    """A check that was not passed: which, of which figures, of whom, and what it says."""

    what: str
    series: str
    code: str
    words: str

    @property
    def key(self) -> str:
        """What an override names."""
        return f"{self.what}/{self.series}/{self.code}"

    @property
    def group(self) -> str:
        """What is overridden together."""
        return f"{self.what}/{self.series}"


@dataclass(frozen=True)
class Change:
    """A municipality's figure before and after; None where there is none."""

    code: str
    before: Decimal | None
    after: Decimal | None

    @property
    def percent(self) -> Decimal | None:
        """By how much it moved, in percent of what it was."""
        if self.before is None or self.after is None or self.before == 0:
            return None
        return (self.after - self.before) / abs(self.before) * 100


@dataclass(frozen=True)
class Compared:
    """One kind of figure of one period: the values as they would stand, beside those before."""

    name: str  # "parcels 2025"
    before: FactSeries | None
    same_period: bool
    changes: list[Change]
    missing: list[str]
    kept: int  # values that a partial file leaves as they were

    @property
    def kind(self) -> str:
        """The kind of figure."""
        return self.name.split(" ")[0]

    @property
    def period(self) -> str:
        """The period it is of."""
        return self.name.split(" ")[1]

    @property
    def values(self) -> dict[str | None, Decimal]:
        """The values as they would be loaded."""
        return {c.code or None: c.after for c in self.changes if c.after is not None}


def compare(intake: Intake, on: date) -> list[Compared]:
    """Compare what was read, figure by figure."""
    layout = LAYOUTS[intake.layout]
    needed = _needed(layout, on)
    return [
        _compared(name, {c: Decimal(v) for c, v in values.items()}, layout, needed, intake, on)
        for name, values in sorted(intake.figures.items())
    ]


def _compared(
    name: str, read: Values, layout: Layout, needed: set[str], intake: Intake, on: date
) -> Compared:
    kind, period = name.split(" ")
    before = _before(kind, period, intake, on)
    was = {code or "": v for code, v in facts.values(before).items()} if before else {}
    kept = {c: v for c, v in _loaded(kind, period, intake).items() if layout.partial}
    now = {**kept, **read}
    codes = sorted({*was, *now})
    changes = [Change(code, was.get(code), now.get(code)) for code in codes]
    missing = sorted(needed - set(now))
    same = before is not None and before.period == period
    return Compared(name, before, same, changes, missing, len(set(kept) - set(read)))


def _before(kind: str, period: str, intake: Intake, on: date) -> FactSeries | None:
    """Return the version in force before the file's own: of its period, else of the latest."""
    found = FactSeries.objects.filter(kind=kind, period__lte=period, accepted_on__lte=on)
    own = intake.series.filter(kind=kind, period=period).first()
    if own is not None:
        found = found.exclude(period=period, version__gte=own.version)
    return found.select_related("document").order_by("-period", "-version").first()


def _loaded(kind: str, period: str, intake: Intake) -> Values:
    """Return the latest version of the period that nobody declined: what a part is added to."""
    found = FactSeries.objects.filter(kind=kind, period=period).exclude(intake=intake)
    latest = found.exclude(intake__declined_by__isnull=False).order_by("-version").first()
    return {code or "": value for code, value in facts.values(latest).items()} if latest else {}


def _needed(layout: Layout, on: date) -> set[str]:
    """Return the municipalities that the figures must have."""
    real = Municipality.objects.existing(on)
    if layout.whose == "all":
        return set(real.values_list("code", flat=True))
    if layout.whose == "highlands":
        return set(real.filter(in_highlands=True).values_list("code", flat=True))
    if layout.whose == "zones":
        runs = Q(until_on=None) | Q(until_on__gte=on)
        members = ZoneMembership.objects.filter(runs, from_on__lte=on, zone__made_up=False)
        return set(members.values_list("municipality", flat=True))
    return set()


def failed(compared: list[Compared], layout: Layout) -> list[Check]:
    """Return every check that was not passed."""
    return [check for each in compared for check in _failed(each, layout)]


def _failed(of: Compared, layout: Layout) -> Iterator[Check]:
    if of.missing:
        many = len(of.missing)
        whose = "1 municipality has" if many == 1 else f"{many} municipalities have"
        words = f"{whose} no figure: {_first(of.missing)}."
        yield Check("Complete", of.name, "", words)
    swung = set()
    for change in of.changes:
        percent = change.percent
        if percent is not None and abs(percent) > layout.swing:
            swung.add(change.code)
            yield Check("Swing", of.name, change.code, _moved(change, layout, percent))
        if change.before and change.after is None and change.code not in of.missing:
            yield Check(
                "Complete", of.name, change.code, f"It was {spelled(change.before)}, now none."
            )
    yield from _outliers(of, swung)


def _moved(change: Change, layout: Layout, percent: Decimal) -> str:
    return (
        f"From {spelled(change.before)} to {spelled(change.after)}: {moved(percent)};"
        f" more than {layout.swing}% is asked about."
    )


def _outliers(of: Compared, swung: set[str]) -> Iterator[Check]:
    """Find who moved unlike all others, or stands far from them when nothing was before."""
    moves = {c.code: c.after / c.before for c in of.changes if c.before and c.after is not None}
    if len(moves) >= ENOUGH:
        yield from _unlike(of.name, moves, swung)
        return
    values = {c.code: c.after for c in of.changes if c.after}
    if len(values) >= ENOUGH:
        middle = median(values.values())
        for code, value in values.items():
            if value > middle * FAR or value * FAR < middle:
                words = f"{spelled(value)} stands far from the others: {spelled(middle)}."
                yield Check("Outlier", of.name, code, words)


def _unlike(name: str, moves: Values, swung: set[str]) -> Iterator[Check]:
    middle = median(moves.values())
    spread = max(median(abs(move - middle) for move in moves.values()), SPREAD)
    for code, move in moves.items():
        if abs(move - middle) > UNLIKE * spread and code not in swung:
            words = f"It moved by {moved((move - 1) * 100)}, the others by about"
            yield Check("Outlier", name, code, f"{words} {moved((middle - 1) * 100)}.")


def spelled(value: Decimal | None) -> str:
    """Spell a figure without idle zeros: 1,350,000 and 96.99."""
    if value is None:
        return "none"
    whole = value.to_integral_value()
    return f"{whole if whole == value else value.normalize():,f}"


def moved(percent: Decimal) -> str:
    """Spell a change in percent with its sign: +40.7%, −45.5%."""
    return f"{percent:+,.1f}%".replace("-", "−")


def _first(codes: list[str]) -> str:
    more = f" and {len(codes) - 12} more" if len(codes) > 12 else ""
    return ", ".join(codes[:12]) + more


def open_checks(intake: Intake, checks: list[Check]) -> list[Check]:
    """Return the failed checks that no approved override names in these very words."""
    named = {
        (each["key"], each["words"])
        for override in Override.objects.filter(intake=intake, approved_by__isnull=False)
        for each in override.checks
    }
    return [check for check in checks if (check.key, check.words) not in named]


def grouped(checks: list[Check]) -> Mapping[str, list[Check]]:
    """Return checks by what is overridden together."""
    groups: dict[str, list[Check]] = {}
    for check in checks:
        groups.setdefault(check.group, []).append(check)
    return groups
