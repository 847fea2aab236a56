from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("municipalities", "0005_journal"),
    ]

    operations = [
        migrations.AddField(
            model_name="paper",
            name="sha256",
            field=models.CharField(
                default="", help_text="of the PDF, told to whoever verifies it", max_length=64
            ),
            preserve_default=False,
        ),
    ]
