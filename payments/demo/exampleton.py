"""The only home of Exampleton's story: what would hurt a real town's name happens to it.

A year of neglect and its lapse, an encumbrance that expires, money that lapses in a trust, a
finding, a withholding order with its plan, a forfeiture, an invoice that comes twice, and credits
pledged to a loan. The town is made up.
"""

from datetime import date
from decimal import Decimal

from funds import allocation, compliance, pledges
from funds.models import Encumbrance
from funds.pledges import Loan
from municipalities.models import EnterpriseZone
from payments import vouchers
from payments.demo import determination, exampleton_review, steps
from payments.demo.people import People
from payments.demo.project_steps import Plan, commit, prepared, spend
from payments.models import Voucher

FUND = "zone-assistance"
CODE = "9901"
A_YEAR = Decimal(400_000)


def credit(sfy: int, people: People) -> None:
    """Credit its own deposit by a run of its own: it takes nothing from the real zones."""
    on = date(2021, 9, 3) if sfy == 2022 else date(sfy - 1, 7, 22)
    allocation.deposit(
        FUND,
        "appropriation",
        A_YEAR,
        on=on,
        by=people.state("treasury-analyst"),
        document=f"Made-up money for a made-up town, SFY{sfy}",
        key=f"demonstration/{FUND}/SFY{sfy}/exampleton",
    )
    run = allocation.allot(
        FUND,
        sfy,
        {_zone().holder: A_YEAR},
        on=on,
        by=people.state("dca-analyst"),
        reason="Made-up town: outside the statewide formula",
        demonstration=True,
    )
    steps.credit(run, on=on, people=people)


def autumn(sfy: int, people: People) -> None:
    """Tell what happens between July and December of a year."""
    if sfy == 2023:
        _voucher("STREET", "EX-1", 25_000, date(2022, 10, 3), people)
        _encumber("MARKET", "Market hall", {2022: 120_000}, date(2022, 10, 12), people)
    if sfy == 2025:
        _encumber("PARKING", "Parking deck", {2023: 250_000}, date(2024, 9, 9), people)
    if sfy == 2026:
        exampleton_review.find_and_withhold(_zone(), people)
    if sfy == 2027:
        compliance.forfeit(_zone(), on=date(2026, 8, 5), by=people.state("treasury-certifier"))
        _voucher("PLAZA", "EX-7", 90_000, date(2026, 10, 5), people)
        determination.tell(people)
        _twice_and_sent_back(people)
        _pledge(people)


def spring(sfy: int, people: People) -> None:
    """Tell what happens between January and June of a year; in SFY2024 nothing does."""
    if sfy == 2022:
        _encumber("STREET", "Main Street lights", {2022: 60_000}, date(2022, 4, 12), people)
    if sfy == 2023:
        _voucher("MARKET", "EX-2", 50_000, date(2023, 2, 6), people)
        _voucher("MARKET", "EX-3", 30_000, date(2023, 2, 13), people, Voucher.Kind.ADVANCE)
        steps.pay(FUND, date(2023, 3, 15), people)
        _voucher("MARKET", "EX-4", 20_000, date(2023, 5, 8), people, Voucher.Kind.SPENT)
    if sfy == 2025:
        _voucher("PARKING", "EX-5", 60_000, date(2025, 2, 10), people)
    if sfy == 2026:
        exampleton_review.comply(_zone(), people)
        _encumber("PLAZA", "Station plaza", {2024: 300_000}, date(2026, 4, 27), people)


def _twice_and_sent_back(people: People) -> None:
    """One invoice comes a second time and is held; another one goes back to its preparer."""
    plaza = Encumbrance.objects.get(number=f"{CODE}-PLAZA")
    prepared(plaza, "EX-8", Decimal(90_000), date(2026, 11, 9), people, invoice="EX 7")
    wrong = prepared(plaza, "EX-9", Decimal(4_200), date(2026, 11, 12), people)
    cfo = people.local("cfo", plaza.municipality)
    vouchers.send_back(wrong, "The scan is of another invoice", on=date(2026, 11, 13), by=cfo)


def _pledge(people: People) -> None:
    """A bridge is begun with a credit of today; five credits to come are pledged to its loan."""
    bridge = _encumber(
        "BRIDGE", "Canal Street bridge", {2026: 60_000}, date(2026, 8, 10), people, "transportation"
    )
    loan = Loan(
        "State Transportation Infrastructure Bank",
        "Demonstration loan 9901-1",
        "Section 4, Canal Street",
    )
    made = pledges.pledge(
        bridge.project,
        f"{CODE}-PLEDGE-1",
        dict.fromkeys(range(2028, 2033), Decimal(120_000)),
        loan,
        on=date(2026, 10, 12),
        by=people.coordinator(_zone()),
    )
    pledges.decide(made, approve=True, on=date(2026, 11, 2), by=people.state("authority"))


def _encumber(
    number: str,
    title: str,
    amounts: dict[int, int],
    proposed_on: date,
    people: People,
    category: str = "general",
) -> Encumbrance:
    zone = _zone()
    budgets = {sfy: Decimal(amount) for sfy, amount in amounts.items()}
    town = zone.memberships.get().municipality
    plan = Plan(
        zone, town, f"{CODE}-{number}", title, category, budgets, "Demonstration resolution"
    )
    return commit(plan, proposed_on, people)


def _voucher(
    encumbrance: str,
    number: str,
    amount: int,
    on: date,
    people: People,
    kind: str = Voucher.Kind.REIMBURSEMENT,
) -> None:
    bound = Encumbrance.objects.get(number=f"{CODE}-{encumbrance}")
    spend(bound, number, Decimal(amount), on, people, kind)


def _zone() -> EnterpriseZone:
    return EnterpriseZone.objects.get(pk=CODE)
