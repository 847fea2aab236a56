"""The only home of how a form lays itself out: one column, groups, and buttons that name the act.

A form brings its own layout: `self.helper = one_column("amount", "reason", act="Post 1,000.00")`.
"""

from __future__ import annotations

from typing import TypeAlias

from crispy_forms.helper import FormHelper
from crispy_forms.layout import ButtonHolder, Fieldset, Layout, Row, Submit

__all__ = ["abreast", "group", "in_panel", "in_steps", "one_column", "second", "step"]

Part: TypeAlias = str | Fieldset | Row


def one_column(
    *parts: Part, act: str, name: str = "act", beside: Submit | None = None
) -> FormHelper:
    """Lay fields out in one column above a button that names the act and its amount."""
    helper = FormHelper()
    helper.form_class = "form"
    buttons = [Submit(name, act), *([beside] if beside else [])]
    helper.layout = Layout(*parts, ButtonHolder(*buttons))
    return helper


def in_panel(
    *parts: Part, act: str, to: str = "", name: str = "act", beside: Submit | None = None
) -> FormHelper:
    """Lay out a decision: the statement to tick, then the act; `to` is the address that does it."""
    helper = one_column(*parts, act=act, name=name, beside=beside)
    helper.form_class = ""
    helper.form_action = to
    return helper


def in_steps(*steps: Fieldset, act: str) -> FormHelper:
    """Lay a long form out in steps: scripts show one at a time, then all answers to check."""
    helper = one_column(*steps, act=act)
    helper.attrs = {"data-steps": ""}
    return helper


def second(act: str, name: str) -> Submit:
    """Make the other button: send back, save and go on later."""
    return Submit(name, act, css_class="second")


def group(legend: str, *parts: Part) -> Fieldset:
    """Gather fields under a heading."""
    return Fieldset(legend, *parts)


def step(legend: str, *parts: Part) -> Fieldset:
    """Gather fields that scripts show as one step of several; without scripts it is a group."""
    return Fieldset(legend, *parts, data_step="")


def abreast(*fields: str) -> Row:
    """Put short fields beside one another where there is room."""
    return Row(*fields)
