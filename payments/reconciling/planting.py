"""The only home of the differences that are planted: by raw SQL past every rule, and in files."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from random import Random

from django.conf import settings
from django.db import connection

from payments import bank_files
from payments.bank_file.reading import read
from payments.bank_file.records import Credit, Origin, write
from payments.models import Warrant
from payments.reconciling.differences import Kind
from payments.reconciling.scene import CENT, HIGHLANDS, Scene

Files = dict[str, str]
Change = Callable[[list[Credit]], Iterable[Credit]]
Way = Callable[[Scene, Warrant, Random], Files]


def _sql(statement: str, *values: int | str | None) -> Files:
    """Run a statement with the triggers off, as somebody with the whole database would."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, values)
        if not cursor.rowcount:
            raise AssertionError(f"nothing was planted by {statement}")
    return {}


def _one(warrant: Warrant, random: Random) -> int:
    """Pick a payment that did not come back."""
    return int(
        random.choice(list(warrant.payments.filter(returned=False).values_list("pk", flat=True)))
    )


def _file(
    warrant: Warrant, change: Callable[[list[Credit]], Iterable[Credit]], **more: object
) -> Files:
    """Write the warrant's file anew with other payments; its controls are right again."""
    lines, _ = read(bank_files.content_of(warrant))
    credits_ = [
        Credit(each.routing, each.number, False, each.amount, each.payment, each.name, each.note)
        for each in lines
    ]
    origin = Origin(
        settings.BANK_ROUTING, settings.BANK_NAME, settings.BANK_SENDER_ID,
        settings.BANK_SENDER_NAME,
    )  # fmt: skip
    said = {
        "pays_on": warrant.pays_on,
        "written_on": warrant.sent_on or warrant.pays_on,
        "purpose": bank_files.PURPOSES[warrant.fund_id],
        "reference": f"{warrant.pk:08d}",
    } | more
    return {warrant.number: write(origin, list(change(credits_)), **said)}  # type: ignore[arg-type]


def unchanged(warrant: Warrant) -> Files:
    """The file written anew without a change, which is the file itself."""
    return _file(warrant, lambda every: every)


def _at(
    place: int, change: Callable[[Credit], Iterable[Credit]]
) -> Callable[[list[Credit]], list[Credit]]:
    return lambda every: [
        made for at, each in enumerate(every) for made in (change(each) if at == place else [each])
    ]


