"""The only home of the questions the funds' doors ask; each form brings its own layout."""

import re
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django import forms
from django.urls import reverse

from funds import offsets, sources
from funds.models import Closing, Fund, Run
from funds.rules.money import CENT
from municipalities.layouts import in_panel, one_column

# Digits, in threes or without separators, with or without a point; a minus is refused in words.
PLAIN = re.compile(r"-?([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\.[0-9]+)?")


class PlainField(forms.DecimalField):
    """A number typed in plain digits, with or without separators in threes.

    1e9 and digits of other scripts are numbers to Python, and nobody's way to write a figure.
    """

    such_as = "a number such as 1,234.5"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        attrs = {"class": "money", "inputmode": "decimal", "autocomplete": "off"}
        self.widget = forms.TextInput(attrs=attrs)

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        """Read 1,234.5 as 1234.5; what is not plainly a number is refused."""
        text = str(value).strip() if value is not None else ""
        if text and not PLAIN.fullmatch(text):
            raise forms.ValidationError(f"{text} is not {self.such_as}.")
        return super().to_python(text.replace(",", ""))


class MoneyField(PlainField):
    """An amount in dollars and whole cents, typed with or without separators and a dollar sign."""

    such_as = "an amount such as 1,234.50"

    def __init__(self, *, least: Decimal = CENT, **kwargs: Any) -> None:
        super().__init__(max_digits=16, decimal_places=2, min_value=least, **kwargs)
        self.widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        """Read $1,234.50 as 1234.50; anything that is not plainly an amount is refused."""
        return super().to_python(str(value).strip().removeprefix("$") if value is not None else "")


class OnceForm(forms.Form):
    """A form whose act happens once, however often it is sent: its token is part of the key."""

    token = forms.CharField(widget=forms.HiddenInput, initial=lambda: uuid4().hex)


class DepositForm(OnceForm):
    """What came into a fund, from which source, by which document."""

    source = forms.ChoiceField(help_text="The sources the statute names.")
    amount = MoneyField(label="Amount ($)")
    document = forms.CharField(max_length=200, help_text="The paper that shows it arrived.")

    def __init__(self, *args: Any, fund: Fund, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = sources.SOURCES[fund.code]
        field = self.fields["source"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(name, name[:1].upper() + name[1:]) for name in names]
        self.helper = one_column("token", "source", "amount", "document", act="Post the deposit")


class RunForm(forms.Form):
    """Which year to run, and why again when it was run before.

    `seen` is how many runs there were when the page was opened: sent twice, it makes one.
    """

    seen = forms.IntegerField(widget=forms.HiddenInput)
    sfy = forms.IntegerField(label="State fiscal year", min_value=1998, max_value=2100)
    reason = forms.CharField(
        required=False, max_length=300, help_text="Needed when the year was run before."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column("seen", "sfy", "reason", act="Prepare the run")


class CertifyForm(forms.Form):
    """The statement a certifier signs; the button names the amount."""

    statement = forms.BooleanField(
        label="I certify that these amounts were determined under the statute "
        "from the data listed here.",
        error_messages={"required": "Tick the statement to certify."},
    )

    def __init__(self, *args: Any, run: Run, total: Decimal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        act = f"Certify ${total:,.2f}"
        if run.fund_id == offsets.FUND:
            self.fields["statement"].help_text = offsets.NO_EXCEPTION
        self.helper = in_panel("statement", act=act, to=reverse("run_certify", args=[run.pk]))


class CreditForm(forms.Form):
    """One button: it moves the certified amounts into the accounts."""

    def __init__(self, *args: Any, run: Run, total: Decimal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        act = f"Credit ${total:,.2f}"
        self.helper = in_panel(act=act, to=reverse("run_credit", args=[run.pk]))


class StepDownForm(forms.Form):
    """One button: the General Fund's share of the year leaves the fund."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act="Move the share to the General Fund")


class RehearseForm(forms.Form):
    """One button: what would become of every balance is written down."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act="Rehearse the year")


class CertifyCloseForm(forms.Form):
    """The statement under a year's end; the button names what lapses."""

    statement = forms.BooleanField(
        label="I have read what is carried and what lapses, and certify it.",
        error_messages={"required": "Tick the statement to sign."},
    )

    def __init__(self, *args: Any, closing: Closing, lapses: Decimal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        to = reverse("year_end_certify", args=[closing.fund_id, closing.sfy])
        act = f"Sign: ${lapses:,.2f} lapses"
        self.helper = in_panel("statement", act=act, to=to)


class AgainForm(forms.Form):
    """One button: what stopped waits for a worker again."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(act="Start it again")
