"""Which pages the tests look at, by the office that looks."""

from typing import Any

from django.urls import reverse

from funds.models import Account, Entry, Kind, Posting
from payments.models import Installment

FUNDS = ("zone-assistance", "energy-receipts", "highlands")


def to_the_state(made: dict[str, Any]) -> dict[str, str]:
    """The pages that an office of the State reads, by the name of their picture."""
    run, receipts = made["runs"][2027], made["receipts"][2027]
    pages = {f"fund-{code}": reverse("fund", args=[code]) for code in FUNDS}
    return pages | {
        "funds": reverse("funds"),
        "run": reverse("run", args=[run.pk]),
        "run-draft": reverse("run", args=[made["draft"].pk]),
        "run-receipts": reverse("run", args=[receipts.pk]),
        "holder": reverse("run_holder", args=[run.pk, "zone:Phillipsburg"]),
        "holder-receipts": reverse("run_holder", args=[receipts.pk, "2119"]),
        "posting": reverse("posting", args=[_posting("credit").pk]),
        "account": reverse("account", args=[_account(Kind.ZONE).pk]),
        "accounts": reverse("account_list"),
        "municipalities": reverse("municipalities"),
        "search": reverse("search") + "?q=new",
        "year-ends": reverse("year_ends"),
        "year-end-sealed": reverse("year_end", args=["zone-assistance", 2025]),
        "year-end-rehearsed": reverse("year_end", args=["zone-assistance", 2026]),
        "work": reverse("work"),
        "law": reverse("law"),
        "help": reverse("help"),
        "accessibility": reverse("accessibility"),
        "zone-withheld": reverse("zone", args=["9901"]),
        "reviews": reverse("reviews", args=["9901"]),
        "year-reviews": reverse("year_reviews"),
        "lapses": reverse("lapses"),
        "standing": reverse("standing", args=["9901"]),
        "authority": reverse("authority"),
        "arrears": reverse("arrears"),
        "standings": reverse("standings"),
        "corrections": reverse("corrections"),
        "income": reverse("income", args=["zone-assistance"]),
    }


def to_a_town(made: dict[str, Any], code: str = "2119") -> dict[str, str]:
    """The pages that a municipality's officers read."""
    installment = Installment.objects.filter(municipality=code).order_by("deposit_on").first()
    return {
        "town": reverse("municipality", args=[code]),
        "zone": reverse("zone", args=[code]),
        "projects": reverse("projects", args=[code]),
        "project": reverse("project", args=[made["project"].pk]),
        "project-proposed": reverse("project", args=[made["proposed"].pk]),
        "propose": reverse("propose", args=[code]),
        "proposal": reverse("proposal", args=[made["proposed"].pk]),
        "ethics": reverse("ethics", args=[code]),
        "zone-lapses": reverse("zone_lapses", args=[code]),
        "encumber": reverse("encumber", args=[code]),
        "trust": reverse("trust", args=[code]),
        "zone-corrections": reverse("zone_corrections", args=[code]),
        "encumbrance": reverse("encumbrance", args=[made["encumbrance"].pk]),
        "voucher": reverse("voucher", args=[made["spent"].pk]),
        "voucher-waiting": reverse("voucher", args=[made["waiting"].pk]),
        "voucher-prepare": reverse("voucher_prepare", args=[made["encumbrance"].pk]),
        "voucher-void": reverse("voucher_void", args=[made["spent"].pk]),
        "installment": reverse("installment", args=[installment.pk if installment else 0]),
        "choose-office": reverse("choose_office"),
    }


def _posting(act: str) -> Posting:
    return Posting.objects.filter(act=act).order_by("-number")[0]


def _account(kind: Kind) -> Account:
    found = Entry.objects.filter(credit__kind=kind).order_by("-pk")
    return Account.objects.get(pk=found.values_list("credit", flat=True)[0])
