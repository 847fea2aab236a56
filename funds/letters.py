"""The only home of the funds' letters: what a certification and a lapse say to their holder."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from funds import objections, offsets
from funds.certification import PREFIXES, certified_successor
from funds.models import Certification, Closing, Disposition, Run, RunLine
from funds.queries.runs import MAIN
from funds.refusal import Refusal
from funds.rules.fiscal_year import last_day
from municipalities.documents.store import Whose
from municipalities.letters import papers
from municipalities.letters.papers import Addressed
from municipalities.letters.words import Letter, LetterColumn, LetterTable, on_paper
from municipalities.models import EnterpriseZone, Municipality, Officer, Paper

CERTIFIED, LAPSED = "certification", "lapse"
AMOUNT = LetterColumn("Amount ($)", "money")
Place = Municipality | EnterpriseZone


def holders(certification: Certification) -> list[str]:
    """Return the municipalities and zones whose amounts a certification holds, in order."""
    run = certification.run
    own = RunLine.objects.filter(run=run, component=MAIN[run.fund_id])
    own = own.exclude(municipality=None, zone=None)
    return sorted(own.values_list("holder", flat=True))


def certification_key(certification: Certification, holder: str) -> str:
    """Return the key under which a holder's letter is issued once."""
    return f"certification/{certification.number}/{holder}"


def issue_certification(
    certification: Certification, holder: str, *, on: date, by: Officer
) -> Paper:
    """Issue the letter that tells a holder what was certified for it, once.

    Raises Refusal for a holder without an amount, and for a certification that no longer stands.
    """
    done = Paper.objects.filter(key=certification_key(certification, holder)).first()
    if done is not None:
        return done
    _refuse_fallen(certification)
    lines = list(
        RunLine.objects.filter(run=certification.run, holder=holder).select_related(
            "municipality__county", "zone"
        )
    )
    main = next((x for x in lines if x.component == MAIN[certification.run.fund_id]), None)
    place = (main.zone or main.municipality) if main else None
    if place is None:
        raise Refusal(f"{certification} holds no amount of {holder}.")
    letter = _certification_letter(certification, place, lines)
    return papers.issue(letter, _certified_to(certification, holder, place), on=on, by=by)


def _refuse_fallen(certification: Certification) -> None:
    if hasattr(certification, "reopening"):
        raise Refusal(f"{certification} was re-opened: no letter says it.")
    later = certified_successor(certification.run)
    if later is not None:
        raise Refusal(f"{certification} is superseded by {later}: the later one has the letters.")


def _certified_to(certification: Certification, holder: str, place: Place) -> Addressed:
    run = certification.run
    about = f"{run.fund_id}/SFY{run.sfy}"
    if run.kind in run.Kind.beside():
        about += f"/{run.kind}-{run.number}"
    return Addressed(
        number=f"{certification.number}-{place.code}",
        kind=CERTIFIED,
        key=certification_key(certification, holder),
        subject=f"{CERTIFIED}/{about}/{holder}",
        whose=_whose(place),
    )


def _whose(place: Place) -> Whose:
    if isinstance(place, EnterpriseZone):
        return Whose(zone=place.code)
    return Whose(municipality=place.code)


def _levy_relief(lines: Sequence[RunLine]) -> list[str]:
    """What aid above SFY2002's may be used for, where there is any. 52:27D-439 e."""
    if not any(line.component == "levy_relief" and line.amount > 0 for line in lines):
        return []
    words = (
        "The levy relief above may only reduce the levy for municipal purposes (N.J.S.A."
        " 52:27D-439 e.). The chief financial officer attests it once the budget is adopted."
    )
    return [words]


def _certification_letter(
    certification: Certification, place: Place, lines: Sequence[RunLine]
) -> Letter:
    run = certification.run
    by = certification.certified_by.office
    return Letter(
        title=f"Certification, {run.fund.name}, SFY{run.sfy}: {_name(place)}",
        to=_addressee(place),
        paragraphs=[
            (
                f"On {on_paper(certification.certified_on)} the {by} certified what {_name(place)}"
                f" gets from the {run.fund.name} ({run.fund.statute}) for the State fiscal year"
                f" {run.sfy}, which ends on {on_paper(last_day(run.sfy))}."
            ),
            *([certification.statement] if certification.statement else []),
            *words_of(run),
        ],
        tables=[
            LetterTable(
                "What was certified, with the clause that fixes it",
                [LetterColumn("Component"), LetterColumn("Clause"), AMOUNT],
                [[_words(line.component), line.cite, _plain(line.amount)] for line in lines],
            )
        ],
        after=[
            *_levy_relief(lines),
            (
                "How each amount was worked out, from the data to the cent, stands on the page of"
                " the run. A later certification supersedes this one; it is never erased."
            ),
        ],
        facts=[
            ("Certification", certification.number),
            ("SHA-256 of what was certified", certification.document_hash),
            ("SHA-256 of the data used", run.inputs_hash),
            *objections.waived_in_words(run),
        ],
        signed=[f"Certified by: {by}", on_paper(certification.certified_on)],
    )


