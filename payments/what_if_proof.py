"""The only home of the proof that a what-if reaches no payment: by act, by address, by raw SQL.

What was tried is a way; it leads to money when a row appears in a table that certifies, posts,
plans or pays. Every act is asked for that takes a run or a certification, every address with the
what-if's key in each gap, and every column that points at another table.
"""

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from datetime import date
from functools import partial
from importlib import import_module

from django.apps import apps
from django.db import DatabaseError, connection, transaction

import funds
import payments
from funds import allocation, what_ifs
from funds.models import Certification, Run, RunLine, WhatIf
from funds.refusal import Refusal
from funds.what_if_changes import Change
from municipalities import offices, standing
from municipalities.models import County, EnterpriseZone, Municipality, Officer
from municipalities.models import ZoneMembership as Membership
from payments.matrix import asking
from payments.proving import Outcome

FUND, SFY, SINCE, ON = "zone-assistance", 2027, date(1997, 7, 1), date(2026, 8, 3)
MONEY = (
    "funds_certification", "funds_credit", "funds_posting", "funds_entry", "funds_run",
    "funds_runline", "payments_installment", "payments_payment", "payments_warrant",
)  # fmt: skip
OFFICES = ("treasury-analyst", "treasury-certifier", "treasury-releaser", "budget-officer")
FACTS = ("figures", "municipalities")
TAKEN = {"Run", "Certification"}  # what an act on a certified year takes
NO_ACTS = {"migrations", "management", "bench", "grow", "races", "demo", "proofs"}  # made-up rows
Way = tuple[str, bool]


def run(_count: int, _seed: int) -> Outcome:
    """Try every way from a what-if into payment; a fault is a way that leads there."""
    made = scene()
    ways = [*by_act(made), *_by_address(made), *by_sql(made)]
    faults = [name for name, leads in ways if leads]
    return Outcome(len(ways), faults if sees_money(made) else ["a real signature was not seen"])


def sees_money(made: WhatIf) -> bool:
    """Tell whether a way that does lead to money is seen as one: the signature of a real run."""
    by, facts = _office("treasury-analyst"), {n: made.run.facts[n] for n in FACTS}
    real = allocation.run_on(FUND, SFY + 2, facts, on=ON, by=by)
    certifier = _office("treasury-certifier")
    return _leads(lambda: allocation.certify(real, on=ON, by=certifier))


def scene() -> WhatIf:
    """Make two zones, a certified run of theirs, and a what-if beside it."""
    County.objects.create(code="99", name="Demonstration")
    rows, authority = [], _office("authority")
    for code, name in (("9901", "Exampleton"), ("9902", "Samplebury")):
        Municipality.objects.create(code=code, county_id="99", name=name, kind="Town")
        zone = EnterpriseZone.objects.create(code=code, name=name)
        standing.record(zone, in_good_standing=True, reason="Audited", on=SINCE, by=authority)
        Membership.objects.create(zone=zone, municipality_id=code, from_on=SINCE)
        row = dict.fromkeys(("parcels", "distress_score", "unemployed", "taxable_sales"), code[-1])
        rows.append({"municode": code, "zone": name, "in_good_standing": "yes", **row})
    figures = {"determined_amount": "1000.00", "authority_amount": "100.00"}
    facts = {"figures": figures, "municipalities": rows}
    analyst, certifier = _office("treasury-analyst"), _office("treasury-certifier")
    computed = allocation.run_on(FUND, SFY, facts, on=ON, by=analyst)
    changes = [Change("figure", "", "determined_amount", "9000.00")]
    made = what_ifs.keep(computed, "Nine times as much", changes, on=ON, by=analyst)
    allocation.certify(computed, on=ON, by=certifier)
    return made


def _office(title: str) -> Officer:
    return offices.seat(title, f"What-if {title}", f"What-if {title}", from_on=SINCE)


def _counts() -> tuple[int, ...]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(f"(SELECT count(*) FROM {t})" for t in MONEY))  # noqa: S608
        return tuple(cursor.fetchone())


def _leads(way: Callable[[], object]) -> bool:
    """Go a way in a transaction that is undone; tell whether it left a row of money."""
    before = _counts()
    try:
        with transaction.atomic():
            way()
            after = _counts()
            transaction.set_rollback(True)
    except Exception:
        return False
    return after != before


def by_act(made: WhatIf) -> Iterator[Way]:
    """Hand the what-if to every act that takes a run or a certification in its place."""
    by = {title: _office(title) for title in OFFICES}
    for name, act in _acts():
        for title, officer in by.items():
            for given in (made, made.key, str(made.key)):
                arguments = _arguments(act, given, officer)
                yield f"act {name} by {title}", _leads(partial(act, **arguments))


def _acts() -> Iterator[tuple[str, Callable[..., object]]]:
    """Return every public function of the two apps that takes a run or a certification."""
    for package in (funds, payments):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not NO_ACTS.isdisjoint(found.name.split(".")):
                continue
            module = import_module(found.name)
            for name, each in inspect.getmembers(module, inspect.isfunction):
                own = each.__module__ == found.name and not name.startswith("_")
                if own and TAKEN & set(_hints(each).values()):
                    yield f"{found.name}.{name}", each


