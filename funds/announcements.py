"""The only home of who is told what the funds' acts have left on record.

Nothing is told by the acts themselves: every minute the evidence is read, and what was not told
yet is offered as work or written as notices, once, under keys that spell what happened.
"""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from decimal import Decimal

from django.urls import reverse

from funds import dlgs_copies, letters, review_notices, work
from funds.certification import certified_successor
from funds.models import Certification, Closing, Reopening, Work
from funds.queries.runs import amounts
from funds.work import Progress
from municipalities import offices
from municipalities.letters import papers
from municipalities.models import Municipality, Notice, Officer, Paper
from municipalities.notices import writing
from municipalities.notices.writing import Wording, Words

LOOK_BACK = timedelta(days=200)  # longer than beat was ever down; what is older is history
UNIT = 10  # letters in one transaction


def announce(*, on: date) -> None:
    """Offer the letters that are missing, tell of rehearsals and stops, take back what fell."""
    since = on - LOOK_BACK
    _offer_letters(since, on)
    _withdraw_reopened(since, on)
    _tell_rehearsed(since, on)
    _tell_stopped(since, on)
    review_notices.tell(since, on)


def _offer_letters(since: date, on: date) -> None:
    told = set(
        Work.objects.filter(kind__in=["letters", "lapse notices"], business_on__gte=since)
        .values_list("key", flat=True)
    )  # fmt: skip
    for each in Certification.objects.filter(certified_on__gte=since, reopening=None):
        key = f"certification/{each.number}/letters"
        if key not in told:
            work.offer("letters", key, f"Letters of {each}", on, {"certification": each.pk})
    for closing in Closing.objects.filter(certified_on__gte=since):
        key = f"closing/{closing.fund_id}/SFY{closing.sfy}/notices"
        if key not in told and letters.lapsing(closing):
            work.offer("lapse notices", key, f"Lapse notices of {closing}", on,
                       {"closing": closing.pk})  # fmt: skip


def letter_unit(row: Work) -> Progress:
    """Issue the next letters of a certification, and tell those they are for."""
    found = Certification.objects.select_related("run__fund").get(pk=row.arguments["certification"])
    if hasattr(found, "reopening") or certified_successor(found.run) is not None:
        return Progress(1, 1, "It no longer stands: it has no further letters.")
    shares = amounts(found.run)

    def one(holder: str) -> None:
        by, on = offices.system(), row.business_on
        paper = letters.issue_certification(found, holder, on=on, by=by)
        _tell_certified(found, paper, shares.get(holder, Decimal(0)), on)

    progress = _some(row, letters.holders(found), one)
    if progress.done == progress.of and found.run.fund_id == dlgs_copies.FUND:
        dlgs_copies.send(found, on=row.business_on)
    return progress


def lapse_unit(row: Work) -> Progress:
    """Issue the next lapse notices of a closing, and tell those they are for."""
    closing = Closing.objects.select_related("fund").get(pk=row.arguments["closing"])

    def one(holder: str) -> None:
        by, on = offices.system(), row.business_on
        _tell_lapsed(closing, letters.issue_lapse(closing, holder, on=on, by=by), on)

    return _some(row, letters.lapsing(closing), one)


def _some(row: Work, holders: Sequence[str], one: Callable[[str], None]) -> Progress:
    """Do the next few holders in order; a letter and its notice are each made once."""
    for holder in holders[row.done : row.done + UNIT]:
        one(holder)
    return Progress(min(row.done + UNIT, len(holders)), len(holders))


def _tell_certified(found: Certification, paper: Paper, share: Decimal, on: date) -> None:
    run = found.run

    def words(to: Officer) -> Words:
        return Words(
            f"{found.number}: ${share:,.2f} is certified for you",
            f"For SFY{run.sfy}, ${share:,.2f} of the {run.fund.name} is certified for"
            f" {paper.letter['to'][1]}. The letter is {paper.number}.",
            reverse("paper", args=[paper.number]),
        )

    _write(paper, words, found.certified_by, on)


