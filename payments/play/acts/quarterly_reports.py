"""A quarter's second-generation report is prepared, certified, asked about, accepted, reopened."""

from decimal import Decimal

from funds import quarterly_reports as reports
from funds import report_reviews as reviews
from funds.models import QuarterlyReport, ReportQuestion
from funds.quarterly_reports import Declared
from funds.quarters import quarter_with
from funds.refusal import Refusal
from payments.play.acts.deposits import money
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line


def report_of(stage: Stage, line: Line) -> QuarterlyReport:
    """Return the report that a line names, as it stands now."""
    found = stage.met(line, QuarterlyReport)
    if found is None:
        raise Refusal(f"“{line.ref}” is no report.")
    found.refresh_from_db()
    return found


@act(
    "report", "fund", "holder", "amount",
    columns="by coordinator:zone:NAME or cfo:CODE; holder: zone:NAME; amount: the bank’s balance;"
    " ref Q1;\nnote: why it differs. The quarter is the one that ended last; what is found is the"
    " computed balance.",
)  # fmt: skip
def report(stage: Stage, line: Line) -> Decimal:
    """Prepare the report of the quarter that ended last."""
    said = Declared(money(line), line.note)
    quarter = quarter_with(line.on).before
    made = reports.prepare(stage.zone(line.holder), quarter, said, on=line.on, by=stage.by(line))
    for name in stage.names(line):
        stage.rebind(name, made)
    return made.closing


@act(
    "nil-report", "fund", "holder",
    columns="by coordinator:zone:NAME or cfo:CODE; holder: zone:NAME; ref Q1.",
)  # fmt: skip
def nil_report(stage: Stage, line: Line) -> None:
    """File that nothing moved in the quarter that ended last."""
    quarter = quarter_with(line.on).before
    made = reports.file_nil(stage.zone(line.holder), quarter, on=line.on, by=stage.by(line))
    for name in stage.names(line):
        stage.rebind(name, made)


@act("certify-report", "fund", "ref", columns="by cfo:CODE; ref Q1.")
def certify(stage: Stage, line: Line) -> Decimal:
    """Certify a report that another person prepared."""
    found = report_of(stage, line)
    return reports.certify(found, found.digest, on=line.on, by=stage.by(line)).closing


@act(
    "send-report-back", "fund", "ref",
    columns="by who prepared it (recalled), or cfo:CODE with the note why; ref Q1.",
)  # fmt: skip
def send_back(stage: Stage, line: Line) -> None:
    """Recall a report, or send it back to who prepared it."""
    found, by = report_of(stage, line), stage.by(line)
    if found.prepared_by is not None and found.prepared_by.person_id == by.person_id:
        reports.recall(found, on=line.on, by=by)
    else:
        reports.send_back(found, line.note, on=line.on, by=by)


@act("ask", "fund", "ref", columns="by dca-analyst; ref Q1; note: the question.")
def ask(stage: Stage, line: Line) -> None:
    """Ask about a filed report."""
    made = reviews.ask(report_of(stage, line), line.note, on=line.on, by=stage.by(line))
    stage.bind(line, made)


@act(
    "answer", "fund", "ref",
    columns="by coordinator:zone:NAME or cfo:CODE; ref Q1; note: the answer to its question.",
)  # fmt: skip
def answer(stage: Stage, line: Line) -> None:
    """Answer the oldest question about a report that has no answer."""
    waiting = report_of(stage, line).questions.filter(answered_by=None)
    found = waiting.order_by("pk").first() or ReportQuestion.objects.last()
    if found is None:
        raise Refusal(f"“{line.ref}”: nothing is asked.")
    reviews.answer(found, line.note, on=line.on, by=stage.by(line))


@act("accept-report", "fund", "ref", columns="by dca-analyst; ref Q1.")
def accept(stage: Stage, line: Line) -> Decimal:
    """Accept a filed report for the State."""
    return reviews.accept(report_of(stage, line), on=line.on, by=stage.by(line)).closing


@act("reopen-report", "fund", "ref", columns="by dca-analyst; ref Q1; note: why.")
def reopen(stage: Stage, line: Line) -> None:
    """Have a filed report filed anew."""
    reviews.reopen(report_of(stage, line), line.note, on=line.on, by=stage.by(line))
