"""The only home of which pages of the admin site are opened: each table's list, its latest row."""

from collections.abc import Iterator

from django.contrib import admin
from django.urls import reverse

from payments.page_proof.address import Address


def every() -> Iterator[Address]:
    """Return the list of each table on the site, and the page of its latest row if it has one."""
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield Address(f"{name}_changelist", reverse(f"{name}_changelist"))
        latest = model._default_manager.order_by("-pk").values_list("pk", flat=True).first()
        if latest is not None:
            yield Address(f"{name}_change", reverse(f"{name}_change", args=[latest]))
