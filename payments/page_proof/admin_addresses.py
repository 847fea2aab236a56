"""The only home of which pages of the admin site are opened: each table's list, its latest row."""

from collections.abc import Iterator

from django.apps import apps
from django.contrib import admin
from django.db.models import QuerySet
from django.urls import reverse

from payments.page_proof.address import Address


def every() -> Iterator[Address]:
    """Return the list of each table on the site, and the page of its latest row if it has one."""
    for app in apps.get_app_configs():
        for model in filter(admin.site.is_registered, app.get_models()):
            name = f"admin:{app.label}_{model.__name__.lower()}"
            yield Address(f"{name}_changelist", reverse(f"{name}_changelist"))
            latest = QuerySet(model).order_by("-pk").values_list("pk", flat=True).first()
            if latest is not None:
                yield Address(f"{name}_change", reverse(f"{name}_change", args=[latest]))
