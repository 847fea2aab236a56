"""Money comes in: deposit, invest, step down."""

from decimal import Decimal

from django.db.models import Q

from funds import allocation
from funds.models import Run
from funds.refusal import Refusal
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line
from payments.play.words import source


def money(line: Line) -> Decimal:
    """Return the line's amount; a story that gives none is refused in words."""
    if line.amount is None:
        raise Refusal(f"{line.act}: an amount is needed.")
    return line.amount


@act(
    "deposit", "fund", "holder", "amount",
    columns="by treasury-analyst; holder: the named source (appropriation,"
    " reduced-rate-sales-tax, ...);\n"
    "amount; ref D1 makes it happen once; note: the document.",
)  # fmt: skip
def deposit(stage: Stage, line: Line) -> Decimal:
    """Deposit from a named source."""
    return allocation.deposit(
        line.fund, source(line.fund, line.holder), money(line), on=line.on, by=stage.by(line),
        document=line.note or f"Story, line {line.number}", key=stage.key(line),
    ).total  # fmt: skip


@act(
    "invest", "fund", "amount",
    columns="by treasury-analyst; amount: income; holder: investment-income or nothing; ref I1;"
    " note: the document.",
)  # fmt: skip
def invest(stage: Stage, line: Line) -> Decimal:
    """Include income of investments."""
    return allocation.invest(
        line.fund, line.holder, money(line), on=line.on, by=stage.by(line),
        document=line.note or f"Story, line {line.number}", key=stage.key(line),
    ).total  # fmt: skip


@act(
    "step-down", "fund",
    columns="by treasury-analyst, treasury-certifier or system; ref: the run R1 (or the sfy's"
    " latest);\nthe General Fund's share of that run moves. A year without a run has the amount's.",
)  # fmt: skip
def step_down(stage: Stage, line: Line) -> Decimal:
    """Step down to the General Fund."""
    of = stage.run(line) if _has_share(stage, line) else _allotted(stage, line)
    return allocation.step_down(of, on=line.on, by=stage.by(line)).total


def _has_share(stage: Stage, line: Line) -> bool:
    """Tell whether a run of the year says what the General Fund gets, or only the line can."""
    of_year = Run.objects.filter(fund=line.fund, sfy=stage.sfy(line))
    says = of_year.filter(Q(kind=Run.Kind.YEAR) | Q(lines__component="general_fund"))
    return line.amount is None or says.exists()


def _allotted(stage: Stage, line: Line) -> Run:
    by = stage.one_who("prepare-run", line, "treasury-analyst")
    share = {"GENERAL_FUND": money(line)}
    return stage.bind(line, allocation.allot(line.fund, stage.sfy(line), share, on=line.on, by=by))


@act(
    "top-up", "fund",
    columns="by treasury-analyst; sfy; what the five revenues leave of the energy tax receipts'"
    "\namount comes from the General Fund.",
)  # fmt: skip
def top_up(stage: Stage, line: Line) -> Decimal:
    """Top up energy tax receipts."""
    return allocation.top_up(
        stage.sfy(line), on=line.on, by=stage.by(line),
        document=line.note or f"Story, line {line.number}",
    ).total  # fmt: skip