def _hints(function: Callable[..., object]) -> dict[str, str]:
    """Return what each parameter is, by the name of its class."""
    found = inspect.signature(function).parameters.items()
    return {name: getattr(p.annotation, "__name__", str(p.annotation)) for name, p in found}


def _arguments(act: Callable[..., object], given: object, by: Officer) -> dict[str, object]:
    hints, known = _hints(act), dict.fromkeys(TAKEN, given)
    known |= {"Officer": by, "date": ON, "str": "x"}
    return {
        name: known.get(hints[name])
        for name, each in inspect.signature(act).parameters.items()
        if each.default is inspect.Parameter.empty or name in {"on", "by"}
    }


def _by_address(made: WhatIf) -> Iterator[Way]:
    """Ask for every address with the what-if's key in its gaps, reading and sending."""
    keys = [str(made.key)] * 4
    fields = {"statement": "on", "amount": "8900.00", "confirm": "on", "reason": "x"}
    for title in OFFICES:
        client = asking.client_of(title)
        for name, spelled in sorted(asking.addresses().items()):
            if "<" not in spelled or name.startswith("admin:"):
                continue
            address = asking.filled(spelled, keys)
            yield f"GET {name} by {title}", _leads(partial(client.get, address))
            yield (
                f"POST {name} by {title}",
                _leads(partial(client.post, address, fields)),
            )


def by_sql(made: WhatIf) -> Iterator[Way]:
    """Write the what-if into each column that points at another table, and copy it into runs."""
    for table, column in _pointing():
        sql = f'INSERT INTO "{table}" ("{column}") VALUES (%s)'  # noqa: S608
        yield f"SQL {table}.{column}", _leads(partial(_execute, sql, str(made.key)))
    for name, sql in _copies():
        yield f"SQL {name}", _leads(partial(_execute, sql))
    yield "a line of it in a signed run, credited", _credits_added(made)
    yield "a line of it in an unsigned run, signed", _signs_added(made)
    for model in apps.get_models():
        for field in model._meta.get_fields():  # noqa: SLF001  documented by Django
            if field.related_model is WhatIf and field.concrete:
                where = model._meta.db_table  # noqa: SLF001
                yield f"{where} points at it", where != "funds_whatifline"


def _execute(sql: str, *values: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def _pointing() -> list[tuple[str, str]]:
    """Return every column of the two apps' tables that is a foreign key."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text, attname FROM pg_constraint"
            " JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey)"
            " WHERE contype = 'f' AND conrelid::regclass::text ~ '^(funds|payments)_'"
            " AND conrelid NOT IN ('funds_whatif'::regclass, 'funds_whatifline'::regclass)"
        )
        return list(cursor.fetchall())


def _copies() -> Iterator[tuple[str, str]]:
    """Copy a what-if over the columns of a run: its facts, its hash, or both."""
    plain = "kind, reason, prepared_by_id, prepared_on, figures, results_hash, law_hash, rules_hash"
    plain += ", demonstration, fund_id, sfy"
    of_it = {"facts": "(SELECT facts FROM funds_whatif)",
             "inputs_hash": "(SELECT inputs_hash FROM funds_whatif)"}  # fmt: skip
    for taken in (("facts",), ("inputs_hash",), ("facts", "inputs_hash")):
        chosen = ", ".join(of_it[c] if c in taken else c for c in of_it)
        into = f"INSERT INTO funds_run ({plain}, number, facts, inputs_hash)"
        copied = f"{into} SELECT {plain}, 99, {chosen} FROM funds_run"  # noqa: S608
        yield f"copy of {' and '.join(taken)} into a run", copied


def _credits_added(made: WhatIf) -> bool:
    """Put an amount of it into the signed run, and ask to credit that; undone after."""
    signed = Certification.objects.get(run=made.run)
    return _moves(made, made.run, lambda by: allocation.credit(signed, on=ON, by=by))


def _signs_added(made: WhatIf) -> bool:
    """Put an amount of it into an unsigned run, and ask to certify that; undone after."""
    by = _office("treasury-analyst")
    facts = {n: made.run.facts[n] for n in FACTS}
    unsigned = allocation.run_on(FUND, SFY + 1, facts, on=ON, by=by)
    return _moves(made, unsigned, lambda by: allocation.certify(unsigned, on=ON, by=by))


def _moves(made: WhatIf, into: Run, act: Callable[[Officer], object]) -> bool:
    line = made.lines.filter(component="allocation").first()
    if line is None:
        return True
    try:
        with transaction.atomic():
            of = {"component": line.component, "amount": line.amount, "cite": line.cite}
            RunLine.objects.create(run=into, position=999, holder="zone:Added", **of)
            act(_office("treasury-certifier"))
            transaction.set_rollback(True)
    except (Refusal, DatabaseError):
        return False
    return True
