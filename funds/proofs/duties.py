"""The only home of proving that one natural person never fills two duties of one act.

Every pair of duties is tried in every way that this knows, by raw SQL, as the owner (a superuser
here) and as each role that may write: two offices of one person, an office gained in mid-flow, a
first signature written over, triggers asked to look away.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

from django.db import DatabaseError, connection, transaction

from funds.proofs.samples import Samples
from municipalities.walls import roles

Attempt = Callable[["Case"], None]

# Every act that needs two persons or more, by table: none of these may be without its rule.
DUTIES = {
    "funds_amendment", "funds_changerequest", "funds_appeal", "funds_planevidence",
    "funds_yearreview",
    "funds_certification", "funds_closing", "funds_correction", "funds_correctioncase",
    "funds_decision", "funds_finding",
    "funds_loan", "funds_pledge", "funds_project", "funds_proposal", "funds_quarterlyreport",
    "funds_reportquestion", "funds_review", "funds_withholdingorder", "funds_writeoff",
    "municipalities_factseries", "municipalities_grant", "municipalities_standstill",
    "payments_bankaccount", "payments_hold",
    "payments_voucher", "payments_warrant",
}  # fmt: skip
_RULES = r"""
SELECT c.relname, substring(p.prosrc FROM 'ARRAY\[([^]]*)\]'),
    substring(p.prosrc FROM 'CONSTRAINT = ''(\w+)''')
FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
WHERE p.prosrc LIKE '%two duties of one act%' AND p.prosrc LIKE '%unnest(ARRAY[NEW.%' ORDER BY 1, 2
"""
# Other rules that may be the first to refuse.
NAMED = {
    "signature_stays", "who_prepared_never_certifies", "preparer_of_the_run", "only_accepted",
    "certified_for_good", "same_person_for_good", "decided_once", "policy_only_decided",
    "reading_only_confirmed", "what_if_only_shared",
}  # fmt: skip


@dataclass
class Case:
    """A pair of duties of a table, a lawful row to begin with, and who tries."""

    samples: Samples
    table: str
    first: str
    second: str
    same: tuple[int, int]  # two terms of one person, in two offices
    other: int  # a term of somebody else

    def run(self, sql: str, *values: Any) -> None:
        """Run a statement of the attacker's."""
        with connection.cursor() as cursor:
            cursor.execute(sql, values)

    def begin(self, **columns: Any) -> int:
        """Enter a row with the first duty done by the person, and what else is said."""
        return int(self.samples.row(self.table, **({self.first: self.same[0]} | columns)))

    def set(self, pk: int, **columns: Any) -> None:
        """Change columns of the row."""
        names = ", ".join(f'"{name}" = %s' for name in columns)
        self.run(f'UPDATE "{self.table}" SET {names} WHERE id = %s', *columns.values(), pk)  # noqa: S608

    def finish(self, by: int) -> dict[str, Any]:
        """Return the columns that go with the second duty being done by somebody."""
        return {self.second: by} | self.samples.with_it(self.table, self.second)


def entered_at_once(case: Case) -> None:
    """Enter a row with both duties done by one term."""
    case.begin(**case.finish(case.same[0]))


def entered_in_two_offices(case: Case) -> None:
    """Enter a row with both duties done by one person in two offices."""
    case.begin(**case.finish(case.same[1]))


def gained_the_office(case: Case) -> None:
    """Do the first duty, gain the second office, do the second."""
    pk = case.begin()
    case.set(pk, **case.finish(case.samples.another_term(case.same[0])))


def wrote_over_the_first(case: Case) -> None:
    """Do the first duty, name another for it, do the second."""
    pk = case.begin()
    case.set(pk, **{case.first: case.other})
    case.set(pk, **case.finish(case.same[1]))


def wrote_over_the_second(case: Case) -> None:
    """Let another do the second duty, then name oneself for it."""
    pk = case.begin(**case.finish(case.other))
    case.set(pk, **{case.second: case.same[1]})


def with_triggers_asked_to_look_away(case: Case) -> None:
    """Ask the triggers to ignore the statement, and enter both duties."""
    case.run(
        "SELECT set_config('pgtrigger.ignore', (SELECT array_agg(tgname)::text FROM pg_trigger"
        " WHERE NOT tgisinternal), true)"
    )
    case.begin(**case.finish(case.same[1]))


