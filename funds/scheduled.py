"""The only home of the funds' scheduled work: what is offered, and how a row of it is run."""

from datetime import date

from funds import work, year_end
from funds.models import Closing, LedgerHead, Work
from funds.rules.fiscal_year import last_day
from funds.work import Progress
from municipalities import offices


def offer_rehearsals(*, on: date) -> list[Work]:
    """Offer the rehearsal of each fund's year that has ended and is next to be closed.

    Only the rehearsal: no close starts because a day has come. A book that is not open has no year.
    """
    rehearsed = set(Closing.objects.values_list("fund_id", "sfy"))
    return [
        work.offer(
            "rehearse",
            f"{head.fund_id}/SFY{sfy}/rehearse",
            f"Rehearse the year end of {head.fund_id} SFY{sfy}",
            on,
            {"fund": head.fund_id, "sfy": sfy},
        )
        for head in LedgerHead.objects.filter(number__gt=0).order_by("fund_id")
        if last_day(sfy := head.sealed_through + 1) < on and (head.fund_id, sfy) not in rehearsed
    ]


def rehearse(row: Work) -> Progress:
    """Prepare the rehearsal that the row names."""
    fund, sfy = row.arguments["fund"], row.arguments["sfy"]
    year_end.rehearse(fund, sfy, on=row.business_on, by=offices.system())
    return Progress(1, 1)


def close(row: Work) -> Progress:
    """Run the next step of the certified close that the row names."""
    closing = Closing.objects.get(pk=row.arguments["closing"])
    return year_end.advance(closing, on=row.business_on, by=offices.system())
