"""The only home of the gallery's tables and charts, with figures as they would be."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from funds.charts import Bridge, BridgePart, CreditYear, Due, Gauge, Stage
from municipalities import page_parts as parts
from municipalities.tables import BLANK, Cell, Column, Table, row

D = Decimal
WHY = "#why"
YEARS = [
    CreditYear(2022, D("512480.55"), D(0), D(0), D(0), date(2024, 6, 30), "Passed, all spent"),
    CreditYear(
        2023, D("886410.30"), D(0), D(0), D("17245.00"), date(2025, 6, 30), "Passed, some lapsed"
    ),
    CreditYear(
        2024,
        D("667502.64"),
        D("314400.00"),
        D(0),
        D(0),
        date(2026, 6, 30),
        "All encumbered in time",
    ),
    CreditYear(
        2025,
        D("237118.75"),
        D("572840.00"),
        D("207353.69"),
        D(0),
        date(2027, 6, 30),
        tag=parts.Tag("212 days left"),
    ),
    CreditYear(
        2026, D("68940.25"), D("32350.00"), D("941216.70"), D(0), date(2028, 6, 30), "578 days left"
    ),
    CreditYear(2027, D(0), D(0), D("1094123.34"), D(0), date(2029, 6, 30), "943 days left"),
]
COUNTIES = {
    "Hudson": D("18500477.60"),
    "Essex": D("13716970.44"),
    "Union": D("9241825.58"),
    "Ocean": D("7032016.75"),
    "Cumberland": D("6867779.12"),
    "Passaic": D("6784522.13"),
    "Middlesex": D("5042582.59"),
    "Camden": D("3280413.96"),
    "Mercer": D("2572982.94"),
    "Cape May": D("2169258.89"),
    "Burlington": D("1370359.65"),
    "Warren": D("1094123.34"),
}
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
    "Allocation worksheet. Amounts in dollars, exact. Shares rounded for display.",
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
        row(
            Cell(name, WHY, second=note),
            p,
            s,
            w,
            Cell(new, WHY),
            Cell(old, WHY),
            Cell(new - old, WHY),
            new - old,
            (new - old) * 100 / old,
            lit=bool(note),
        )
        for name, note, p, s, w, new, old in (
            ("Newark", "", D("15.39"), D("9.71"), D("10.815"), D("8775707.30"), D("8515098.68")),
            (
                "Carteret",
                "Over the 15% limit, explained",
                D("1.01"),
                D("1.95"),
                D("1.623"),
                D("1316556.83"),
                D("1079667.07"),
            ),
            ("Exampleton", "Not in good standing", None, None, None, D(0), D("500342.36")),
            ("Elizabeth", "", D("6.63"), D("7.94"), D("6.548"), D("5312992.60"), D("5430926.40")),
        )
    ],
    on_phone="frame",
    fund="zone-assistance",
    dense=True,
)
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
STAGES = [
    Stage(sfy, D(rate), current=sfy == 2027)
    for sfy, rate in zip(range(2026, 2033), (100, 100, 95, 90, 85, 80, 75), strict=True)
]
GAUGES = [
    Gauge("Public safety", "25%", D("230200.00"), D("254328.11"), WHY),
    Gauge("Administration", "10%", D("101118.75"), D("101731.24"), WHY),
    Gauge("Transport debt", "75%", D(0), D("763000.00"), WHY),
]
NO_VOUCHERS = Table(
    "Vouchers",
    [Column("Voucher")],
    [],
    empty="No vouchers. One appears when a preparer submits it.",
)
SHOWN = {
    "exceptions": EXCEPTIONS,
    "years": YEARS,
    "credits": CREDITS,
    "by_county": COUNTIES,
    "counties": BY_COUNTY,
    "worksheet": WORKSHEET,
    "lapses": LAPSES,
    "bridge_of_credit": BRIDGE,
    "dues": DUES,
    "stages": STAGES,
    "gauges": GAUGES,
    "no_vouchers": NO_VOUCHERS,
}
