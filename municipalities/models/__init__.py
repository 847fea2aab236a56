"""Who there is: municipalities, zones, the facts about them, and the offices people hold."""

from municipalities.models.api_token import ApiToken
from municipalities.models.calendar import CalendarFeed, Holiday
from municipalities.models.change import Change
from municipalities.models.denial import Denial
from municipalities.models.document import Document, Paper, Quarantine, Withdrawal
from municipalities.models.draft import Draft, DraftVersion, Submission
from municipalities.models.facts import Fact, FactSeries, SourceDocument
from municipalities.models.grant import Grant, Recertification, Renewal
from municipalities.models.intake import Intake, Override
from municipalities.models.journal_block import JournalBlock
from municipalities.models.municipality import (
    County,
    FiscalYearBasis,
    FormerName,
    Municipality,
    Succession,
)
from municipalities.models.notice import Notice
from municipalities.models.office import Office, Officer, Person, User
from municipalities.models.standstill import Standstill
from municipalities.models.zone import (
    ConformanceEvent,
    EnterpriseZone,
    StandingEvent,
    ZoneMembership,
)

__all__ = [
    "ApiToken",
    "CalendarFeed",
    "Change",
    "ConformanceEvent",
    "County",
    "Denial",
    "Document",
    "Draft",
    "DraftVersion",
    "EnterpriseZone",
    "Fact",
    "FactSeries",
    "FiscalYearBasis",
    "FormerName",
    "Grant",
    "Holiday",
    "Intake",
    "JournalBlock",
    "Municipality",
    "Notice",
    "Office",
    "Officer",
    "Override",
    "Paper",
    "Person",
    "Quarantine",
    "Recertification",
    "Renewal",
    "SourceDocument",
    "StandingEvent",
    "Standstill",
    "Submission",
    "Succession",
    "User",
    "Withdrawal",
    "ZoneMembership",
]
