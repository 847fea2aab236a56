"""The only home of the questions about vacant land: parcels, their file, signatures, changes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.urls import reverse

from funds.forms import MoneyField
from funds.models import Cause, ParcelFile, VacantLandReport, VacantParcel
from funds.parcel_changes import Changed
from funds.rules.money import ZERO
from funds.vacant_land import Said
from funds.zone_forms import words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import abreast, in_panel, one_column, second
from municipalities.models import Document, Officer

SPARE, MOST_TYPED = 5, 60
TABLES = (Document.Kind.XLSX, Document.Kind.CSV)
CAUSES = (("", "By none of these"), ("appeal", "Appeal"), ("revaluation", "Revaluation"),
          ("reassessment", "Reassessment"))  # fmt: skip
PARTS = (
    "block", "lot", "qualifier", "base", "now", "cause", "evidence", "due", "why", "gone",
)  # fmt: skip


def _short(label: str, length: int) -> forms.CharField:
    return forms.CharField(
        max_length=length, label=label, required=False,
        widget=forms.TextInput(attrs={"class": "usa-input", "autocomplete": "off"}),
    )  # fmt: skip


def _dollars(label: str) -> MoneyField:
    field = MoneyField(label=label, least=ZERO, required=False)
    field.widget.attrs["class"] = "usa-input money"
    return field


def _parcel(number: int) -> dict[str, forms.Field]:
    """The questions about one parcel."""
    of = f"_{number}"
    return {
        f"block{of}": _short("Block", 9),
        f"lot{of}": _short("Lot", 9),
        f"qualifier{of}": _short("Qualifier", 11),
        f"base{of}": _dollars("In the base year ($)"),
        f"now{of}": _dollars("Now ($)"),
        f"cause{of}": forms.ChoiceField(
            label="How it changed", choices=CAUSES, required=False,
            widget=forms.Select(attrs={"class": "usa-select"}),
        ),
        f"evidence{of}": _short("Judgment or approval", 200),
        f"due{of}": forms.BooleanField(label="Due to the Highlands Act", required=False),
        f"why{of}": _short("Why it is due to the act", 300),
        f"gone{of}": forms.BooleanField(label="No longer vacant", required=False),
    }  # fmt: skip


class ParcelsForm(forms.Form):
    """A report's parcels, typed; an empty row is none."""

    def __init__(self, *args: Any, rows: int, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = range(1, rows + 1)
        for number in self.rows:
            self.fields.update(_parcel(number))
        self.fields["none"] = forms.BooleanField(
            label="There is no vacant land in the municipality", required=False
        )
        self.fields["papers"] = DocumentField(
            by=by, kinds=[Document.Kind.PDF], label="Scanned judgments and approvals",
            required=False,
        )  # fmt: skip
        self.fields["papers"].widget.attrs["class"] = "usa-file"

    def parcels(self) -> Iterator[dict[str, Any]]:
        """Yield each row's fields, for the template."""
        for number in self.rows:
            yield {"number": number, **{part: self[f"{part}_{number}"] for part in PARTS}}

    def clean(self) -> dict[str, Any] | None:
        """Refuse a row that has something but no block, lot and values."""
        given = super().clean()
        for number in self.rows:
            self._check(number, self._row(number))
        if not self.errors and not self.said() and not self.cleaned_data.get("none"):
            raise forms.ValidationError("Type a parcel, or say that there is no vacant land.")
        return given

    def _check(self, number: int, row: Mapping[str, Any]) -> None:
        if not any(row.values()):
            return
        for part in ("block", "lot", "base", "now"):
            name = f"{part}_{number}"
            if row[part] in (None, "") and name not in self.errors:
                needed = f"the {part} is" if part in ("block", "lot") else "an assessed value is"
                self.add_error(name, f"Parcel {number}: {needed} needed; 0 is a value.")

    def _row(self, number: int) -> dict[str, Any]:
        return {part: self.cleaned_data.get(f"{part}_{number}") for part in PARTS}

    def said(self) -> list[Said]:
        """What the rows say, as the act takes it."""
        rows = (self._row(number) for number in self.rows)
        return [
            Said(
                row["block"], row["lot"], row["base"], row["now"], row["qualifier"] or "",
                row["cause"] or "", row["evidence"] or "", bool(row["due"]), row["why"] or "",
                not row["gone"],
            )
            for row in rows
            if any(row.values())
        ]  # fmt: skip


def typed_rows(data: Mapping[str, Any] | None, parcels: int) -> int:
    """How many rows a form has: what was sent, or what is there and some spare ones."""
    sent = [
        int(found[1]) for name in data or () if (found := re.fullmatch(r"block_(\d{1,3})", name))
    ]
    return min(max(sent, default=parcels + SPARE), 200)


def initial(parcels: Sequence[VacantParcel]) -> dict[str, Any]:
    """What a report says now, as its form shows it."""
    shown: dict[str, Any] = {}
    for number, each in enumerate(parcels, 1):
        shown |= {
            f"block_{number}": each.block,
            f"lot_{number}": each.lot,
            f"qualifier_{number}": each.qualifier,
            f"base_{number}": f"{each.base_assessed:,.2f}",
            f"now_{number}": f"{each.current_assessed:,.2f}",
            f"cause_{number}": each.cause,
            f"evidence_{number}": each.evidence,
            f"due_{number}": each.due_to_the_act,
            f"why_{number}": each.attribution,
            f"gone_{number}": not each.vacant,
        }
    return shown


class ParcelFileForm(forms.Form):
    """The report as a file, and the scans of what it rests on."""

    def __init__(self, *args: Any, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"] = DocumentField(by=by, kinds=TABLES, label="The report")
        self.fields["papers"] = DocumentField(
            by=by, kinds=[Document.Kind.PDF], label="Scanned judgments and approvals",
            required=False,
        )  # fmt: skip
        self.helper = one_column("file", "papers", act="Send the file")


class PrepareForm(forms.Form):
    """That what is asked about was looked at; the button prepares the report."""

    looked = forms.BooleanField(
        error_messages={"required": "Look at what the reader asks about, and say so here."}
    )

    def __init__(self, *args: Any, file: ParcelFile, asked: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if asked:
            what = "the one thing" if asked == 1 else f"the {asked:,} things"
            words = f"I looked at {what} to check, missing parcels too; it is as the file says."
            self.fields["looked"].label = words
        else:
            del self.fields["looked"]
        many = len(file.listing)
        self.helper = in_panel(
            *self.fields,
            act=f"Prepare the report of {many} parcel{'' if many == 1 else 's'}",
            to=reverse("vacant_land_prepare", args=[file.municipality_id, file.year, file.pk]),
        )


class CertifyVacantForm(forms.Form):
    """The assessor's answer to what was prepared; `digest` is that of the report that is read."""

    digest = forms.CharField(widget=forms.HiddenInput)
    reason = words_field("Reason", "Needed to send it back.", required=False)

    def __init__(self, *args: Any, report: VacantLandReport, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"digest": report.digest, **self.initial}
        self.helper = in_panel(
            "digest", "reason",
            act="Certify the report to the county board",
            to=reverse("vacant_land_certify", args=[report.municipality_id, report.year]),
            beside=second("Send back with this reason", "back"),
        )  # fmt: skip


class CertifyDeclineForm(forms.Form):
    """The county board's signature; `seen` is the digest of the figures that were looked at."""

    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, act: str, to: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_panel("seen", act=act, to=to)


class SendBackForm(forms.Form):
    """Why a report is to be prepared anew."""

    reason = words_field("Reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("reason", act="Send the report back")


class ParcelChangeForm(forms.Form):
    """What a parcel is to say, and why."""

    base_assessed = MoneyField(label="In the base year ($)", least=ZERO)
    current_assessed = MoneyField(label="Now ($)", least=ZERO)
    cause = forms.ChoiceField(label="How it changed", choices=Cause.choices, required=False)
    due_to_the_act = forms.BooleanField(label="Due to the Highlands Act", required=False)
    vacant = forms.BooleanField(
        label="Still vacant", required=False, help_text="Without it the parcel leaves both years."
    )
    reason = words_field("Reason", "It stands beside the figure, for everyone who sees it.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(
            abreast("base_assessed", "current_assessed"), "cause", "due_to_the_act", "vacant",
            "reason", act="Change the parcel",
        )  # fmt: skip


def changed(answers: Mapping[str, Any]) -> Changed:
    """What a change's form says, as the act takes it."""
    return Changed(
        Decimal(answers["base_assessed"]), Decimal(answers["current_assessed"]),
        answers["cause"], bool(answers["due_to_the_act"]), bool(answers["vacant"]),
    )  # fmt: skip
