"""The only home of the gallery: every part of a page with figures as they would be, shown only in tests."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal as D
from pathlib import Path
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path

from funds.charts import Bridge, BridgePart, CreditYear, Due, Gauge, Stage
from municipalities import page_parts as parts
from municipalities.layouts import abreast, group, in_panel, one_column, second
from municipalities.tables import BLANK, Cell, Column, Table, row

WHY = "#why"
CATEGORIES = [("infrastructure", "Infrastructure"), ("safety", "Public safety"), ("loan", "Loan")]


class VoucherForm(forms.Form):
    """One field of every kind."""

    project = forms.ChoiceField(
        choices=[("", "Choose a project"), ("1", "South Main Street lighting")]
    )
    amount = forms.DecimalField(
        help_text="As on the invoice, for example 4,820.00",
        widget=forms.TextInput(attrs={"inputmode": "decimal", "class": "money"}),
    )
    service_on = forms.DateField(
        label="Service date",
        help_text="Decides the State fiscal year. N.J.S.A. 52:27H-88 i.",
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    invoice = forms.CharField(
        label="Invoice number", widget=forms.TextInput(attrs={"class": "short"})
    )
    category = forms.ChoiceField(
        choices=CATEGORIES, widget=forms.RadioSelect, help_text="Caps differ."
    )
    officers = forms.MultipleChoiceField(
        label="Who checked the work",
        choices=[("engineer", "Engineer"), ("coordinator", "Zone coordinator")],
        widget=forms.CheckboxSelectMultiple,
    )
    reason = forms.CharField(label="What it is for", widget=forms.Textarea(attrs={"rows": 3}))
    scan = forms.FileField(
        label="Invoice as a file", required=False, help_text="PDF, at most 10 MB"
    )
    read = forms.BooleanField(label="The work was done and the prices are as agreed.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(
            "project",
            abreast("amount", "service_on"),
            group("The invoice", "invoice", "scan"),
            "category",
            "officers",
            "reason",
            "read",
            act="Send voucher 149 to the CFO",
            beside=second("Save and go on later", "save"),
        )

    def clean(self) -> None:
        if self.cleaned_data.get("invoice") == "77":
            raise forms.ValidationError("Voucher 148 already carries invoice 77 of this payee.")


class ApproveForm(forms.Form):
    """The statement of a decision panel."""

    read = forms.BooleanField(
        label="I have read the four exceptions and approve these 574 payments."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = in_panel(
            "read",
            act="Approve $75,048,611.22",
            beside=second("Send back with a reason", "send_back"),
        )


NAV = [
    parts.Link(label, f"#{label}", current=label == "Money")
    for label in ("Home", "Money", "Projects", "Payments", "Reports", "Law")
]
FIGURES = [
    parts.Figure(
        "Next deposit",
        D("118241.09"),
        "Tomorrow, Tue Dec 1. Energy tax receipts, the last of six.",
        WHY,
    ),
    parts.Figure(
        "Lapses June 30, 2027",
        D("293853.69"),
        "212 days left.",
        WHY,
        parts.Link("What saves it", "#risk"),
    ),
    parts.Figure(
        "Free to encumber", D("2242693.73"), "Zone credits of SFY2025, 2026 and 2027.", WHY
    ),
    parts.Figure("Checks", "11 of 11 pass", "Run a moment ago, 9:40 a.m."),
]
TASKS = [
    parts.TaskGroup(
        "Do now",
        [
            parts.Task(
                "File the second-generation report, quarter ended Sep 30",
                WHY,
                "Filled in from the loan register, or file “nothing to report”.",
                "N.J.S.A. 52:27H-88 a.(4)",
                when_note="Nov 29",
                tag=parts.Tag("1 day late"),
                stake_note="at stake",
            ),
            parts.Task(
                "Approve voucher 148, South Main Street lighting",
                WHY,
                "Prepared by the deputy on Nov 27. You did not prepare it, so you may approve.",
                "52:27H-88 b.",
                date(2026, 12, 4),
                "in 4 days",
                stake=D("64220.00"),
                stake_note="waits to be paid",
            ),
        ],
    ),
    parts.TaskGroup(
        "Waiting for others",
        [
            parts.Task(
                "Proposal: Riverfront parking, build",
                WHY,
                "With the UEZ Authority. The file is complete.",
                "52:27H-88 c.",
                "Since Nov 12",
                "18 days",
                stake=D("540000.00"),
                stake_note="asked for",
            )
        ],
    ),
    parts.TaskGroup(
        "Done in November", [], "Nothing yet. A task stands here when its act is done."
    ),
]
STEPS = [
    parts.Step("Propose", "Done", "By the system, Nov 23", "done"),
    parts.Step("Approve", "1 of 2 given", "Treasury certifier 1, Nov 30, 9:12 a.m.", "current"),
    parts.Step("Release", "Next", "Budget and Accounting, by 4 p.m."),
    parts.Step("Send", "Not started", "Bank file by 5 p.m."),
    parts.Step("Confirm", "Not started", "Bank return file, Dec 1"),
]
PANEL = parts.Panel(
    "Approve",
    [parts.Term("First approval", "Treasury certifier 1"), parts.Term("Release", "Someone else")],
    "You took no part in proposing this payment, so you may approve it.",
    "good",
    [
        parts.Term("Energy tax receipts", D("73990522.42")),
        parts.Term("Zone assistance", D("1058088.80")),
        parts.Term("To pay", D("75048611.22"), total=True, in_dollars=True),
    ],
    form=ApproveForm(),
    after="If anything changes before release, both approvals fall away and the totals are counted again.",
)
BLOCKED = parts.Panel(
    "Sign and post",
    [parts.Term("Rehearsed", "DCA analyst 1"), parts.Term("Second signature", None)],
    blocked="Three balances have no disposition yet. Signing opens when there are none.",
    act="Sign the close",
    after="Posting moves 2,228,719.85 to the Authority and seals SFY2026. N.J.S.A. 52:27H-88 h.",
)
EXCEPTIONS = Table(
    "Exceptions: one late payment, one held",
    [
        Column("Payment"),
        Column("What happened", "words"),
        Column("Amount ($)", "money"),
        Column("State", "state"),
        Column("What you can do", "words"),
    ],
    [
        row(
            Cell("Hampton Borough", second="1013, energy tax receipts"),
            "Due Nov 2. The bank returned it Nov 4: account closed. New account confirmed Nov 24.",
            Cell(D("7429.61"), WHY),
            "Late, 28 days",
            Cell("In this payment.", more=parts.Link("See the return", WHY)),
        ),
        row(
            Cell("Pemberton Township zone", second="0329, voucher 77"),
            "Withheld since May 20: no corrective action plan yet. N.J.S.A. 52:27H-88 j.",
            Cell(D("38400.00"), WHY),
            "Held",
            Cell("Left out.", more=parts.Link("See the order", WHY)),
            lit=True,
        ),
    ],
    caption_unseen=True,
)
YEARS = [
    CreditYear(2022, D("512480.55"), D(0), D(0), D(0), date(2024, 6, 30), "Passed, all spent"),
    CreditYear(2023, D("886410.30"), D(0), D(0), D("17245.00"), date(2025, 6, 30), "Passed, some lapsed"),
    CreditYear(2024, D("667502.64"), D("314400.00"), D(0), D(0), date(2026, 6, 30), "All encumbered in time"),
    CreditYear(
        2025, D("237118.75"), D("572840.00"), D("207353.69"), D(0), date(2027, 6, 30),
        tag=parts.Tag("212 days left"),
    ),
    CreditYear(2026, D("68940.25"), D("32350.00"), D("941216.70"), D(0), date(2028, 6, 30), "578 days left"),
    CreditYear(2027, D(0), D(0), D("1094123.34"), D(0), date(2029, 6, 30), "943 days left"),
]  # fmt: skip
KINDS = ("credited", "spent", "encumbered", "unencumbered", "lapsed")
CREDITS = Table(
    "By credit year ($). Credited = spent + encumbered + unencumbered + lapsed",
    [
        Column("Credit year"),
        *(Column(k.capitalize(), "money") for k in KINDS),
        Column("Usable until", "date"),
    ],
    [
        row(
            f"SFY{y.sfy}",
            *(Cell(getattr(y, k), WHY) for k in KINDS),
            y.usable_through,
            lit=y.sfy == 2025,
        )
        for y in YEARS
    ],
    [
        row(
            "All years",
            *(Cell(sum((getattr(y, k) for y in YEARS), D(0)), WHY) for k in KINDS),
            BLANK,
        )
    ],
    on_phone="frame",
)
COUNTIES = {
    "Hudson": D("18500477.60"), "Essex": D("13716970.44"), "Union": D("9241825.58"), "Ocean": D("7032016.75"),
    "Cumberland": D("6867779.12"), "Passaic": D("6784522.13"), "Middlesex": D("5042582.59"),
    "Camden": D("3280413.96"), "Mercer": D("2572982.94"), "Cape May": D("2169258.89"),
    "Burlington": D("1370359.65"), "Warren": D("1094123.34"),
}  # fmt: skip
BY_COUNTY = Table(
    "Numbers match the map ($)",
    [
        Column("County"),
        Column("As a bar", "bar"),
        Column("SFY2027", "money"),
        Column("Share", "percent", places=1),
    ],
    [
        row(f"{rank}. {name}", amount, Cell(amount, WHY), amount * 100 / sum(COUNTIES.values()))
        for rank, (name, amount) in enumerate(COUNTIES.items(), 1)
    ],
    [row("All counties", BLANK, sum(COUNTIES.values()), D("100"))],
    on_phone="plain",
    fund="zone-assistance",
)
WORKSHEET = Table(
    "Allocation worksheet. Amounts in dollars, exact. Shares of the State total, rounded for display.",
    [
        Column("Zone"),
        Column("Parcels", "percent", "1/6", places=2, on_wide=True),
        Column("Sales", "percent", "1/2", places=2, on_wide=True),
        Column("Weighted share", "percent", places=3),
        Column("SFY2027", "money", sort="?sort=amount", sorted="descending"),
        Column("SFY2026", "money"),
        Column("Change", "signed"),
        Column("Change as a bar", "change"),
        Column("Change, %", "percent_change", places=1),
    ],
    [
        row(Cell(name, WHY, second=note), p, s, w, Cell(new, WHY), Cell(old, WHY), Cell(new - old, WHY),
            new - old, (new - old) * 100 / old, lit=bool(note))
        for name, note, p, s, w, new, old in (
            ("Newark", "", D("15.39"), D("9.71"), D("10.815"), D("8775707.30"), D("8515098.68")),
            ("Carteret", "Over the 15% limit, explained", D("1.01"), D("1.95"), D("1.623"),
             D("1316556.83"), D("1079667.07")),
            ("Exampleton", "Not in good standing", None, None, None, D(0), D("500342.36")),
            ("Elizabeth", "", D("6.63"), D("7.94"), D("6.548"), D("5312992.60"), D("5430926.40")),
        )
    ],
    on_phone="frame",
    fund="zone-assistance",
    dense=True,
)  # fmt: skip
LAPSES = Table(
    "Lapsing on June 30, 2026, by zone ($)",
    [Column("Zone"), Column("As a bar", "bar"), Column("Lapses", "money")],
    [
        row(name, (free, committed), Cell(free + committed, WHY))
        for name, free, committed in (
            ("Newark", D("412880.16"), D("208114.00")),
            ("Paterson", D("214906.05"), D("131077.58")),
            ("Orange", D("98217.40"), D(0)),
        )
    ],
    on_phone="plain",
    fund="zone-assistance",
)
BRIDGE = Bridge(
    "SFY2026 credit",
    D("1042506.95"),
    [
        BridgePart("The pot grew", D("21124.05"), "$79,531,967.71 to $81,143,503.87", WHY),
        BridgePart(
            "Your own data", D("45219.92"), "Taxable sales up 10.5%, parcels down 1.1%", WHY
        ),
        BridgePart(
            "Other zones’ data", D("-14727.58"), "Their sales and unemployment grew too", WHY
        ),
    ],
    "SFY2027 credit",
    D("1094123.34"),
    WHY,
    WHY,
)
DUES = [
    Due(date(2026, 7, 15), "35%", D("827687.66"), "Paid", "sent", url=WHY),
    Due(date(2026, 8, 3), "10%", D("236482.19"), "Paid", "sent", date(2026, 8, 1), WHY),
    Due(date(2026, 9, 1), "30%", D("709446.57"), "Paid", "sent", url=WHY),
    Due(date(2026, 10, 1), "15%", D("354723.28"), "Returned", "late", url=WHY),
    Due(date(2026, 11, 2), "5%", D("118241.10"), "Tomorrow", "due", date(2026, 11, 1), WHY),
    Due(date(2026, 12, 1), "5%", D("118241.09"), "Not started", url=WHY),
]
CHAIN = [
    parts.Why(
        "Deposit",
        D("354723.28"),
        "Reached the town’s bank account ending 4471 on Thursday, October 1, 2026.",
        sources=[parts.Link("Bank line, trace 0210 0312 7755 119", WHY)],
    ),
    parts.Why(
        "Installment 4 of 6",
        D("354723.28"),
        "Each installment is the running percentage, rounded, less what was scheduled before.",
        [
            parts.Term("90% of 2,364,821.89 (35 + 10 + 30 + 15)", D("2128339.70")),
            parts.Term("Less installments 1 to 3", D("-1773616.42")),
            parts.Term("Installment 4", D("354723.28"), total=True),
        ],
        sources=[parts.Link("52:27D-439 c.(1)", WHY), parts.Link("Posting 88,214", WHY)],
        source_note="Approved by two Treasury certifiers",
    ),
    parts.Why(
        "The law",
        "52:27D-439",
        clauses=[
            parts.Clause(
                "The 15%: c.(1)",
                "The fourth payment falls on October 1 and is ",
                "15% of what is due",
                ".",
            )
        ],
        sources=[parts.Link("Read the section in full", WHY)],
    ),
]


def context() -> dict[str, Any]:
    """Everything the gallery shows."""
    return {
        "nav": NAV,
        "office_label": "Chief financial officer",
        "office_place": "Phillipsburg",
        "stood": datetime(2026, 11, 30, 14, 40, tzinfo=UTC),
        "record": "Gallery G-1",
        "figures": FIGURES,
        "groups": TASKS,
        "steps": STEPS,
        "panel": PANEL,
        "blocked": BLOCKED,
        "exceptions": EXCEPTIONS,
        "years": YEARS,
        "credits": CREDITS,
        "by_county": COUNTIES,
        "counties": BY_COUNTY,
        "worksheet": WORKSHEET,
        "lapses": LAPSES,
        "bridge_of_credit": BRIDGE,
        "dues": DUES,
        "stages": [
            Stage(sfy, D(rate), sfy == 2027)
            for sfy, rate in zip(range(2026, 2033), (100, 100, 95, 90, 85, 80, 75), strict=True)
        ],
        "chain": CHAIN,
        "gauges": [
            Gauge("Public safety", "25%", D("230200.00"), D("254328.11"), WHY),
            Gauge("Administration", "10%", D("101118.75"), D("101731.24"), WHY),
            Gauge("Transport debt", "75%", D(0), D("763000.00"), WHY),
        ],
        "checks": [
            parts.Check("Explained", "Carteret rises 21.9%, over the 15% limit for a swing.",
                        "Taxable sales up 42.9%; Treasury confirmed the return on Jul 16."),
            parts.Check("Passed", "The 31 shares add up to the amount shared, to the cent."),
        ],
        "history": [
            parts.Event(datetime(2026, 11, 30, 14, 12, tzinfo=UTC), "Approved by Treasury certifier 1"),
            parts.Event(date(2026, 11, 23), "Proposed by the system", "574 payments. 52:27D-439 c.(1)"),
        ],
        "record_parts": [
            parts.Link(label, f"#{label}", current=label == "Account")
            for label in ("Account", "Projects", "Encumbrances", "Postings", "Reports", "History")
        ],
        "work": parts.Progress("Notices", "412 of 564 notices", 412, 564),
        "no_vouchers": Table("Vouchers", [Column("Voucher")], [],
                             empty="No vouchers. One appears when a preparer submits it."),
        "states": ["Draft", "Ready to certify", "Held", "Late, 2 days", "Certified", "3 exceptions left"],
    }  # fmt: skip


TEMPLATE = Path(__file__).with_name("gallery.html")


@login_not_required
def gallery(request: HttpRequest) -> HttpResponse:
    """Every part of a page."""
    page = engines["django"].from_string(TEMPLATE.read_text(encoding="utf-8"))
    return HttpResponse(page.render(context() | {"form": VoucherForm()}, request))


@login_not_required
def form(request: HttpRequest) -> HttpResponse:
    """A form of every field; an empty answer shows every error."""
    shown = VoucherForm(request.POST or None)
    if request.method == "POST":
        shown.is_valid()
    words = (
        "{% extends 'base.html' %}{% load crispy_forms_tags %}{% block title %}New voucher{% endblock %}"
        "{% block heading %}New voucher{% endblock %}{% block content %}{% crispy form %}{% endblock %}"
    )
    page = engines["django"].from_string(words)
    return HttpResponse(page.render(context() | {"form": shown}, request))


urlpatterns = [path("gallery/", gallery), path("gallery/form/", form)]
