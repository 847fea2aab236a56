"""Projects, encumbrances and vouchers of a zone for the tests of pages, through the acts."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

from funds import projects
from funds.models import Encumbrance, Project
from municipalities.models import EnterpriseZone, Municipality
from payments import completing, vouchers
from payments.models import Voucher
from tests.offices import officer
from tests.web.pages.people import cents, coordinator, local

ADOPTED = datetime(2024, 9, 10, 1, 0, tzinfo=UTC)


def proposed(
    code: str,
    number: str,
    title: str,
    budgets: Mapping[int, str],
    *,
    on: date,
    category: str = "general",
) -> Project:
    asked = {sfy: cents(amount) for sfy, amount in budgets.items()}
    return projects.propose(
        EnterpriseZone.objects.get(pk=code),
        Municipality.objects.get(pk=code),
        number,
        title,
        category,
        asked,
        ADOPTED,
        ADOPTED,
        "Joint resolution 2024-104",
        contents=completing.contents(title, asked),
        on=on,
        by=coordinator(code),
    )


def approved(
    code: str,
    number: str,
    title: str,
    budgets: Mapping[int, str],
    *,
    on: date = date(2024, 10, 1),
    category: str = "general",
) -> Project:
    made = proposed(code, number, title, budgets, on=on, category=category)
    clerk, corporation = local("clerk", code), officer("corporation", zone=code)
    completing.complete(made, on=on, clerk=clerk, corporation=corporation)
    return projects.determine(made, approve=True, on=on, by=officer("authority"))


def encumbered(of: Project, amount: str, number: str, *, on: date) -> Encumbrance:
    by = local("cfo", of.municipality_id)
    return projects.encumber(of, cents(amount), number, of.title, on=on, by=by)


def voucher(
    of: Encumbrance,
    number: str,
    amount: str,
    vendor: str,
    *,
    on: date,
    approve: bool = True,
    invoice: str = "",
) -> Voucher:
    code = of.municipality_id
    made = vouchers.prepare(
        of,
        number,
        cents(amount),
        vendor,
        invoice or f"INV-{number}",
        on,
        of.category,
        Voucher.Kind.REIMBURSEMENT,
        on=on,
        by=local("preparer", code),
    )
    return vouchers.approve(made, on=on, by=local("cfo", code)) if approve else made


def zone_work(code: str = "2119") -> dict[str, Any]:
    """Projects, encumbrances and vouchers of one zone, in every state."""
    front = approved(code, f"P-{code}-1", "South Main Street lighting", {2025: "380000"})
    patrol = approved(
        code, f"P-{code}-2", "Downtown foot patrol", {2025: "90000"}, category="public-safety"
    )
    office = approved(
        code, f"P-{code}-3", "Administration", {2025: "30000"}, category="administration"
    )
    lights = encumbered(front, "314,400.00", f"E-{code}-1", on=date(2024, 10, 8))
    police = encumbered(patrol, "90,000.00", f"E-{code}-2", on=date(2025, 9, 8))
    desk = encumbered(office, "30,000.00", f"E-{code}-3", on=date(2026, 8, 18))
    return {
        "project": front,
        "proposed": proposed(
            code,
            f"P-{code}-4",
            "Riverfront parking, build",
            {2026: "540000"},
            on=date(2026, 11, 12),
        ),
        "encumbrance": lights,
        "spent": voucher(lights, f"V-{code}-1", "86,500.00", "Brightline Co", on=date(2025, 3, 3)),
        "patrol": voucher(
            police, f"V-{code}-2", "12,220.00", "City of Guards", on=date(2025, 11, 3)
        ),
        "waiting": voucher(
            lights,
            f"V-{code}-3",
            "64,220.00",
            "Brightline Co",
            on=date(2026, 11, 27),
            approve=False,
        ),
        "desk": desk,
    }


def zone_work_of_two_years(code: str = "2119") -> dict[str, Any]:
    """One project with an encumbrance and a voucher, in a book that begins with SFY2026."""
    on = date(2025, 10, 1)
    front = approved(code, "P-1", "South Main Street lighting", {2026: "380000"}, on=on)
    lights = encumbered(front, "314,400.00", "E-1", on=on)
    return {
        "project": front,
        "proposed": proposed(code, "P-2", "Riverfront parking", {2026: "40000"}, on=on),
        "encumbrance": lights,
        "spent": voucher(lights, "V-1", "86,500.00", "Brightline Co", on=date(2025, 11, 3)),
    }
