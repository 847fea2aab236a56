"""The three funds of the statutes, each with the head of an empty ledger."""

from typing import Any

from django.db import migrations

FUNDS = (
    ("zone-assistance", "Enterprise zone assistance fund", "N.J.S.A. 52:27H-88", 2022),
    (
        "energy-receipts",
        "Energy Tax Receipts Property Tax Relief Fund",
        "N.J.S.A. 52:27D-439",
        1998,
    ),
    (
        "highlands",
        "Highlands Municipal Property Tax Stabilization Fund",
        "N.J.S.A. 54:1-85",
        2005,
    ),
)


def found(apps: Any, schema_editor: Any) -> None:
    """Create the funds and their ledger heads."""
    for code, name, statute, first in FUNDS:
        fund = apps.get_model("funds", "Fund").objects.create(
            code=code, name=name, statute=statute, first_sfy=first
        )
        apps.get_model("funds", "LedgerHead").objects.create(fund=fund, sealed_through=first - 1)


class Migration(migrations.Migration):
    dependencies = [("funds", "0002_initial")]
    operations = [
        migrations.RunPython(found, migrations.RunPython.noop),
        # Room in each page keeps the update of a balance, and of a disposition that gains its
        # posting, off the indexes; new entries are vacuumed early so that the covering indexes
        # answer alone.
        migrations.RunSQL(
            "ALTER TABLE funds_account SET (fillfactor = 70);"
            "ALTER TABLE funds_disposition SET (fillfactor = 70);"
            "ALTER TABLE funds_entry SET (autovacuum_vacuum_insert_scale_factor = 0.02)",
            migrations.RunSQL.noop,
        ),
    ]
