"""The only home of which postings, papers and changes belong to a municipality, payment or run."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from django.db import connection
from django.db.models import Q
from django.http import Http404

from funds.models import Account, Posting, Run
from funds.queries.postings import touching
from municipalities.models import Change, EnterpriseZone, Municipality, Paper
from payments import registers, remittances
from payments.models import BankReturn, Bundle, Installment, Payment

PRIVATE = ("municipalities_draft", "municipalities_draftversion", "municipalities_submission")
# Tables that name a municipality or its zone, each with its key.
_TABLES = """
    SELECT c.table_name, array_agg(c.column_name::text) FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND c.column_name IN ('municipality_id', 'zone_id', 'payee')
        AND EXISTS (SELECT 1 FROM information_schema.columns i WHERE i.table_schema = 'public'
            AND i.table_name = c.table_name AND i.column_name = 'id')
    GROUP BY 1 ORDER BY 1"""


@dataclass(frozen=True)
class Records:
    """What a bundle is of, in words, and the keys of what belongs to it."""

    title: str
    postings: frozenset[int]
    papers: tuple[Paper, ...]
    rows: dict[str, set[str]] = field(default_factory=dict)

    def changes(self) -> Iterator[Change]:
        """Yield the journal's lines of every row, table by table, the oldest first."""
        for table, keys in sorted(self.rows.items()):
            found = Change.objects.filter(table=table, row__in=keys).order_by("pk")
            yield from found.iterator(chunk_size=2_000)


def of(kind: str, key: str) -> Records:
    """Gather what belongs to a record; one that isn't there is a 404."""
    if kind not in _GATHERED or (kind != Bundle.Of.MUNICIPALITY and not key.isdecimal()):
        raise Http404("There is no such record.")
    return _GATHERED[kind](key)


def _municipality(code: str) -> Records:
    town = Municipality.objects.filter(pk=code).first()
    if town is None:
        raise Http404("There is no such municipality.")
    memberships = EnterpriseZone.objects.filter(memberships__municipality=town)
    zones = sorted(set(memberships.values_list("pk", flat=True)))
    accounts = Account.objects.filter(Q(municipality=town) | Q(zone__in=zones))
    postings = touching(accounts).values_list("posting_id", flat=True)
    papers = Paper.objects.filter(
        Q(document__municipality=town) | Q(document__zone__in=zones)
    ).select_related("document")
    return Records(
        str(town),
        frozenset(postings),
        tuple(papers.order_by("issued_on", "pk")),
        _rows_of(code, zones) | {"municipalities_municipality": {code}},
    )


def _rows_of(code: str, zones: list[str]) -> dict[str, set[str]]:
    """Return the keys of every row that names the municipality or one of its zones."""
    found: dict[str, set[str]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_TABLES)
        for table, columns in cursor.fetchall():
            if table in PRIVATE:
                continue
            wanted = {"municipality_id": [code], "payee": [code], "zone_id": zones}
            either = " OR ".join(f"{column} = ANY(%s)" for column in columns)
            cursor.execute(
                f'SELECT id FROM "{table}" WHERE {either}',  # noqa: S608
                [wanted[column] for column in columns],
            )
            found[table] = {str(row[0]) for row in cursor.fetchall()}
    return found


def _payment(key: str) -> Records:
    related = ("warrant", "installment__certification", "voucher__encumbrance")
    payment = Payment.objects.filter(pk=key).select_related(*related).first()
    if payment is None:
        raise Http404("There is no such payment.")
    rows = _keys({"payments_payment": [payment.pk], "payments_warrant": [payment.warrant_id]})
    returned = BankReturn.objects.filter(payment=payment).values_list("posting_id", flat=True)
    postings = {payment.warrant.posting_id, payment.other_id, *returned}
    if payment.installment is not None:
        certification = payment.installment.certification
        rows |= _keys(
            {
                "payments_installment": [payment.installment_id],
                "funds_certification": [certification.pk],
                "funds_run": [certification.run_id],
            }
        )
        postings |= {payment.installment.posting_id, *_credited(certification.run_id)}
    if payment.voucher is not None:
        encumbrance = payment.voucher.encumbrance
        rows |= _keys(
            {"payments_voucher": [payment.voucher_id], "funds_encumbrance": [encumbrance.pk]}
        )
        postings |= {payment.voucher.posting_id, encumbrance.posting_id}
    papers = _papers(registers.key(payment.warrant), remittances.key(payment))
    return Records(f"payment {payment.trace}", _there(postings), papers, rows)


def _run(key: str) -> Records:
    run = Run.objects.filter(pk=key).select_related("fund").first()
    if run is None:
        raise Http404("There is no such run.")
    installments = Installment.objects.filter(certification__run=run)
    certified = Run.objects.filter(pk=run.pk, certification__isnull=False)
    numbers = list(certified.values_list("certification__number", "certification__pk"))
    rows = _keys(
        {
            "funds_run": [run.pk],
            "funds_certification": [pk for _, pk in numbers],
            "payments_installment": installments.values_list("pk", flat=True),
        }
    )
    postings = {*installments.values_list("posting_id", flat=True), *_credited(run.pk)}
    papers = [
        each
        for number, _ in numbers
        for each in Paper.objects.filter(key__startswith=f"certification/{number}/")
    ]
    return Records(f"run {run}", _there(postings), tuple(papers), rows)


def _credited(run: int) -> list[int | None]:
    found = Run.objects.filter(pk=run, certification__credit__isnull=False)
    return list(found.values_list("certification__credit__posting_id", flat=True))


def _papers(*keys: str) -> tuple[Paper, ...]:
    return tuple(Paper.objects.filter(key__in=keys).select_related("document").order_by("pk"))


def _there(postings: Iterable[int | None]) -> frozenset[int]:
    wanted = [key for key in postings if key is not None]
    return frozenset(Posting.objects.filter(pk__in=wanted).values_list("pk", flat=True))


def _keys(tables: dict[str, Iterable[object]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for table, keys in tables.items():
        found[table] |= {str(key) for key in keys}
    return dict(found)


_GATHERED: dict[str, Callable[[str], Records]] = {
    Bundle.Of.MUNICIPALITY: _municipality,
    Bundle.Of.PAYMENT: _payment,
    Bundle.Of.RUN: _run,
}
