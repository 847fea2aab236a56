"""The only home of the gallery's parts and forms, with figures as they would be."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal

from municipalities import page_parts as parts

D = Decimal
WHY = "#why"
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
BLOCKED = parts.Panel(
    "Sign and post",
    [parts.Term("Rehearsed", "DCA analyst 1"), parts.Term("Second signature", None)],
    blocked="Three balances have no disposition yet. Signing opens when there are none.",
    act="Sign the close",
    after="Posting moves 2,228,719.85 to the Authority and seals SFY2026. N.J.S.A. 52:27H-88 h.",
)
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
CHECKS = [
    parts.Check(
        "Explained",
        "Carteret rises 21.9%, over the 15% limit for a swing.",
        "Taxable sales up 42.9%; Treasury confirmed the return on Jul 16.",
    ),
    parts.Check("Passed", "The 31 shares add up to the amount shared, to the cent."),
]
HISTORY = [
    parts.Event(datetime(2026, 11, 30, 14, 12, tzinfo=UTC), "Approved by Treasury certifier 1"),
    parts.Event(date(2026, 11, 23), "Proposed by the system", "574 payments. 52:27D-439 c.(1)"),
]
RECORD_PARTS = [
    parts.Link(label, f"#{label}", current=label == "Account")
    for label in ("Account", "Projects", "Encumbrances", "Postings", "Reports", "History")
]
SHOWN = {
    "nav": NAV,
    "office_label": "Chief financial officer",
    "office_place": "Phillipsburg",
    "stood": datetime(2026, 11, 30, 14, 40, tzinfo=UTC),
    "record": "Gallery G-1",
    "figures": FIGURES,
    "groups": TASKS,
    "steps": STEPS,
    "blocked": BLOCKED,
    "chain": CHAIN,
    "checks": CHECKS,
    "history": HISTORY,
    "record_parts": RECORD_PARTS,
    "work": parts.Progress("Notices", "412 of 564 notices", 412, 564),
    "states": ["Draft", "Ready to certify", "Held", "Late, 2 days", "Certified", "3 left"],
}
