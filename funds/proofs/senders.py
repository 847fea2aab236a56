"""The only home of who sends the files that the proof of intake makes, and of what came of them."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from funds.models import ParcelFile
from funds.proofs.samples import SINCE
from municipalities import offices
from municipalities.models import County, Intake, Municipality, Officer, User
from municipalities.proofs.tables_made import TOWNS, YEAR, Made

LAND = "vacant-land"
TOWN = next(iter(TOWNS))
Figures = dict[str, dict[str, str]]


@dataclass(frozen=True)
class Came:
    """What came of a file: its page, its outcome, what must be mended, what it holds."""

    page: str
    outcome: str
    must: list[dict[str, str]]
    figures: Figures


class Senders:
    """An analyst, and a preparer of a Highlands municipality, each signed in."""

    def __init__(self) -> None:
        """Make a dozen towns and both officers."""
        County.objects.bulk_create(
            County(code=code, name=f"County {code}") for code in sorted({c[:2] for c in TOWNS})
        )
        Municipality.objects.bulk_create(
            Municipality(
                code=code, county_id=code[:2], name=name, kind="City", official_name=name,
                in_highlands=code == TOWN,
            )
            for code, name in TOWNS.items()
        )  # fmt: skip
        whole = offices.seat("dca-analyst", "Proof of intake", "Proof of intake", from_on=SINCE)
        local = offices.seat(
            "preparer", "Proof of land", "Proof of land", from_on=SINCE, municipality=TOWN
        )
        self.analyst, self.preparer = _client(whole), _client(local)

    def of(self, file: Made) -> Client:
        """Return who sends such a file."""
        return self.preparer if file.layout == LAND else self.analyst

    def send(self, file: Made) -> Any:
        """Send a file by its form; return the door's answer."""
        form: dict[str, Any] = {"file": SimpleUploadedFile(f"a.{file.kind}", file.content())}
        if file.layout == LAND:
            return self.preparer.post(reverse("vacant_land_file", args=[TOWN, YEAR]), form)
        form |= {
            "period": file.period,
            "received_on": date(2026, 1, 2).isoformat(),
            "title": "Mutated",
            "publisher": "Proof",
        }
        return self.analyst.post(reverse("intake_send", args=[file.layout]), form)


def came(file: Made) -> Came:
    """Return what came of the file that was sent last."""
    if file.layout != LAND:
        sent = Intake.objects.latest("pk")
        return Came(reverse("intake", args=[sent.pk]), sent.outcome, sent.must, sent.figures)
    land = ParcelFile.objects.latest("pk")
    page = reverse("vacant_land_read", args=[TOWN, YEAR, land.pk])
    return Came(page, land.outcome, land.must, _figures(land.listing))


def _figures(listing: list[dict[str, str]]) -> Figures:
    """Return the parcels' amounts, and which changes are due to the act, by block and lot."""
    figures: Figures = {}
    for row in listing:
        values = row | {"due_to_the_act": str(int(row.get("due_to_the_act") == "yes"))}
        for name in ("base_assessed", "current_assessed", "due_to_the_act"):
            kept = figures.setdefault(f"{name} {YEAR}", {})
            kept[f"{row['block']}/{row['lot']}"] = values[name]
    return figures


def _client(by: Officer) -> Client:
    user, _ = User.objects.get_or_create(
        username=by.person.label.lower().replace(" ", "-"),
        defaults={"person": by.person, "demonstration": True},
    )
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[-1])
    return client
