"""Numbers belong to a place: another town's, which the wall of rows hides, is free here."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pytest
from django.db import connection, transaction

from funds import loans, pledges, re_encumbrances
from funds.models import Encumbrance, Loan, Pledge, Project
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from municipalities.walls import roles
from payments import vouchers
from payments.models import Voucher
from tests import places
from tests.offices import officer
from tests.zone_money import approved, cents, cfo, credit, encumber, project, propose, voucher

pytestmark = pytest.mark.django_db
DAY = date(2024, 10, 2)
TOWNS = (("Exampleton", "9901"), ("Samplebury", "9801"))


@contextmanager
def behind_the_wall(code: str) -> Iterator[None]:
    """Speak as the pages do for a town: its rows are there, nobody else's."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {roles.APP}")
        for word, seen in {"sees": "", "municipalities": code, "zones": code}.items():
            cursor.execute("SELECT set_config(%s, %s, true)", [f"apportion.{word}", seen])
        yield
        cursor.execute("RESET ROLE")


@pytest.fixture
def zones() -> list[EnterpriseZone]:
    made = [places.zone(*town) for town in TOWNS]
    for zone in made:
        credit(zone, 2025, "1,000.00")
        for title in ("cfo", "preparer", "coordinator"):
            place = {"zone": zone.pk} if title == "coordinator" else {"municipality": zone.pk}
            officer(title, **place)
    return made


def test_both_towns_use_the_same_numbers_for_everything(zones: list[EnterpriseZone]) -> None:
    """Each act asks as the second town, to which the first one's rows do not exist."""
    for zone in zones:
        with behind_the_wall(zone.pk):
            propose(zone, {2025: "500"}, on=DAY, number="P-9")
        of = project(zone, {2025: "500"}, on=DAY, category="transportation")
        with behind_the_wall(zone.pk):
            bound = encumber(of, "100.00", "E-1", on=DAY)
            re_encumbrances.re_encumber(
                bound, of, cents("10"), "E-2", "Works", "less", on=DAY, by=cfo(zone.pk)
            )
            approved(bound, "10.00", "V-1", on=DAY)
            loans.lend(zone, "L-1", cents("5"), on=DAY, by=officer("coordinator", zone=zone.pk))
            pledges.pledge(
                of, "G-1", {2026: cents("1")}, pledges.Loan("A bank", "1", "p. 4"), on=DAY,
                by=cfo(zone.pk),
            )  # fmt: skip
    for model, number in (
        (Project, "P-9"), (Encumbrance, "E-1"), (Encumbrance, "E-2"), (Voucher, "V-1"),
        (Loan, "L-1"), (Pledge, "G-1"),
    ):  # fmt: skip
        assert model.objects.filter(number=number).count() == 2, number


def test_a_number_used_again_with_other_content_is_refused_and_names_it(
    zones: list[EnterpriseZone],
) -> None:
    zone = zones[0]
    of = project(zone, {2025: "500"}, on=DAY)
    assert propose(zone, {2025: "500"}, on=DAY) == of
    with pytest.raises(
        Refusal, match=r"P-1 is already another project: its budget is SFY2025 \$50"
    ):
        propose(zone, {2025: "501"}, on=DAY)
    bound = encumber(of, "100.00", on=DAY)
    assert encumber(of, "100.00", on=DAY) == bound
    with pytest.raises(Refusal, match=r"its amount is \$100\.00, not \$101\.00"):
        encumber(of, "101.00", on=DAY)
    made = voucher(bound, "10.00", on=DAY, vendor="Vendor V", invoice="A1")
    assert voucher(bound, "10.00", on=DAY, vendor="Vendor V", invoice="A1") == made
    with pytest.raises(Refusal, match=r"its vendor is Vendor V, not Vendor W; its invoice is A1"):
        voucher(bound, "10.00", on=DAY, vendor="Vendor W", invoice="A2")
    with pytest.raises(Refusal, match="its day of service is 2024-10-02, not 2024-10-01"):
        voucher(
            bound, "10.00", on=DAY, vendor="Vendor V", invoice="A1", service_on=date(2024, 10, 1)
        )
    assert vouchers.approve(made, on=DAY, by=cfo(zone.pk)).vendor == "Vendor V"
