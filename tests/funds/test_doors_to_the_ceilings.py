"""No door passes a ceiling: what is held against it is written by acts that check it, alone."""

import ast
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from municipalities.models import User
from tests.offices import officer
from tests.sources import ROOT, calls, of_apps
from tests.web.pages.people import sign_in_of

CREATE = {"create", "bulk_create", "get_or_create", "update_or_create", "update", "bulk_update"}
# Each kind of row that a ceiling is held against, and the only modules that write one.
WRITERS = {
    "ProjectBudget": {
        "funds/projects.py", "funds/proposal_reviews.py", "funds/amendments.py",
    },
    "Encumbrance": {"funds/encumbrances.py", "funds/re_encumbrances.py"},
    "Pledge": {"funds/pledges.py"},
    "PledgeYear": {"funds/pledges.py"},
    "Expenditure": {"payments/vouchers.py", "payments/expenditures.py"},
}  # fmt: skip
# Made-up rows for measurements, in databases of their own.
MADE_UP = {"payments/grow", "payments/races", "payments/page_proof", "payments/bench"}


def writes(path: Path) -> set[str]:
    """The models of WRITERS whose rows a module creates, changes or instantiates."""
    found = set()
    for call in calls(path):
        function = call.func
        if isinstance(function, ast.Name) and function.id in WRITERS:
            found.add(function.id)
        if isinstance(function, ast.Attribute) and function.attr in CREATE:
            named = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
            found |= named & set(WRITERS)
    return found


def test_only_the_acts_that_check_a_ceiling_write_what_is_held_against_it() -> None:
    found: dict[str, set[str]] = {model: set() for model in WRITERS}
    for path in of_apps("funds", "payments", "municipalities"):
        where = str(path.relative_to(ROOT))
        if not where.startswith(tuple(MADE_UP)):
            for model in writes(path):
                found[model].add(where)
    assert {model: where - WRITERS[model] for model, where in found.items()} == {
        model: set() for model in WRITERS
    }
    assert found["Encumbrance"] and found["Expenditure"] and found["PledgeYear"]


def test_one_module_alone_posts_what_is_encumbered() -> None:
    posted: dict[str, set[str]] = {}
    for path in of_apps("funds", "payments", "municipalities"):
        where = str(path.relative_to(ROOT))
        if where.startswith(tuple(MADE_UP)):
            continue
        for call in calls(path):
            first = call.args[0] if call.args else None
            if at_ledger(call) and isinstance(first, ast.Constant):
                posted.setdefault(str(first.value), set()).add(where)
    assert posted["encumber"] == {"funds/encumbrances.py"}


def at_ledger(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in {"post", "post_all"}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Encumbrance", "Voucher", "Project", "Pledge", "Expenditure"])
def test_the_admin_neither_adds_nor_changes_a_use(name: str) -> None:
    model = next(m for m in apps.get_models() if m.__name__ == name)
    shown = admin.site._registry.get(model)
    client, asker = Client(), sign_in_of(officer("admin"))
    User.objects.filter(pk=asker.pk).update(is_staff=True, is_superuser=True)
    client.force_login(User.objects.get(pk=asker.pk))
    if shown is None:
        path = f"/admin/{model._meta.app_label}/{name.lower()}/add/"
        assert client.post(path, {"amount": "1"}).status_code in (403, 404)
        return
    to = reverse(f"admin:{model._meta.app_label}_{name.lower()}_add")
    assert client.post(to, {"amount": "1"}).status_code in (403, 404)
    assert not model.objects.exists()
