"""Every address of the URL configuration, as every office: own, another's, nothing. G8, O-57, O-60.

The declared table is payments/matrix/routes.py; an address that isn't in it fails here.
"""

import ast

import pytest
from django.test import Client

from municipalities.access import Scope
from municipalities.walls import roles
from payments.matrix import asking
from payments.matrix.routes import ROUTES
from payments.matrix.towns import OTHER, OWN
from tests.sources import APPS, at, calls, of_apps

pytestmark = pytest.mark.django_db

# One office of each kind; `prove access-matrix` asks as all of them.
TITLES = ("cfo", "county-board", "admin", "dca-director")
WALLED = ("project", "encumbrance", "voucher", "installment", "account", "document", "review")
TENANT = {
    *("Account", "Encumbrance", "Project", "ProjectBudget", "Receivable", "Finding", "Review"),
    *("Loan", "Voucher", "Installment", "BankAccount", "Hold", "Document", "Paper"),
    *("RunLine", "WithholdingOrder", "Notice", "Draft"),
}


def test_every_address_answers_every_office_as_declared() -> None:
    asked = asking.run(TITLES)
    assert asked.asked > 4_000
    assert asked.faults == []


def test_an_address_without_an_entry_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "ROUTES", {k: v for k, v in ROUTES.items() if k != "project"})
    assert "project: not in the table" in asking.run(()).faults


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scope, "filter", lambda _self, queryset, *_paths: queryset)
    monkeypatch.setattr(roles, "APP", "none")  # without the second wall
    faults = asking.run(("cfo",), ("GET",)).faults
    assert any("GET project: another's is told apart" in fault for fault in faults)


def test_a_page_that_forgets_its_scope_still_finds_nothing_of_anothers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Scope, "filter", lambda _self, queryset, *_paths: queryset)
    asked = asking.run(("cfo",), ("GET",))
    keys = asked.towns.keys[OTHER]
    for name in WALLED:
        address = asking.filled(asked.spelled[name], keys[ROUTES[name].of])
        assert not any(f"{address}:" in fault for fault in asked.faults), address


def test_what_one_request_may_see_the_next_on_its_connection_may_not() -> None:
    towns = asking.Towns()
    own, other = (towns.keys[code]["project"] for code in (OWN, OTHER))
    clients = [asking.client_of("cfo"), asking.client_of("auditor"), Client()]
    answers = [
        [asking.asked_as_page(each, f"/projects/{key[0]}/").status_code for key in (own, other)]
        for each in clients
    ]
    again = asking.asked_as_page(clients[0], f"/projects/{other[0]}/").status_code
    assert answers == [[200, 404], [200, 200], [302, 302]]
    assert again == 404


def test_o81_no_view_looks_a_record_up_past_the_scope() -> None:
    found = [
        f"{at(path, call)} {ast.unparse(call)[:90]}"
        for path in of_apps(*APPS)
        if "views" in path.parts
        for call in calls(path)
        if _looks_up(call)
    ]
    assert found == []


def _looks_up(call: ast.Call) -> bool:
    """Tell an unscoped `Model.objects.get(pk=...)` or `get_object_or_404(Model...)`."""
    words = ast.unparse(call)
    name = words.partition("(")[0]
    if name == "get_object_or_404":
        first = ast.unparse(call.args[0]).partition(".")[0]
        return first in TENANT
    return name.endswith(".objects.get") and name.partition(".")[0] in TENANT