def words_of(run: Run) -> list[str]:
    """Say what else a certification says: of Highlands aid, g., k. and j. of its section."""
    return [offsets.ANTICIPATE, offsets.NO_EXCEPTION] if run.fund_id == offsets.FUND else []


def _words(component: str) -> str:
    name, _, day = component.partition(":")
    if name == "installment":
        due = on_paper(date.fromisoformat(day)) if "-" in day else f"number {day}"
        return f"Installment, {due}"
    return name.replace("_", " ").capitalize()


def _plain(amount: Decimal) -> str:
    """Spell an amount with two places, a rate with three."""
    cents = amount.quantize(Decimal("0.01"))
    return f"{cents if cents == amount else amount:f}"


def _name(place: Place) -> str:
    return f"the {place.name} zone" if isinstance(place, EnterpriseZone) else place.official_name


def _addressee(place: Place) -> list[str]:
    if isinstance(place, EnterpriseZone):
        return ["Zone coordinator", f"{place.name} urban enterprise zone"]
    return ["Chief financial officer", place.official_name, f"{place.county} County"]


def lapsing(closing: Closing) -> list[str]:
    """Return the zones money of which lapsed with a closing, in order."""
    lapsed = closing.dispositions.filter(what=Disposition.What.LAPSED).exclude(account__zone=None)
    return sorted(set(lapsed.values_list("account__holder", flat=True)))


def lapse_key(closing: Closing, holder: str) -> str:
    """Return the key under which a zone's lapse notice is issued once."""
    return f"closing/{closing.fund_id}/SFY{closing.sfy}/{holder}"


def issue_lapse(closing: Closing, holder: str, *, on: date, by: Officer) -> Paper:
    """Issue the notice of what lapsed of a zone's money at a year's end, once.

    Raises Refusal when the closing is not certified, or nothing of the zone lapsed.
    """
    done = Paper.objects.filter(key=lapse_key(closing, holder)).first()
    if done is not None:
        return done
    if closing.certified_on is None or closing.certified_by is None:
        raise Refusal(f"{closing} is rehearsed only: its notices follow the certificate.")
    lapsed = closing.dispositions.filter(what=Disposition.What.LAPSED, account__holder=holder)
    found = list(lapsed.select_related("account__zone", "account__encumbrance"))
    zone = found[0].account.zone if found else None
    if zone is None:
        raise Refusal(f"{closing}: nothing of {holder} lapsed.")
    to = Addressed(
        number=f"LN-{PREFIXES[closing.fund_id]}-{closing.sfy}-{zone.code}",
        kind=LAPSED,
        key=lapse_key(closing, holder),
        subject=lapse_key(closing, holder),
        whose=_whose(zone),
    )
    return papers.issue(_lapse_letter(closing, zone, found), to, on=on, by=by)


def _lapse_letter(closing: Closing, zone: EnterpriseZone, found: Sequence[Disposition]) -> Letter:
    total = sum((each.amount for each in found), Decimal(0))
    ends = on_paper(last_day(closing.sfy))
    columns = ("Credit", "Where it stood", "Clause")
    signed = on_paper(closing.certified_on) if closing.certified_on else ""
    return Letter(
        title=f"What lapsed at the end of SFY{closing.sfy}: {_name(zone)}",
        to=_addressee(zone),
        paragraphs=[
            (
                f"At the close of the State fiscal year {closing.sfy}, on {ends}, ${total:,.2f} of"
                f" {_name(zone)} had reached its last usable day. It lapses to the UEZ Authority by"
                " N.J.S.A. 52:27H-88 h. and i."
            )
        ],
        tables=[
            LetterTable(
                "What lapsed, by the year of its credit",
                [*(LetterColumn(each) for each in columns), AMOUNT],
                [
                    [f"SFY{each.account.sfy}", _where(each), each.clause, _plain(each.amount)]
                    for each in found
                ],
                total=["All", "", "", _plain(total)],
            )
        ],
        after=["What lapsed while in the municipality’s trust is owed back as a receivable."]
        if any(each.account.kind == "TRUST" for each in found)
        else [],
        facts=[("SHA-256 of the certified list", closing.document_hash)],
        signed=[f"Certified by: {closing.certified_by}", signed],
    )


def _where(each: Disposition) -> str:
    kind = each.account.get_kind_display()
    return f"{kind}, {each.account.encumbrance.number}" if each.account.encumbrance else kind
