"""The bank gets its file."""

from decimal import Decimal

from funds.refusal import Refusal
from payments import bank_files
from payments.bank_file.reading import read
from payments.models import Warrant
from payments.play.registry import act
from payments.play.stage import Stage
from payments.play.story import Line


@act(
    "bank-file", "fund",
    columns="by treasury-releaser or treasury-analyst; ref W1 (or the fund's latest sent warrant);"
    "\ntaken again it is the same. Finds the sum read back from it.",
)  # fmt: skip
def bank_file(stage: Stage, line: Line) -> Decimal:
    """Take a sent warrant's bank file."""
    sent = Warrant.objects.filter(fund=line.fund, posting__isnull=False)
    found = stage.met(line, Warrant) or sent.order_by("-pk").first()
    if found is None:
        raise Refusal(f"No warrant of {line.fund} was sent: there is no bank file.")
    return read(bank_files.take(found, on=line.on, by=stage.by(line)))[1].total
