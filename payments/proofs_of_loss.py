"""The proofs of what is left after a loss: a copy restored, a log that left the machine."""

from payments.backups import drill, lost_server
from payments.proving import Part, Proof

PROOFS = (
    Proof(
        "restore",
        "a copy in 30 minutes that lacks nothing and sends nothing; nothing older than 5 minutes"
        " lost",
        (
            Part(
                "copy", 1, 2, 2, drill.run,
                "{wrong} of {tried} looks found something wrong, restored in {p95} ms",
                in_database=False,
            ),
            Part(
                "log", 200, 2_000, 2_000, lost_server.run,
                "of {tried} deposits before the server was killed the oldest lost one was {p95} ms"
                " old",
                in_database=False,
            ),
        ),
    ),
)  # fmt: skip
