"""The only home of asking what would be otherwise: what changes, and under which name."""

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Any

from django import forms

from funds import readings, spellings
from funds.forms import PlainField
from funds.models import Run
from funds.rules.parameters import law
from funds.what_if_changes import SCHEDULES, STANDING, Change, of_run
from funds.zone_forms import words_field
from municipalities import kinds
from municipalities.layouts import abreast, group, one_column
from municipalities.models import Municipality

NOT_DATA = {"municode", "zone", STANDING, "basis", "qualified"}

NOTHING = [("", "No change")]
NUMBER = {"max_digits": 22, "decimal_places": 8, "required": False}


class WhatIfForm(forms.Form):
    """One change of each kind at most; begin with a kept what-if to change more."""

    name = forms.CharField(max_length=100, help_text="For example: Appropriation as introduced.")
    note = words_field("Why it is asked", "", required=False)
    begin = forms.ChoiceField(label="Begin with", required=False)
    figure = forms.ChoiceField(label="Figure of the year", required=False)
    figure_value = PlainField(label="Becomes", **NUMBER)
    town = forms.ChoiceField(label="Municipality", required=False)
    column = forms.ChoiceField(label="Its figure", required=False)
    column_value = PlainField(label="Becomes", **NUMBER)
    zone = forms.ChoiceField(label="Zone", required=False)
    standing = forms.ChoiceField(
        label="Becomes", required=False,
        choices=[("yes", "In good standing"), ("no", "Not in good standing")],
    )  # fmt: skip
    reading = forms.ChoiceField(label="Is read as", required=False)
    schedule = forms.ChoiceField(label="Dated figure of the law", required=False)
    schedule_value = forms.CharField(
        label="Becomes", max_length=300, required=False,
        help_text="Written as the one in force is shown: parts of a list stand between semicolons.",
    )  # fmt: skip

    def __init__(self, *args: Any, run: Run, kept: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first = (run.facts["municipalities"] or [{}])[0]
        rows = run.facts["municipalities"]
        choices: dict[str, list[tuple[str, str]]] = {
            "begin": [("", "The run as it is"), *((str(each.pk), each.name) for each in kept)],
            "figure": [
                *NOTHING,
                *((n, f"{kinds.words(n)}: {v}") for n, v in run.facts["figures"].items()),
            ],
            "town": [*NOTHING, *_towns(row["municode"] for row in rows)],
            "column": [*NOTHING, *((n, kinds.words(n)) for n in first if n not in NOT_DATA)],
            "zone": [*NOTHING, *((z, z) for z in sorted({r["zone"] for r in rows if "zone" in r}))],
            "reading": [*NOTHING, *_readings(run)],
            "schedule": [*NOTHING, *_schedules(run)],
        }
        for name, found in choices.items():
            self.fields[name].choices = found  # type: ignore[attr-defined]
        self.helper = one_column(
            group("The what-if", "name", "note", "begin"),
            group("A figure of the year, such as the appropriation",
                  abreast("figure", "figure_value")),
            group("Data of one municipality", abreast("town", "column", "column_value")),
            *([group("A zone’s standing", abreast("zone", "standing"))] if _zones(run) else []),
            group("A reading of the law", "reading"),
            group("A schedule or percent that the law prints", "schedule", "schedule_value"),
            act="Compute and keep this what-if",
        )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Ask for the value of whatever is to change."""
        said = super().clean() or {}
        needed = {"figure": ("figure_value",), "town": ("column", "column_value"),
                  "schedule": ("schedule_value",)}  # fmt: skip
        for name, values in needed.items():
            for value in values:
                if said.get(name) and said.get(value) in (None, ""):
                    self.add_error(value, "Say what it becomes.")
        return said


def changes(run: Run, said: Mapping[str, Any]) -> list[Change]:
    """Return what was asked for; raises Refusal for a schedule that can't be read."""
    found = []
    if said["figure"]:
        found.append(Change("figure", "", said["figure"], said["figure_value"]))
    if said["town"]:
        found.append(Change("data", said["town"], said["column"], said["column_value"]))
    if said["zone"]:
        found.append(Change("standing", said["zone"], STANDING, said["standing"]))
    if said["reading"]:
        name, _, word = said["reading"].partition("=")
        values = readings.values(law().figure(name))
        found.append(
            Change("reading", "", name, next(v for v in values if spellings.words(v) == word))
        )
    if said["schedule"]:
        like = of_run(run, law().figure(said["schedule"]))
        value = spellings.read(said["schedule_value"], like)
        found.append(Change("law", "", said["schedule"], value))
    return found


class ShareForm(forms.Form):
    """One button."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act="Share this what-if")


def _towns(codes: Iterable[str]) -> list[tuple[str, str]]:
    names = dict(Municipality.objects.values_list("code", "name"))
    return sorted(((code, f"{names.get(code, '')} ({code})") for code in codes), key=itemgetter(1))


def _zones(run: Run) -> bool:
    return any("zone" in row for row in run.facts["municipalities"])


def _readings(run: Run) -> list[tuple[str, str]]:
    """Every alternative of the fund's readings that a computation asks for."""
    found = []
    for name in readings.OF_AMOUNTS:
        if name.startswith(run.fund_id.replace("-", "_")):
            figure = law().figure(name)
            taken = of_run(run, figure)
            for value in readings.values(figure):
                if value != taken:
                    word = spellings.words(value)
                    found.append((f"{name}={word}", f"{figure.title}: {word}"))
    return found


def _schedules(run: Run) -> list[tuple[str, str]]:
    figures = [law().figure(name) for name in SCHEDULES[run.fund_id]]
    return [(f.name, f"{f.title}: {spellings.words(of_run(run, f))}") for f in figures]
