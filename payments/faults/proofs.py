"""The measured proof of what faults leave: the same to the byte, and nothing to do by hand."""

import logging
from collections.abc import Callable

from payments.faults import answers, forgetting, killing, stopping
from payments.proving import Outcome, Part, Proof

Run = Callable[[int, int], tuple[int, list[str]]]


def _quietly(run: Run) -> Callable[[int, int], Outcome]:
    """Leave what the product logs of each fault unsaid: a proof is made of them."""

    def quiet(count: int, seed: int) -> Outcome:
        logging.disable(logging.CRITICAL)
        return Outcome(*run(count, seed))

    return quiet


def _part(name: str, quick: int, full: int, block: int, run: Run, says: str) -> Part:
    return Part(name, quick, full, block, _quietly(run), says, in_database=False)


PROOFS = (
    Proof(
        "faults",
        "asked again: tables, files and notices as undisturbed, to the byte",
        (
            _part(
                "statements", 2, killing.EVERY, killing.EVERY, killing.run,
                "{wrong} different after {tried} kills at statements of close, release, certify,"
                " export and import",
            ),
            _part(
                "anywhere", 2, 200, 50, killing.anywhere,
                "{wrong} after {tried} at statements by chance for every municipality",
            ),
            _part("answers", 5, 50, 50, answers.run, "{wrong} after {tried} lost answers"),
            _part("stops", 2, 50, 50, stopping.run, "{wrong} after {tried} stops of PostgreSQL"),
            _part("emptied", 2, 20, 20, forgetting.run, "{wrong} after {tried} emptied brokers"),
        ),
    ),
)  # fmt: skip