def on_conflict(case: Case) -> None:
    """Do the second duty through an INSERT that meets the row that is there."""
    pk = case.begin()
    columns = case.finish(case.same[1])
    names = ", ".join(f'"{name}" = %s' for name in columns)
    case.run(
        f'INSERT INTO "{case.table}" SELECT * FROM "{case.table}" WHERE id = %s'  # noqa: S608
        f" ON CONFLICT (id) DO UPDATE SET {names}",
        pk,
        *columns.values(),
    )


def merged(case: Case) -> None:
    """Do the second duty with MERGE."""
    pk = case.begin()
    columns = case.finish(case.same[1])
    names = ", ".join(f'"{name}" = %s' for name in columns)
    case.run(
        f'MERGE INTO "{case.table}" t USING (SELECT %s AS id) x ON t.id = x.id'
        f" WHEN MATCHED THEN UPDATE SET {names}",
        pk,
        *columns.values(),
    )


def became_another_person(case: Case) -> None:
    """Give the second term to somebody else, do the duty in it, take the term back."""
    pk = case.begin()
    person = case.samples.person_of(case.same[1])
    case.run(
        "UPDATE municipalities_officer SET person_id = %s WHERE id = %s",
        case.samples.person_of(case.other),
        case.same[1],
    )
    case.set(pk, **case.finish(case.same[1]))
    case.run("UPDATE municipalities_officer SET person_id = %s WHERE id = %s", person, case.same[1])


def named_another_preparer(case: Case) -> None:
    """Certify one's own run under a certification that names another as its preparer."""
    if case.table == "funds_certification" and case.first == "prepared_by_id":
        run = case.samples.row("funds_run", prepared_by_id=case.same[0])
        case.begin(**{case.first: case.other, "run_id": run} | case.finish(case.same[1]))
    else:
        entered_at_once(case)


WAYS: tuple[Attempt, ...] = (
    entered_at_once, entered_in_two_offices, gained_the_office, wrote_over_the_first,
    wrote_over_the_second, with_triggers_asked_to_look_away, on_conflict, merged,
    became_another_person, named_another_preparer,
)  # fmt: skip


def run() -> tuple[int, list[str]]:
    """Try every pair in every way as everyone; return how many were tried, and what got through."""
    samples = Samples()
    known = rules()
    through = [f"{table}: no rule" for table in DUTIES - {table for table, _, _ in known}]
    named = NAMED | {name for _, _, name in known}
    tried = 0
    for table, columns, _name in known:
        for first, second in permutations(columns, 2):
            case = _case(samples, table, first, second)
            if not _lawful(case):
                through.append(f"{table}: two persons could not do {first} and {second}")
            for role, way in product(("", roles.APP, roles.WORKER), WAYS):
                tried += 1
                if not _refused(case, way, role, named):
                    by = role or "owner"
                    through.append(f"{by}: {table} {first}, {second}: {way.__name__}")
    return tried, through


def rules() -> list[tuple[str, list[str], str]]:
    """Return each table's rule that duties are other persons': its columns and its name."""
    with connection.cursor() as cursor:
        cursor.execute(_RULES)
        return [
            (table, [column.strip().removeprefix("NEW.") for column in columns.split(",")], name)
            for table, columns, name in cursor.fetchall()
        ]


def _case(samples: Samples, table: str, first: str, second: str) -> Case:
    samples.ready(table)
    same = (int(samples.one.pk), int(samples.one_again.pk))
    return Case(samples, table, first, second, same, int(samples.other.pk))


def _lawful(case: Case) -> bool:
    """Say whether two persons may do what one may not: else a refusal would prove nothing."""
    try:
        with transaction.atomic():
            case.begin(**case.finish(case.other))
            transaction.set_rollback(True)
    except DatabaseError:
        return False
    return True


def _refused(case: Case, way: Attempt, role: str, named: set[str]) -> bool:
    """Try it; refused is only what a constraint or a lacking privilege refused by name."""
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('apportion.sees', 'all', true)")
                if role:
                    cursor.execute(f"SET LOCAL ROLE {role}")
            way(case)
            transaction.set_rollback(True)
    except DatabaseError as error:
        cause: Any = error.__cause__
        by_name = cause.diag.constraint_name in named or "pgtrigger: Cannot" in str(error)
        return cause.pgcode == "42501" or by_name
    return False
