"""The measured proofs of payments and of what the calendar wakes."""

from payments.clockwork import clock, delivery, flood, hasty_broker, looks, stalls
from payments.proving import Outcome, Part, Proof
from payments.reconciling import proof as reconciliation


def _reconciliation(each: int, seed: int) -> Outcome:
    return Outcome(*reconciliation.run(each, seed))


def _clock(count: int, seed: int) -> Outcome:
    return Outcome(*clock.run(count, seed))


def _delivery(seeds: int, seed: int) -> Outcome:
    return Outcome(*delivery.run(seeds, seed))


def _looks(count: int, seed: int) -> Outcome:
    return Outcome(*looks.timed(count, seed))


def _flood(count: int, seed: int) -> Outcome:
    tried, faults, p95 = flood.run(count, seed)
    return Outcome(tried, faults, len(faults), p95)


def _repeated(seeds: int, seed: int) -> Outcome:
    return Outcome(*hasty_broker.repeated(seeds, seed))


def _stopped(rows: int, seed: int) -> Outcome:
    return Outcome(*hasty_broker.stopped(rows, seed))


def _stalls(many: int, seed: int) -> Outcome:
    return Outcome(*stalls.run(many, seed))


EACH = reconciliation.EACH
PROOFS = (
    Proof(
        "reconciliation",
        "100 of 100 planted differences found, none without one",
        (
            Part(
                "differences", EACH, EACH, EACH, _reconciliation,
                "{right} of {tried} differences found, ten of each of ten kinds",
            ),
        ),
    ),
    Proof(
        "delivery",
        "the same state, 0 lost, 0 doubled",
        (
            Part(
                "seeds", 10, 500, 10, _delivery,
                f"{{wrong}} lost or doubled in {{tried}} seeds of three days' messages from"
                f" {delivery.BEATS} beats, each 1 to {delivery.MOST} times, to"
                f" {delivery.WORKERS} workers",
                in_database=False,
            ),
        ),
    ),
    Proof(
        "looks",
        "the same postings, through in five minutes, pages within twice a quiet hour's",
        (
            Part(
                "looks", 4_000, looks.MANY, 4_000, _looks,
                f"{{wrong}} wrong after {{tried}} looks at once by {looks.WORKERS} workers",
                in_database=False,
            ),
            Part(
                "pages", 1_000, looks.MANY, looks.MANY, _flood,
                "{wrong} wrong after {tried} messages to a worker; pages meanwhile p95 {p95} ms",
                in_database=False,
            ),
        ),
    ),
    Proof(
        "workers",
        "each released and imported once, none before its day",
        (
            Part(
                "repeated", 2, 10, 1, _repeated,
                "{wrong} wrong in {tried} rounds of messages handed on after a second",
                in_database=False,
            ),
            Part(
                "stopped", 300, 2_000, 2_000, _stopped,
                "{wrong} wrong after {tried} imports and a release of every municipality by workers"
                " stopped or killed every two seconds, with a broker that forgot all on the way",
                in_database=False,
            ),
        ),
    ),
    Proof(
        "clock",
        "the same on every server, to the second",
        (
            Part(
                "looks", 1, 1, 1, _clock,
                f"{{wrong}} wrong of {{tried}} looks at a second before, at and after a date's"
                f" midnight, on servers of {len(clock.SERVERS)} zones",
            ),
        ),
    ),
    Proof(
        "stalls",
        "50 of 50 seen within ten minutes, none without one",
        (
            Part(
                "stalls", stalls.PLANTED, stalls.PLANTED, stalls.PLANTED, _stalls,
                "{right} of {tried} planted stalls raised their alarm",
            ),
        ),
    ),
)  # fmt: skip
