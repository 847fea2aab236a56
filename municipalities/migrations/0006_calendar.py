from typing import Any

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models
from django.forms.models import model_to_dict

from municipalities import holiday_rules


def seed(apps: Any, schema_editor: Any) -> None:
    """Enter the holidays of the seeded years, by the rules."""
    rows = [model_to_dict(each, exclude=["id"]) for each in holiday_rules.seeds()]
    holiday = apps.get_model("municipalities", "Holiday")
    holiday.objects.bulk_create(holiday(**row) for row in rows)


class Migration(migrations.Migration):
    dependencies = [
        ("municipalities", "0005_conformance_recorded"),
    ]

    operations = [
        migrations.CreateModel(
            name="Holiday",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "whose",
                    models.CharField(
                        choices=[("offices", "State offices"), ("banks", "Federal Reserve Banks")],
                        max_length=7,
                    ),
                ),
                ("falls_on", models.DateField()),
                ("name", models.CharField(max_length=80)),
                (
                    "authority",
                    models.CharField(help_text="the act or notice it rests on", max_length=200),
                ),
                ("entered_on", models.DateField(null=True)),
                ("struck_on", models.DateField(null=True)),
                ("struck_because", models.CharField(blank=True, max_length=200)),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="holidays_entered",
                        to="municipalities.officer",
                    ),
                ),
                (
                    "struck_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="holidays_struck",
                        to="municipalities.officer",
                    ),
                ),
            ],
            options={
                "ordering": ("falls_on", "whose"),
            },
        ),
        migrations.CreateModel(
            name="CalendarFeed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_on", models.DateField()),
                ("closed_on", models.DateField(null=True)),
                (
                    "closed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="feeds_closed",
                        to="municipalities.officer",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="feeds_made",
                        to="municipalities.officer",
                    ),
                ),
                (
                    "office",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="feeds",
                        to="municipalities.office",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_on", None)),
                        fields=("office",),
                        name="one_open_feed_an_office",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("closed_by", None), ("closed_on", None)),
                            models.Q(("closed_by__isnull", False), ("closed_on__isnull", False)),
                            _connector="OR",
                        ),
                        name="a_closed_feed_says_by_whom",
                    ),
                ],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="calendarfeed",
            trigger=pgtrigger.compiler.Trigger(
                name="feed_never_deleted",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot delete rows from % table', TG_TABLE_NAME;",
                    hash="96acdb52cae71a55263ca962bba3e79c63d361d9",
                    operation="DELETE",
                    pgid="pgtrigger_feed_never_deleted_38721",
                    table="municipalities_calendarfeed",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="holiday",
            constraint=models.UniqueConstraint(
                condition=models.Q(("struck_on", None)),
                fields=("whose", "falls_on"),
                name="one_holiday_a_day",
            ),
        ),
        migrations.AddConstraint(
            model_name="holiday",
            constraint=models.CheckConstraint(
                condition=models.Q(("falls_on__iso_week_day__lte", 5)),
                name="a_holiday_is_a_weekday",
            ),
        ),
        migrations.AddConstraint(
            model_name="holiday",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("struck_because", ""), ("struck_by", None), ("struck_on", None)),
                    models.Q(
                        ("struck_by__isnull", False),
                        ("struck_on__isnull", False),
                        models.Q(("struck_because", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="a_struck_holiday_says_why",
            ),
        ),
        migrations.AddConstraint(
            model_name="holiday",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("entered_by", None), ("entered_on", None)),
                    models.Q(("entered_by__isnull", False), ("entered_on__isnull", False)),
                    _connector="OR",
                ),
                name="an_entered_holiday_has_a_day",
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="holiday",
            trigger=pgtrigger.compiler.Trigger(
                name="holiday_never_deleted",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="RAISE EXCEPTION 'pgtrigger: Cannot delete rows from % table', TG_TABLE_NAME;",
                    hash="8da39c142f07f935b50bcc0f276dacd72ca15c6d",
                    operation="DELETE",
                    pgid="pgtrigger_holiday_never_deleted_bbc99",
                    table="municipalities_holiday",
                    when="BEFORE",
                ),
            ),
        ),
        migrations.RunPython(seed, migrations.RunPython.noop),
    ]
