"""The only home of rows that are good enough to be tried on, made as their table requires."""

from datetime import date
from typing import Any
from uuid import UUID

from django.db import connection

from funds import accounts, ledger
from funds.ledger import Move
from funds.models import Kind
from municipalities import offices
from municipalities.models import Officer

SINCE = date(1997, 7, 1)
FUND, DAY = "zone-assistance", date(2026, 8, 1)
# What a constraint wants of a table's columns beyond their types.
GIVEN: dict[str, dict[str, Any]] = {
    "funds_review": {"kind": "withholding", "number": ""},
    "funds_closing": {"sfy": 2027},
    "funds_correctioncase": {"sent_back": ""},
    "funds_objection": {"answer": ""},
    "funds_planevidence": {"sent_back": ""},
    "funds_quarterlyreport": {
        "quarter": 1,
        "closing": 15,
        "declared": 15,
        "closed_as": "",
        "closed_because": "",
        "digest": "0" * 64,
    },
    "funds_loan": {"default_reason": ""},
    "funds_vacantlandreport": {"year": 2025, "closed_as": "", "closed_because": ""},
    "funds_parcelfile": {"year": 2025, "outcome": "read", "must": "[]", "look": "[]"},
    "funds_vacantparcel": {"cause": "", "evidence": "", "attribution": ""},
    "funds_project": {"withdrawn_because": ""},
    "funds_secondgenerationreceipt": {"asset_kind": "", "asset": "", "interest": 0},
    "funds_writeoff": {"refused_because": ""},
    "payments_refund": {"dropped_because": ""},
    "funds_whatif": {
        "facts": '{"what_if": true}',
        "inputs_hash": "what-if:0",
        "sfy": 2026,
        "changes": "[]",
    },
    "funds_reportquestion": {"answer": ""},
    "municipalities_grant": {"refused_because": ""},
    "municipalities_factseries": {"kind": "parcels", "period": "2026"},
    "municipalities_intake": {"outcome": "read"},
    "municipalities_standstill": {"ended_because": ""},
    "payments_bankaccount": {"entered_on": DAY},
    "payments_hold": {"rule": "all", "category": "order"},
}
# What is filled together with a duty, by constraint.
WITH: dict[tuple[str, str], tuple[str, ...]] = {
    ("municipalities_factseries", "accepted_by_id"): ("accepted_on",),
    ("municipalities_grant", "decided_by_id"): ("decided_on",),
    ("municipalities_intake", "accepted_by_id"): ("accepted_on", "forwarded_by_id"),
    ("municipalities_standstill", "ended_by_id"): ("ended_on", "ended_because"),
    ("funds_closing", "certified_by_id"): ("certified_on",),
    ("funds_vacantlandreport", "certified_by_id"): ("certified_on",),
    ("funds_correctioncase", "decided_by_id"): ("decided_on",),
    ("funds_correctionpolicy", "decided_by_id"): ("decided_on",),
    ("funds_objection", "decided_by_id"): ("decided_on", "answer", "upheld"),
    ("funds_waiver", "authorised_by_id"): ("authorised_on",),
    ("funds_whatif", "shared_by_id"): ("shared_on",),
    ("funds_readingchange", "confirmed_by_id"): ("confirmed_on",),
    ("funds_pledge", "decided_by_id"): ("approved_on",),
    ("funds_appeal", "decided_by_id"): ("decided_on", "reason"),
    ("funds_planevidence", "answered_by_id"): ("answered_on",),
    ("funds_yearreview", "concluded_by_id"): ("concluded_on", "conclusion"),
    ("funds_proposal", "governing_by_id"): ("governing_adopted_at", "governing_resolution"),
    ("funds_proposal", "corporation_by_id"): ("corporation_adopted_at", "corporation_resolution"),
    ("funds_project", "withdrawn_by_id"): ("withdrawn_on", "withdrawn_because"),
    ("funds_changerequest", "sent_by_id"): ("sent_on",),
    ("funds_amendment", "determined_by_id"): ("rejected_on", "reason"),
    ("funds_amendment", "governing_by_id"): ("governing_adopted_at", "governing_resolution"),
    ("funds_amendment", "corporation_by_id"): ("corporation_adopted_at", "corporation_resolution"),
    ("funds_loan", "written_off_by_id"): ("written_off_on",),
    ("funds_writeoff", "decided_by_id"): ("decided_on", "amount"),
    ("funds_quarterlyreport", "prepared_by_id"): ("prepared_on",),
    ("funds_quarterlyreport", "certified_by_id"): ("certified_on",),
    ("funds_quarterlyreport", "accepted_by_id"): ("accepted_on",),
    ("funds_reportquestion", "answered_by_id"): ("answered_on", "answer"),
    ("payments_voucher", "approved_by_id"): ("approved_on", "posting_id"),
    ("payments_refund", "confirmed_by_id"): ("confirmed_on", "receivable_id"),
    ("payments_refund", "recorded_by_id"): ("recorded_on", "posting_id", "deposit_id"),
}
VALUES: dict[str, Any] = {
    "integer": 1, "bigint": 1, "numeric": 5, "boolean": False, "date": DAY,
    "timestamp with time zone": "2026-08-01 12:00Z", "jsonb": "{}",
}  # fmt: skip

