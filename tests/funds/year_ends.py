"""Zone money for the tests of the year's end: credits, encumbrances, trusts, closed years."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal

from funds import accounts, ledger, year_end
from funds.ledger import Move
from funds.models import Account, Closing, Encumbrance, Kind, Posting, Project
from funds.rules.fiscal_year import first_day, last_day_encumbered, sfy_of
from municipalities import offices
from municipalities.models import EnterpriseZone
from tests.offices import officer
from tests.places import zone

FUND = "zone-assistance"


def exampleton() -> EnterpriseZone:
    return zone("Exampleton", "9901")


def account(kind: Kind, holder: str, sfy: int | None = None,
            encumbrance: Encumbrance | None = None) -> Account:  # fmt: skip
    return accounts.find(FUND, kind, holder, sfy, encumbrance)


def move(debit: Account, credit: Account, amount: str, on: date, key: str = "") -> Posting:
    """Post one entry, under a key of its own unless it is given one."""
    return ledger.post(
        "test",
        [Move(debit, credit, Decimal(amount))],
        fund=FUND,
        key=key or f"test/{Posting.objects.count()}",
        on=on,
        by=officer("treasury-analyst"),
        clause="52:27H-88 a.",
    )


def credit(
    amount: str, sfy: int, holder: str = "zone:Exampleton", on: date | None = None
) -> Account:
    """Credit a zone with money of a vintage, out of an appropriation; return its account."""
    exampleton()
    source = account(Kind.SOURCE, "appropriation")
    to = account(Kind.ZONE, holder, sfy)
    move(source, to, amount, on or first_day(sfy))
    return to


def encumber(
    number: str,
    of: Mapping[int, str],
    on: date,
    holder: str = "zone:Exampleton",
    posted_on: date | None = None,
) -> Encumbrance:
    """Encumber money of some vintages; `posted_on` is another day for a book that began later."""
    made = Encumbrance.objects.create(
        project=project(),
        zone=exampleton(),
        municipality_id="9901",
        number=number,
        category="general",
        purpose="made for a test",
        amount=sum(map(Decimal, of.values())),
        encumbered_on=on,
        sfy=sfy_of(on),
        last_usable_on=last_day_encumbered(sfy_of(on)),
        encumbered_by=officer("cfo", municipality="9901"),
    )
    for sfy, amount in of.items():
        to = account(Kind.ENCUMBERED, holder, sfy, made)
        move(account(Kind.ZONE, holder, sfy), to, amount, posted_on or on)
    return made


def project() -> Project:
    adopted = datetime(2022, 1, 10, 20, tzinfo=UTC)
    found, _ = Project.objects.get_or_create(
        number="P-9901-1",
        defaults={
            "zone": exampleton(),
            "municipality_id": "9901",
            "title": "A test",
            "category": "general",
            "hearing_closed_at": adopted,
            "adopted_at": adopted,
            "proposed_by": officer("coordinator", municipality="9901"),
            "proposed_on": adopted.date(),
            "determined_by": officer("authority"),
            "approved_on": adopted.date(),
        },
    )
    return found


def certified(sfy: int, fund: str = FUND) -> Closing:
    """Rehearse and certify a year on the days after it."""
    after = date(sfy, 7, 10)
    closing = year_end.rehearse(fund, sfy, on=after, by=officer("dca-analyst"))
    return year_end.certify(closing, on=after, by=officer("treasury-certifier"))


def close(sfy: int, fund: str = FUND) -> Closing:
    """Close a year from its rehearsal to its seal."""
    return year_end.close(certified(sfy, fund), on=date(sfy, 7, 11), by=offices.system())


def begin(sfy: int, fund: str = FUND) -> None:
    """Let the fund's empty book begin with a year."""
    ledger.open_books(fund, sfy)
