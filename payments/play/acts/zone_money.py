"""The Authority spends from its account."""

from decimal import Decimal

from funds import authority
from funds.models import AuthoritySpending
from payments.play.acts.deposits import money
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line
from payments.play.words import joined

FUNDS = {"AUTHORITY", ""}


@act(
    "authority-spend", "fund", "amount",
    columns="by authority; holder: the payee (or AUTHORITY); amount; ref A1; note:"
    " administration,\ngrant, loan or guaranty.",
)  # fmt: skip
def authority_spend(stage: Stage, line: Line) -> Decimal:
    """Spend from the Authority's account."""
    words = joined(line.note).split("-")
    known = [p for p in AuthoritySpending.Purpose.values if p in words]
    purpose = known[0] if known else line.note or AuthoritySpending.Purpose.ADMINISTRATION.value
    payee = "UEZ Authority vendor" if line.holder.upper() in FUNDS else stage.holder(line)
    made = authority.spend(
        purpose, payee, money(line), stage.key(line), on=line.on, by=stage.by(line)
    )
    stage.bind(line, made)
    return made.posting.total
