"""The only home of which facts a zone assistance run reads (N.J.S.A. 52:27H-88 a., -98)."""

from typing import Any

from django.db.models import Q

from funds.rules.determined_amount import FIRST_YEAR_OF_SAVINGS
from funds.rules.fiscal_year import first_day
from funds.rules.zone_assistance import FACTORS
from funds.run_facts.record import Record, Rows
from municipalities import standing
from municipalities.models import ZoneMembership


def read(sfy: int, record: Record) -> tuple[dict[str, Any], Rows]:
    """Read the year's amounts, and every zone municipality's factors by the most recent data."""
    period = f"SFY{sfy}"
    figures = {
        name: record.figure(name, period) for name in ("determined_amount", "appropriated_amount")
    }
    figures |= _expenditures(sfy, record)
    figures |= _authority(sfy, record)
    return {name: value for name, value in figures.items() if value is not None}, _rows(record)


def _expenditures(sfy: int, record: Record) -> dict[str, Any]:
    """52:27H-98: the tax expenditures that are compared, where both are on record."""
    compared = (
        record.figure("tax_expenditures_half", "2022")
        if sfy < FIRST_YEAR_OF_SAVINGS
        else record.figure("tax_expenditures", f"SFY{sfy - 1}")
    )
    base = record.figure("tax_expenditures", "SFY2022")
    if base is None or compared is None:
        return {}
    return {"tax_expenditures_base": base, "tax_expenditures": compared}


def _authority(sfy: int, record: Record) -> dict[str, Any]:
    """The Authority's amount as recorded, or the June indexes it is worked out from."""
    recorded = record.figure("authority_amount", f"SFY{sfy}")
    if recorded is not None:
        return {"authority_amount": recorded}
    base_year = record.law.whole("zone_assistance.authority_base_year", first_day(sfy))
    years = sorted({base_year, sfy - 1})
    return {f"cpi_june_{year}": record.figure("cpi_june", str(year)) for year in years}


def _rows(record: Record) -> Rows:
    """A row for each municipality of a zone; made-up towns stand outside every statewide count."""
    on = record.on
    factors = {name: record.latest(name) for name in FACTORS}
    good = standing.all_on(on)
    members = (
        ZoneMembership.objects.filter(from_on__lte=on, zone__made_up=False)
        .filter(Q(until_on=None) | Q(until_on__gte=on))
        .select_related("zone")
    )
    return [
        {
            "municode": member.municipality_id,
            "zone": member.zone.name,
            "in_good_standing": good.get(member.zone_id, False),
            **{name: values.get(member.municipality_id) for name, values in factors.items()},
        }
        for member in members
    ]