def _tell_lapsed(closing: Closing, paper: Paper, on: date) -> None:
    def words(to: Officer) -> Words:
        return Words(
            f"SFY{closing.sfy}: money lapsed at the year’s end",
            f"{paper.title}. The notice {paper.number} says how much, of which credit, and by"
            " which clause.",
            reverse("paper", args=[paper.number]),
        )

    if closing.certified_by is not None:
        _write(paper, words, closing.certified_by, on)


def _write(paper: Paper, words: Wording, sender: Officer, on: date) -> None:
    to = local_officers(paper, on)
    writing.write_each(paper.kind, paper.key, to, words, by=sender)


def local_officers(paper: Paper, on: date) -> list[Officer]:
    """Return whose paper it is: the municipality's CFO, or the zone's coordinator and CFOs."""
    document = paper.document
    if document.municipality_id:
        return writing.holders_of("cfo", on=on, municipality=document.municipality_id)
    if not document.zone_id:
        return []
    found = writing.holders_of("coordinator", on=on, zone=document.zone_id)
    members = Municipality.objects.filter(
        zone_memberships__zone=document.zone_id, zone_memberships__until_on=None
    )
    for town in members:
        found += writing.holders_of("cfo", on=on, municipality=town.pk)
    return found


def _withdraw_reopened(since: date, on: date) -> None:
    """Withdraw the letters of what was re-opened, and tell everyone who got one."""
    for each in Reopening.objects.filter(reopened_on__gte=since).select_related("certification"):
        issued = Paper.objects.filter(
            key__startswith=f"certification/{each.certification.number}/", withdrawal=None
        )
        for paper in issued:
            papers.withdraw(paper, f"Re-opened: {each.reason}"[:300], on=on, by=each.reopened_by)
            _tell_reopened(each, paper, on)


def _tell_reopened(each: Reopening, paper: Paper, on: date) -> None:
    words = Words(
        f"{each.certification.number} is re-opened",
        f"{paper.number} no longer stands: {each.reason}. What is certified anew comes with a"
        " letter of its own.",
        reverse("paper", args=[paper.number]),
    )
    key = f"{paper.key}/reopened"
    writing.write_each(
        "reopened", key, local_officers(paper, on), lambda _: words, by=each.reopened_by
    )


def _tell_rehearsed(since: date, on: date) -> None:
    waiting = Closing.objects.filter(certified_by=None, prepared_on__gte=since)
    for closing in waiting.select_related("fund", "prepared_by"):
        words = Words(
            f"SFY{closing.sfy} of the {closing.fund.name} is rehearsed and waits for a certifier",
            "The rehearsal says what becomes of every balance at the year’s end. Nothing moves"
            " until another person than its preparer certifies it.",
            reverse("year_end", args=[closing.fund_id, closing.sfy]),
        )
        key = f"closing/{closing.fund_id}/SFY{closing.sfy}/rehearsed/{closing.prepared_on}"
        _tell_state("rehearsed", key, ["treasury-certifier"], words, closing.prepared_by, on)


def _tell_stopped(since: date, on: date) -> None:
    for row in Work.objects.filter(state=Work.State.FAILED, business_on__gte=since):
        words = Words(
            f"Stopped: {row.title}",
            f"The work “{row.title}” of {row.business_on} stopped and needs a person."
            f" It said: {row.message}",
            reverse("work"),
        )
        key = f"work/{row.pk}/stopped/{row.updated_at:%Y%m%dT%H%M%S%f}"
        titles = ["treasury-analyst", "dca-analyst"]
        _tell_state("stopped", key, titles, words, offices.system(), on)


def _tell_state(
    kind: str, key: str, titles: Sequence[str], words: Words, by: Officer, on: date
) -> None:
    if Notice.objects.filter(key__startswith=f"{key}/").exists():
        return
    to = [each for title in titles for each in writing.holders_of(title, on=on)]
    writing.write_each(kind, key, to, lambda _: words, by=by)
