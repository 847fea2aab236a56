"""The only home of records found by words: runs, projects, money's papers, files; what is seen."""

import re
from collections.abc import Iterator

from django.db.models import Q
from django.urls import reverse

from funds.models import Encumbrance, Project, Run
from municipalities.access import Scope
from municipalities.models import Document, Paper
from municipalities.page_parts import Link
from payments.models import Voucher, Warrant

MOST = 10
LEAST = 2  # letters that can be looked for
YEAR = re.compile(r"(?:^|\D)(?:sfy\s?)?((?:19|20)\d\d)(?:\D|$)", re.IGNORECASE)
PLACES = ("municipality", "zone", "county")


def runs(words: str, scope: Scope) -> Iterator[Link]:
    """Runs of a year, "SFY2027" or "energy 2027", and of a fund by its name: the State's."""
    if not scope.all_of_state:
        return
    year = YEAR.search(words)
    named = YEAR.sub(" ", words).strip()
    found = Run.objects.select_related("fund")
    if year:
        found = found.filter(sfy=int(year[1]))
    if named:
        found = found.filter(fund__name__icontains=named)
    for run in found.order_by("-sfy", "fund", "-number")[:MOST]:
        label = f"{run.fund.name}, SFY{run.sfy}, run {run.number}"
        yield Link(label, reverse("run", args=[run.pk]))


def projects(words: str, scope: Scope) -> Iterator[Link]:
    """Projects by number or a part of their title."""
    asked = Q(number__istartswith=words) | Q(title__icontains=words)
    found = scope.filter(Project.objects.filter(asked), "municipality", "zone")
    for each in found.select_related("zone").order_by("-proposed_on", "-pk")[:MOST]:
        label = f"{each.number}: {each.title}, {each.zone}"
        yield Link(label, reverse("project", args=[each.pk]))


def money(words: str, scope: Scope) -> Iterator[Link]:
    """Warrants, encumbrances and vouchers by their number; vouchers by their invoice too."""
    if scope.all_of_state:
        for each in Warrant.objects.filter(number__istartswith=words)[:MOST]:
            yield Link(f"Warrant {each.number}", reverse("warrant", args=[each.pk]))
    bound = scope.filter(Encumbrance.objects.filter(number__iexact=words), "municipality", "zone")
    for one in bound.select_related("municipality")[:MOST]:
        label = f"Encumbrance {one.number}, {one.municipality.name}"
        yield Link(label, reverse("encumbrance", args=[one.pk]))
    asked = Q(number__iexact=words) | Q(invoice__iexact=words)
    for v in scope.filter(Voucher.objects.filter(asked), "municipality").select_related(
        "municipality"
    )[:MOST]:
        label = f"Voucher {v.number}, {v.vendor}, {v.municipality.name}"
        yield Link(label, reverse("voucher", args=[v.pk]))


def papers(words: str, scope: Scope) -> Iterator[Link]:
    """Papers and files by number, title or name."""
    asked = Q(number__istartswith=words) | Q(title__icontains=words)
    issued = scope.filter(Paper.objects.filter(asked), *(f"document__{at}" for at in PLACES))
    for paper in issued[:MOST]:
        yield Link(f"{paper.number}: {paper.title}", reverse("paper", args=[paper.number]))
    kept = Document.objects.filter(filename__icontains=words, paper=None)
    for each in scope.filter(kept, *PLACES).order_by("-pk")[:MOST]:
        yield Link(f"{each.filename}", reverse("document", args=[each.pk]))


FOUND = {"Runs": runs, "Projects": projects, "Payments": money, "Documents": papers}
