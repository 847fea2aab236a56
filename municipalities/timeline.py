"""The only home of a record's history in words, as the database's journal has it."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import DateField, DateTimeField, DecimalField, Field, ForeignKey, Model

from municipalities.models import Change, Officer
from municipalities.page_parts import Event

SHOWN = 50  # of a record's changes, the latest
NOTHING = "nothing"
NEW_YORK = ZoneInfo("America/New_York")
CENTS = 2  # decimals of an amount


def events(record: Model) -> list[Event]:
    """Return who entered and changed a record, when and what, the latest first."""
    meta = record._meta  # noqa: SLF001 - documented by Django
    found = list(Change.objects.filter(table=meta.db_table, row=str(record.pk))[:SHOWN])
    offices = _offices(meta.concrete_fields, found)
    fields = {str(field.column): field for field in meta.concrete_fields}
    return [
        Event(
            at=each.at,
            words=f"{each.get_what_display()} by {_who(each)}",
            second="; ".join(_changes(each, fields, offices)),
        )
        for each in found
    ]


def _who(change: Change) -> str:
    """Name the office, or what stood in its place; persons aren't named."""
    return change.actor.split(", ")[0] if change.officer_id else change.actor


def _offices(fields: Iterable[Any], found: list[Change]) -> Mapping[int, str]:
    """Return the names of the offices that the changes name, in one question."""
    columns = {field.column for field in fields if field.related_model is Officer}
    named = {
        side[column]
        for each in found
        for side in (each.before or {}, each.after or {})
        for column in columns & side.keys()
    }
    if not named - {None}:
        return {}
    officers = Officer.objects.filter(pk__in=named - {None}).select_related("office")
    return {officer.pk: officer.office.name for officer in officers}


def _changes(
    change: Change, fields: Mapping[str, "Field[Any, Any]"], offices: Mapping[int, str]
) -> list[str]:
    """Say of each changed column what it was and what it became; of an entry nothing more."""
    if change.what != Change.What.UPDATE:
        return []
    before, after = change.before or {}, change.after or {}
    said = []
    for column, became in after.items():
        field = fields.get(column)
        name = str(field.verbose_name) if field else column
        was = _value(field, before.get(column), offices)
        said.append(f"{name}: {was} → {_value(field, became, offices)}")
    return said


def _value(field: "Field[Any, Any] | None", value: Any, offices: Mapping[int, str]) -> str:
    """Write a value: an office by its name, a choice in its words, nothing as such, a record."""
    if value in (None, "", [], {}):
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, dict)):
        return f"{len(value):,} entries"
    return _of_its_kind(field, value, offices)[:120]


def _of_its_kind(field: "Field[Any, Any] | None", value: Any, offices: Mapping[int, str]) -> str:
    """Write a value as its column's kind is written: an office, a record, dollars, a day."""
    if isinstance(field, ForeignKey):
        named = offices.get(value) if field.related_model is Officer else None
        return named or f"record {value}"
    if isinstance(field, DecimalField) and field.decimal_places == CENTS:
        return f"{Decimal(str(value)):,.2f}"
    if type(field) is DateField:
        return f"{date.fromisoformat(value):%b %-d, %Y}"
    if isinstance(field, DateTimeField):
        at = datetime.fromisoformat(value).astimezone(NEW_YORK)
        return f"{at:%b %-d, %Y, %-I:%M %p}".replace("AM", "a.m.").replace("PM", "p.m.")
    choices = dict(field.flatchoices) if field is not None else {}
    return str(choices.get(value, value))
