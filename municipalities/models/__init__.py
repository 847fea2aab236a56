"""Who there is: municipalities, zones, the facts about them, and the offices people hold."""

from municipalities.models.facts import Fact, FactSeries, SourceDocument
from municipalities.models.municipality import (
    County,
    FiscalYearBasis,
    Municipality,
    Succession,
)
from municipalities.models.office import Office, Officer, Person, User
from municipalities.models.zone import (
    ConformanceEvent,
    EnterpriseZone,
    StandingEvent,
    ZoneMembership,
)

__all__ = [
    "ConformanceEvent",
    "County",
    "EnterpriseZone",
    "Fact",
    "FactSeries",
    "FiscalYearBasis",
    "Municipality",
    "Office",
    "Officer",
    "Person",
    "SourceDocument",
    "StandingEvent",
    "Succession",
    "User",
    "ZoneMembership",
]