_REQUIRED = """
SELECT a.attname, format_type(a.atttypid, NULL), CASE WHEN a.atttypmod > 4 THEN a.atttypmod - 4 END,
    (SELECT k.confrelid::regclass::text FROM pg_constraint k WHERE k.conrelid = a.attrelid
        AND k.contype = 'f' AND k.conkey = ARRAY[a.attnum]),
    EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique
        AND i.indkey::text = a.attnum::text),
    EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisprimary
        AND a.attnum = ANY(i.indkey))
FROM pg_attribute a WHERE a.attrelid = %s::regclass AND a.attnum > 0 AND NOT a.attisdropped
    AND a.attnotnull AND a.attidentity = '' AND NOT a.atthasdef
"""


class Samples:
    """Three persons in their offices, and rows of any table on demand."""

    def __init__(self) -> None:
        """Seat the persons and open the book, so that there is a posting to point at."""
        self.number = 0
        self.parents: dict[str, Any] = {"funds_fund": FUND}
        self.one = self._term("First office", "One person")
        self.one_again = self._term("Second office", "One person")
        self.other = self._term("Third office", "Another person")
        self.third = self._term("Fourth office", "A third person")
        ledger.open_books(FUND, 2027)
        self.posting = self.posted()

    def _term(self, office: str, person: str) -> Officer:
        return offices.seat("treasury-analyst", office, person, from_on=SINCE)

    def posted(self, key: str = "sample") -> int:
        """Post a deposit under a key and return its posting."""
        source = accounts.find(FUND, Kind.SOURCE, "appropriation")
        move = Move(source, accounts.find(FUND, Kind.POOL, "FUND"), ledger.CENT * 500)
        posted = ledger.post(
            "deposit", [move], fund=FUND, key=key, on=DAY, by=self.third, clause="none"
        )
        return int(posted.pk)

    def another_term(self, officer: int) -> int:
        """Seat the officer's person in one more office."""
        self.number += 1
        person = Officer.objects.get(pk=officer).person.label
        return int(self._term(f"Office gained {self.number}", person).pk)

    def person_of(self, officer: int) -> int:
        """Return the natural person of a term."""
        return int(Officer.objects.get(pk=officer).person_id)

    def ready(self, table: str) -> None:
        """Make every row that a row of the table must point at."""
        for _name, _type, _length, parent, _once, _key in self._required(table):
            if parent and parent not in self.parents and parent != "municipalities_officer":
                self.ready(parent)
                self.parents[parent] = self.row(parent)

    def with_it(self, table: str, column: str) -> dict[str, Any]:
        """Return what must be filled together with a duty."""
        values = {"posting_id": self.posting, "forwarded_by_id": self.third.pk, "amount": 5,
                  "upheld": False}  # fmt: skip
        needed = WITH.get((table, column), ())
        for name, of in (("receivable_id", "funds_receivable"),
                         ("deposit_id", "municipalities_document")):  # fmt: skip
            if name in needed:
                self.ready(of)
                values[name] = self.row(of)
        return {each: values.get(each, DAY) for each in needed}

    def row(self, table: str, **given: Any) -> Any:
        """Enter a row and return its key; what isn't given is made up as its column requires."""
        values = self._begun(table, given)
        key = "id"
        for name, kind, length, parent, once, is_key in self._required(table):
            key = name if is_key else key
            if name not in values and parent:
                values[name] = self._parent(parent, values, once=once and not is_key)
            elif name not in values:
                values[name] = self._value(kind, length)
        names = ", ".join(f'"{name}"' for name in values)
        holes = ", ".join(["%s"] * len(values))
        with connection.cursor() as cursor:
            cursor.execute(
                f'INSERT INTO "{table}" ({names}) VALUES ({holes}) RETURNING "{key}"',  # noqa: S608
                list(values.values()),
            )
            return cursor.fetchone()[0]

    def _begun(self, table: str, given: dict[str, Any]) -> dict[str, Any]:
        """Return what is given, with what must be filled beside it."""
        values = GIVEN.get(table, {}) | given
        for column in given:
            values |= self.with_it(table, column)
        if table == "funds_certification" and "run_id" not in values:
            by = values.setdefault("prepared_by_id", self.third.pk)
            values["run_id"] = self.row("funds_run", prepared_by_id=by)
            values.setdefault("certified_by_id", self.other.pk)
        if table == "funds_quarterlyreport":
            values = {"prepared_by_id": self.third.pk, "prepared_on": DAY} | values
        return values

    def _parent(self, parent: str, values: dict[str, Any], *, once: bool) -> Any:
        """Return what a row points at: an officer who is not in it yet, or a row of a table."""
        if parent == "municipalities_officer":
            free = [each.pk for each in (self.third, self.other) if each.pk not in values.values()]
            return free[0] if free else self.third.pk
        return self.row(parent) if once else self.parents[parent]

    def _value(self, kind: str, length: int | None) -> Any:
        self.number += 1
        if kind == "smallint":
            return self.number
        if kind == "uuid":
            return str(UUID(int=self.number))
        return VALUES.get(kind, f"{self.number:04}"[-(length or 40) :])

    @staticmethod
    def _required(table: str) -> list[tuple[str, str, int | None, str | None, bool, bool]]:
        with connection.cursor() as cursor:
            cursor.execute(_REQUIRED, [table])
            return list(cursor.fetchall())
