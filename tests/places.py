"""Counties, municipalities and zones for tests that need only a few."""

from datetime import date

from municipalities.models import (
    County,
    EnterpriseZone,
    Municipality,
    StandingEvent,
    ZoneMembership,
)

SINCE = date(1998, 1, 1)


def municipality(code: str, name: str = "") -> Municipality:
    """Make (or find) a municipality of a county."""
    county, _ = County.objects.get_or_create(code=code[:2], defaults={"name": f"County {code[:2]}"})
    found, _ = Municipality.objects.get_or_create(
        code=code,
        defaults={
            "county": county,
            "name": name or f"Town {code}",
            "official_name": name or f"Town of {code}",
            "kind": "Town",
        },
    )
    return found


def zone(name: str, *codes: str) -> EnterpriseZone:
    """Make (or find) a zone of these municipalities, in good standing, with a trust account."""
    found, new = EnterpriseZone.objects.get_or_create(
        code=min(codes), defaults={"name": name, "trust_account_on": SINCE}
    )
    if new:
        StandingEvent.objects.create(
            zone=found, effective_on=SINCE, in_good_standing=True, reason="designated"
        )
        for code in codes:
            ZoneMembership.objects.create(
                zone=found, municipality=municipality(code), from_on=SINCE
            )
    return found
