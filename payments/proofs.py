"""The only list of the project's measured proofs."""

from django.conf import settings

from funds.proofs import (
    allocation,
    audit,
    closed_year,
    duties,
    intake,
    random_history,
    raw_sql,
)
from funds.proofs.attacks import ATTACKS
from municipalities.proofs import hostility, login
from payments import migrating
from payments import proofs_of_evidence as of_evidence
from payments import proofs_of_law as of_law
from payments import proofs_of_loss as of_loss
from payments.bank_file import proof as bank_file
from payments.clockwork import proofs as of_payments
from payments.faults import proofs as of_faults
from payments.matrix import asking as matrix
from payments.matrix.routes import ROUTES
from payments.page_proof import access
from payments.page_proof import proof as proof_of_pages
from payments.proving import Outcome, Part, Proof
from payments.races import caps, dollar
from payments.races.clients import COUNT


def _allocation(cases: int, seed: int) -> Outcome:
    off = allocation.run(cases, seed)
    return Outcome(cases, [f"{off} cents off with seed {seed}"] if off else [], off)


def _operations(operations: int, seed: int) -> Outcome:
    return Outcome(operations, random_history.run(operations, seed))


def _attacks(_count: int, _seed: int) -> Outcome:
    return Outcome(len(ATTACKS), raw_sql.attack())


def _closed_year(_count: int, _seed: int) -> Outcome:
    refused, of = closed_year.run()
    return Outcome(of, [f"{of - refused} ways in"] if refused < of else [], of - refused)


def _writes(writes: int, seed: int) -> Outcome:
    return Outcome(*audit.run(writes, seed))


def _tables(_count: int, _seed: int) -> Outcome:
    return Outcome(*audit.tables())


def _silencers(_count: int, _seed: int) -> Outcome:
    return Outcome(*audit.attack())


def _matrix(_count: int, _seed: int) -> Outcome:
    titles = tuple(title for title in settings.ROLES if title != "system")
    asked = matrix.run(titles)
    return Outcome(asked.asked, asked.faults)


def _duties(_count: int, _seed: int) -> Outcome:
    return Outcome(*duties.run())


def _intake(files: int, seed: int) -> Outcome:
    return Outcome(*intake.run(files, seed))


def _hostile(_count: int, _seed: int) -> Outcome:
    return Outcome(*hostility.run())


def _login(_count: int, _seed: int) -> Outcome:
    let_in = login.run()
    return Outcome(len(login.CASES), let_in, len(let_in))


def _bank_files(files: int, seed: int) -> Outcome:
    return Outcome(*bank_file.run(files, seed))


def _caps(rounds: int, seed: int) -> Outcome:
    return _raced(*caps.run(rounds, seed))


def _dollar(rounds: int, seed: int) -> Outcome:
    return _raced(*dollar.run(rounds, seed))


def _raced(rounds: int, faults: list[str], p95: int) -> Outcome:
    return Outcome(rounds, faults, len(faults), p95)


def _migrations(steps: int, seed: int) -> Outcome:
    tried, faults, longest = migrating.run(steps, seed)
    return Outcome(tried, faults, len(faults), longest)


RACED = f"{{wrong}} violations in {{tried}} rounds of {COUNT} clients at once; p95 {{p95}} ms"

PROOFS = {
    proof.name: proof
    for proof in (
        Proof(
            "allocation",
            "0 cents off",
            (
                Part(
                    "cases", 20_000, 100_000, 5_000, _allocation,
                    "{wrong} cents off in {tried} random cases", in_database=False,
                ),
            ),
        ),
        Proof(
            "ledger",
            "0 different; every attack refused, 100 or more",
            (
                Part(
                    "operations", 20_000, 1_000_000, 10_000, _operations,
                    "{wrong} different in {tried} random operations",
                ),
                Part(
                    "attacks", len(ATTACKS), len(ATTACKS), len(ATTACKS), _attacks,
                    "{right} of {tried} raw SQL attacks refused",
                ),
            ),
        ),
        Proof(
            "login",
            "every way around signing in refused, 40 or more",
            (
                Part(
                    "cases", len(login.CASES), len(login.CASES), len(login.CASES), _login,
                    "{right} of {tried} login bypass cases refused",
                ),
            ),
        ),
        Proof(
            "caps",
            "0 violations",
            (Part("rounds", 12, 200, 25, _caps, RACED),),
        ),
        Proof(
            "dollar",
            "0 violations",
            (Part("rounds", 12, 200, 25, _dollar, RACED),),
        ),
        Proof(
            "bank-files",
            "read again as written, and every altered digit found",
            (
                Part(
                    "files", 500, 10_000, 500, _bank_files,
                    "{wrong} wrong of {tried} random files, each with a digit altered",
                    in_database=False,
                ),
            ),
        ),
        *of_evidence.PROOFS,
        *of_law.PROOFS,
        *of_loss.PROOFS,
        *of_payments.PROOFS,
        *of_faults.PROOFS,
        Proof(
            "intake",
            "0 errors of the server, 0 over 10 s or 512 MB, every refusal with its cell",
            (
                Part(
                    "files", 300, 10_000, 500, _intake,
                    "{wrong} faults in {tried} mutated files",
                ),
            ),
        ),
        Proof(
            "hostile-files",
            "60 of 60 refused, each in 2 s and 256 MB, nobody asked",
            (Part("files", 1, 1, 1, _hostile, "{right} of {tried} hostile files refused"),),
        ),
        Proof(
            "closed-year",
            "12 of 12 ways in refused",
            (Part("ways", 12, 12, 12, _closed_year, "{right} of {tried} ways in refused"),),
        ),
        Proof(
            "audit",
            "every write caught, none silenced",
            (
                Part(
                    "writes", 10_000, 100_000, 2_500, _writes,
                    "{wrong} of {tried} changed rows not caught",
                ),
                Part("tables", 1, 1, 1, _tables, "{tried} tables, {wrong} not watched"),
                Part("silencing", 1, 1, 1, _silencers, "{right} of {tried} attacks refused"),
            ),
        ),
        Proof(
            "access-matrix",
            "every route, office, case and method as declared; 0 leaks",
            (
                Part(
                    "addresses", 1, 1, 1, _matrix,
                    f"{len(ROUTES)} routes and the admin site's, {len(settings.ROLES)} offices with"
                    " nobody, {tried} requests for own, another's and nothing; leaks {wrong}",
                ),
            ),
        ),
        Proof(
            "duties",
            "0 ways for one person to fill two duties",
            (Part("ways", 1, 1, 1, _duties, "{wrong} ways through in {tried} tries"),),
        ),
        Proof(
            "migrations",
            "each undone and applied on grown data, no read blocked over 2,000 ms",
            (
                Part(
                    "steps", 1, migrating.FULL_STEPS, migrating.FULL_STEPS, _migrations,
                    "{tried} migrations undone and applied while others read and deposit, {wrong}"
                    " faults, the longest read {p95} ms", in_database=False,
                ),
            ),
        ),
        Proof(
            "pages",
            "statements the same for 10 and 564 rows, 8 for a list, 30 for any; p95 under 800 ms",
            (
                Part(
                    "times", 3, 20, 20, proof_of_pages.run,
                    "{wrong} faults in {tried} pages opened", in_database=False,
                ),
            ),
        ),
        Proof(
            "access",
            "0 violations that axe finds, and no page that scrolls sideways",
            (
                Part("times", 1, 2, 2, access.run, "{wrong} violations in {tried} visits",
                     in_database=False),
            ),
        ),
    )
}  # fmt: skip
