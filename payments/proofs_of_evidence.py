"""The proofs that nothing is altered unseen, and that every amount leads to its clause."""

from payments import tampering
from payments.proving import Outcome, Part, Proof


def _altered(alterations: int, seed: int) -> Outcome:
    return Outcome(*_counted(*tampering.alter(alterations, seed)))


def _among(lines: int, seed: int) -> Outcome:
    tried, faults, took = tampering.among(lines, seed)
    return Outcome(tried, faults, len(faults), took)


def _counted(tried: int, faults: list[str]) -> tuple[int, list[str], int]:
    return tried, faults, len(faults)


PROOFS = (
    Proof(
        "tamper",
        "1,000 of 1,000 with the first bad entry named; one at 2,000,000 lines; under 5 minutes",
        (
            Part(
                "alterations", 100, 1_000, 250, _altered,
                f"{{right}} of {{tried}} alterations on {tampering.POSTINGS:,} postings found, each"
                " first bad entry named",
            ),
            Part(
                "lines", 10_000, 2_000_000, 2_000_000, _among,
                "one among {tried} lines found, {wrong} faults, every chain verified in {p95} ms",
                in_database=False,
            ),
        ),
    ),
)  # fmt: skip
