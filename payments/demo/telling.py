"""The only home of telling the demonstration: each story is a row of work, a chapter its unit.

A chapter and the row's progress are one transaction: what was told is never told again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from funds import work
from funds.models import Work
from funds.work import Progress
from payments.demo import highlands, places, receipts, terms, zone_years
from payments.demo.people import People

KIND = "demonstration"
FIRST = "places"


@dataclass(frozen=True)
class Chapter:
    """A part of a story that is told at once; what it returns is said on the row."""

    name: str
    tell: Callable[[People, int], str | None]


@dataclass(frozen=True)
class Story:
    """A title and its chapters in their order."""

    title: str
    chapters: Sequence[Chapter]


STORIES: Mapping[str, Story] = {
    FIRST: Story(
        "Demonstration: offices and bank accounts",
        [
            Chapter("Offices", places.seat_offices),
            Chapter("Terms", terms.tell),
            Chapter("Bank accounts of eleven counties", places.enter_first_accounts),
            Chapter("Bank accounts", places.enter_other_accounts),
        ],
    ),
    receipts.FUND: Story(
        "Demonstration: energy tax receipts, SFY2022 to SFY2027",
        [Chapter(*each) for each in receipts.chapters()],
    ),
    zone_years.FUND: Story(
        "Demonstration: zone assistance, SFY2022 to SFY2027",
        [Chapter(*each) for each in zone_years.chapters()],
    ),
    highlands.FUND: Story(
        "Demonstration: Highlands, SFY2005 to SFY2014",
        [Chapter(*each) for each in highlands.chapters()],
    ),
}
FUNDS = [name for name in STORIES if name != FIRST]


def offer(*, on: date, funds: Sequence[str] = (), towns: int = 0) -> None:
    """Offer the first story, which offers those of the funds.

    `funds` and `towns` tell less: some of the funds, or so many municipalities. What stopped is
    tried anew.
    """
    names = list(funds or FUNDS)
    wanted = {"funds": names, "towns": towns}
    if _offer(FIRST, on, wanted).state == Work.State.DONE:
        for fund in names:
            _offer(fund, on, wanted)
    for row in told():
        if row.state == Work.State.FAILED:
            work.offer_again(row)


def told() -> list[Work]:
    """Return the stories' rows."""
    return list(Work.objects.filter(kind=KIND).order_by("pk"))


def untold() -> bool:
    """Say whether a story still goes on, here or with another worker."""
    return any(row.state in (Work.State.DUE, Work.State.RUNNING) for row in told())


def _offer(story: str, on: date, arguments: Mapping[str, object]) -> Work:
    wanted = {**arguments, "story": story}
    return work.offer(KIND, f"{KIND}/{story}", STORIES[story].title, on, wanted)


def tell(row: Work) -> Progress:
    """Tell the row's next chapter."""
    name = row.arguments["story"]
    chapters = STORIES[name].chapters
    chapter = chapters[row.done]
    said = chapter.tell(People(), row.arguments["towns"])
    done = row.done + 1
    if name == FIRST and done == len(chapters):
        for fund in row.arguments["funds"]:
            _offer(fund, row.business_on, row.arguments)
    return Progress(done, len(chapters), said or chapter.name)
