"""The only home of what a home's figures and its tasks both ask, asked once an officer and day."""

from datetime import date

from funds import reports_owed
from funds.reports_owed import Missing
from municipalities import vacancies
from municipalities.models import Officer
from municipalities.vacancies import Vacancy
from payments.models import Reconciliation

EMPTY, LATE, TIE = "empty_offices", "late_reports", "last_reconciliation"


def empty(officer: Officer, on: date) -> list[Vacancy]:
    """Return the offices in which nobody can act today; two statements."""
    kept: list[Vacancy] | None = getattr(officer, EMPTY, None)
    if kept is None:
        kept = vacancies.empty(on)
        setattr(officer, EMPTY, kept)
    return kept


def late(officer: Officer, on: date) -> list[Missing]:
    """Return the quarterly reports whose day is over, the oldest first; two statements."""
    kept: list[Missing] | None = getattr(officer, LATE, None)
    if kept is None:
        kept = [each for each in reports_owed.missing(on) if on > each.quarter.due_on]
        setattr(officer, LATE, kept)
    return kept


def reconciled(officer: Officer) -> Reconciliation | None:
    """Return the last reconciliation; one statement."""
    if not hasattr(officer, TIE):
        setattr(officer, TIE, Reconciliation.objects.first())
    kept: Reconciliation | None = getattr(officer, TIE)
    return kept
