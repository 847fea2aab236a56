"""The only home of what a race left behind, read from the rows without the product's own sums.

Amounts are whole cents. The law's percents are written out here once more, so that a wrong figure
of the product does not prove itself.
"""

from collections import defaultdict
from typing import Any

from django.db import connection

PERCENT = {"public-safety": 25, "administration": 10, "transportation": 75}
Key = tuple[str, int]  # a town's code and a credit year

_PARTS = """
    SELECT s.holder, r.sfy, (s.amount * 100)::bigint FROM funds_runline s
    JOIN funds_run r ON r.id = s.run_id
    JOIN municipalities_zonemembership m ON m.municipality_id = s.holder
    WHERE s.component = 'municipal_share' AND m.zone_id = %s"""
_APPROPRIATED = """
    WITH moved AS (
        SELECT n.project_id, coalesce(c.sfy, d.sfy) AS sfy,
            sum(CASE WHEN d.kind = 'ZONE' THEN e.amount ELSE 0 END) AS taken,
            sum(CASE WHEN d.kind = 'ZONE' THEN 0 ELSE e.amount END) AS back
        FROM funds_entry e
        JOIN funds_account d ON d.id = e.debit_id JOIN funds_account c ON c.id = e.credit_id
        JOIN funds_encumbrance n ON n.id = coalesce(c.encumbrance_id, d.encumbrance_id)
        WHERE (d.kind, c.kind) IN (('ZONE', 'ENCUMBERED'), ('ENCUMBERED', 'ZONE'),
            ('ENCUMBERED', 'AUTHORITY'), ('TRUST', 'ZONE'), ('TRUST', 'AUTHORITY'))
        GROUP BY 1, 2),
    budget AS (
        SELECT b.project_id, b.sfy, b.amount FROM funds_projectbudget b
        JOIN funds_project p ON p.id = b.project_id WHERE p.approved_on IS NOT NULL),
    pledge AS (
        SELECT g.project_id, y.sfy, sum(y.amount) AS promised FROM funds_pledgeyear y
        JOIN funds_pledge g ON g.id = y.pledge_id WHERE g.approved_on IS NOT NULL GROUP BY 1, 2),
    each AS (
        SELECT project_id, sfy, coalesce(budget.amount, 0) AS budget, coalesce(taken, 0) AS taken,
            coalesce(taken, 0) - coalesce(back, 0) AS bound, coalesce(promised, 0) AS promised
        FROM moved FULL JOIN budget USING (project_id, sfy)
        FULL JOIN pledge USING (project_id, sfy)),
    waiting AS (
        SELECT each.*, greatest(budget - taken, 0) AS free,
            -- what the project's earlier years leave free, and what it took past all its budgets
            sum(greatest(budget - taken, 0)) OVER earlier AS before,
            sum(greatest(taken - budget, 0)) OVER (PARTITION BY project_id) AS past
        FROM each WINDOW earlier AS (PARTITION BY project_id ORDER BY sfy
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
    SELECT p.municipality_id, sfy, (100 * sum(greatest(promised,
        bound + greatest(free - greatest(past - coalesce(before, 0), 0), 0))))::bigint
    FROM waiting JOIN funds_project p ON p.id = project_id
    WHERE p.zone_id = %s AND p.category = %s GROUP BY 1, 2"""
_SPENT = """
    SELECT n.municipality_id, x.sfy,
        (100 * sum(CASE WHEN x.category = %(category)s THEN x.amount ELSE 0 END))::bigint,
        (100 * sum(CASE WHEN n.category = %(category)s THEN x.amount ELSE 0 END))::bigint
    FROM funds_expenditure x JOIN funds_encumbrance n ON n.id = x.encumbrance_id
    WHERE n.zone_id = %(zone)s GROUP BY 1, 2"""
_BELOW = "SELECT count(*) FROM funds_account WHERE balance < 0 AND kind <> 'SOURCE'"


def parts(zone: str) -> dict[Key, int]:
    """Return what was credited to each town of the zone by year."""
    return {(town, sfy): cents for town, sfy, cents in _rows(_PARTS, [zone])}


def limits(zone: str, category: str) -> dict[Key, int]:
    """Return the ceilings of a category, floored to the cent."""
    return {key: cents * PERCENT[category] // 100 for key, cents in parts(zone).items()}


def limits_to_come(zone: str, category: str, sfy: int) -> dict[Key, int]:
    """Return the ceilings of a year to come: those of the latest credit."""
    found = limits(zone, category)
    latest = max(year for _, year in found)
    return {(town, sfy): cents for (town, year), cents in found.items() if year == latest}


def used(zone: str, category: str) -> dict[Key, int]:
    """Return what is appropriated to a category, or spent on it from other appropriations."""
    found: dict[Key, int] = defaultdict(int)
    for town, sfy, cents in _rows(_APPROPRIATED, [zone, category]):
        found[town, sfy] += cents
    for town, sfy, spent, of_its_own in _rows(_SPENT, {"zone": zone, "category": category}):
        found[town, sfy] += spent - of_its_own
    return dict(found)


def spent(zone: str, category: str) -> dict[Key, int]:
    """Return what was spent on a category."""
    rows = _rows(_SPENT, {"zone": zone, "category": category})
    return {(town, sfy): cents for town, sfy, cents, _ in rows}


def below_zero() -> int:
    """Return how many accounts stand below zero."""
    return int(_rows(_BELOW, [])[0][0])


def _rows(statement: str, parameters: list[str] | dict[str, str]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(cursor.fetchall())