def _row_gone(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql("DELETE FROM payments_payment WHERE id = %s", _one(w, random))


def _line_gone(_: Scene, w: Warrant, random: Random) -> Files:
    return _file(w, _at(random.randrange(12), lambda each: []))


def _line_twice(_: Scene, w: Warrant, random: Random) -> Files:
    return _file(w, _at(random.randrange(12), lambda each: [each, each]))


def _row_twice(scene: Scene, w: Warrant, random: Random) -> Files:
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX one_live_of_installment")
    other = random.choice([each for each in scene.warrants if each.fund_id == w.fund_id])
    return _sql(
        """INSERT INTO payments_payment (warrant_id, installment_id, payable_id, payee,
            bank_account_id, amount, trace, returned)
        SELECT %s, installment_id, payable_id, payee, bank_account_id, amount, '999999999999999',
            false FROM payments_payment WHERE id = %s""",
        other.pk, _one(w, random),
    )  # fmt: skip


def _row_cent(_: Scene, w: Warrant, random: Random) -> Files:
    sign = random.choice("+-")
    return _sql(f"UPDATE payments_payment SET amount = amount {sign} 0.01 WHERE id = %s",  # noqa: S608
                _one(w, random))  # fmt: skip


def _line_cent(_: Scene, w: Warrant, random: Random) -> Files:
    return _file(
        w, _at(random.randrange(12), lambda each: [replace(each, amount=each.amount + CENT)])
    )


def _entry_cent(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql(
        "UPDATE funds_entry SET amount = amount - 0.01 WHERE posting_id = %s AND seq = %s",
        w.posting_id, random.randint(1, 12),
    )  # fmt: skip


def _total_cent(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql("UPDATE payments_warrant SET total = total + 0.01 WHERE id = %s", w.pk)


def _row_payee(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql("UPDATE payments_payment SET payee = '9913' WHERE id = %s", _one(w, random))


def _account_payee(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql(
        """UPDATE payments_payment p SET bank_account_id = (SELECT id FROM payments_bankaccount b
            WHERE b.payee <> p.payee ORDER BY b.id LIMIT 1) WHERE id = %s""", _one(w, random),
    )  # fmt: skip


def _line_payee(_: Scene, w: Warrant, random: Random) -> Files:
    other = _at(
        random.randrange(12), lambda each: [replace(each, number=f"{random.randrange(10**9)}")]
    )
    return _file(w, other)


def _row_date(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql("UPDATE payments_warrant SET pays_on = pays_on + %s WHERE id = %s",
                random.randint(1, 40), w.pk)  # fmt: skip


def _line_date(_: Scene, w: Warrant, random: Random) -> Files:
    return _file(w, lambda every: every, pays_on=w.pays_on + timedelta(random.randint(1, 40)))


def _row_fund(_: Scene, w: Warrant, random: Random) -> Files:
    fund = HIGHLANDS if w.fund_id != HIGHLANDS else "energy-receipts"
    return _sql("UPDATE payments_warrant SET fund_id = %s WHERE id = %s", fund, w.pk)


def _payable_fund(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql(
        """UPDATE payments_payment p SET payable_id = (SELECT o.id FROM funds_account a
            JOIN funds_account o ON o.holder = a.holder AND o.kind = a.kind
                AND o.fund_id <> a.fund_id
            WHERE a.id = p.payable_id LIMIT 1) WHERE id = %s""", _one(w, random),
    )  # fmt: skip


def _line_fund(_: Scene, w: Warrant, random: Random) -> Files:
    return _file(w, lambda every: every, purpose="ZONE AID")


def _row_order(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql("UPDATE payments_warrant SET warranted_on = sent_on + %s WHERE id = %s",
                random.randint(1, 9), w.pk)  # fmt: skip


def _trace_order(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql("UPDATE payments_payment SET trace = '99' || substr(trace, 3) WHERE id = %s",
                _one(w, random))  # fmt: skip


def _line_order(_: Scene, w: Warrant, random: Random) -> Files:
    at = random.randrange(11)
    return _file(w, lambda every: [*every[:at], every[at + 1], every[at], *every[at + 2 :]])


def _late(scene: Scene, _w: Warrant, random: Random) -> Files:
    return _sql(
        "UPDATE payments_bankreturn SET returned_on = returned_on + %s WHERE payment_id = %s",
        random.randint(5, 50), random.choice(scene.returned).pk,
    )  # fmt: skip


def _hash_altered(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql("UPDATE payments_bankfile SET sha256 = reverse(sha256) WHERE warrant_id = %s", w.pk)


def _sum_altered(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql("UPDATE payments_bankfile SET total = total - 1 WHERE warrant_id = %s", w.pk)


def _name_altered(_: Scene, w: Warrant, random: Random) -> Files:
    return _file(w, _at(random.randrange(12), lambda each: [replace(each, name="SOMEBODY")]))


def _cut(_: Scene, w: Warrant, random: Random) -> Files:
    whole = bank_files.content_of(w)
    return {w.number: whole[: random.randrange(95, len(whole))]}


def _unreleased(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql(
        """UPDATE payments_installment SET posting_id = NULL
        WHERE id = (SELECT installment_id FROM payments_payment WHERE id = %s)""",
        _one(w, random),
    )  # fmt: skip


def _back_by_nobody(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql("UPDATE payments_payment SET returned = true WHERE id = %s", _one(w, random))


def _warrant_unsent(_: Scene, w: Warrant, random: Random) -> Files:
    return _sql("UPDATE payments_warrant SET posting_id = NULL WHERE id = %s", w.pk)


def _line_of_nobody(_: Scene, w: Warrant, random: Random) -> Files:
    extra = _at(11, lambda each: [each, replace(each, payment=f"{random.randrange(10**15):015d}")])
    return _file(w, extra)


def _return_gone(scene: Scene, _w: Warrant, random: Random) -> Files:
    return _sql("DELETE FROM payments_bankreturn WHERE payment_id = %s",
                random.choice(scene.returned).pk)  # fmt: skip


WAYS: dict[Kind, tuple[Way, ...]] = {
    Kind.MISSING: (_row_gone, _line_gone),
    Kind.DOUBLED: (_line_twice, _row_twice),
    Kind.CENT: (_row_cent, _line_cent, _entry_cent, _total_cent),
    Kind.PAYEE: (_row_payee, _line_payee, _account_payee),
    Kind.DATE: (_row_date, _line_date),
    Kind.FUND: (_row_fund, _line_fund, _payable_fund),
    Kind.ORDER: (_row_order, _line_order, _trace_order),
    Kind.LATE_RETURN: (_late,),
    Kind.ALTERED_FILE: (_hash_altered, _name_altered, _sum_altered, _cut),
    Kind.ORPHAN: (_unreleased, _line_of_nobody, _back_by_nobody, _warrant_unsent, _return_gone),
}
