"""The proofs of what the law gives: a year of it, its runs again, and tests that miss its rules."""

from payments.coverage_proof import run as without_each
from payments.proving import Part, Proof
from payments.replay_proof import run as replays_elsewhere
from payments.what_if_proof import run as into_payment
from payments.year_proof import run as year_of_receipts

EVERY = 1_000  # more rules and acts than there are

PROOFS = (
    Proof(
        "law-coverage",
        "each clause's tests fail without each of its rules and acts",
        (
            Part(
                "clauses", 10, EVERY, EVERY, without_each,
                "{right} of {tried} rules and acts missed by the tests of their clauses",
                in_database=False,
            ),
        ),
    ),
    Proof(
        "replay",
        "every certified run of the demonstration, byte for byte",
        (
            Part(
                "replays", 12, 564, 564, replays_elsewhere,
                "{right} of {tried} replays identical, each run in 3 processes of other"
                " languages, zones and orders",
                in_database=False,
            ),
        ),
    ),
    Proof(
        "what-if",
        "0 ways from a what-if into payment",
        (
            Part(
                "ways", 1, 1, 1, into_payment,
                "{wrong} of {tried} ways by act, address and SQL lead into payment",
            ),
        ),
    ),
    Proof(
        "receipts-year",
        "a year of every municipality, from a file to certified installments, under 10 s",
        (
            Part(
                "years", 1, 3, 1, year_of_receipts, "{tried} ms, {wrong} faults",
                in_database=False,
            ),
        ),
    ),
)  # fmt: skip
