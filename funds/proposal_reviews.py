"""The only home of what the Authority's staff ask to be changed, and of the town's answer. c."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal

from django.db import transaction

from funds import ledger, project_budgets, proposals
from funds.duties import refuse_elsewhere, refuse_same_person
from funds.models import ChangeRequest, PartComment, Project, ProjectBudget, Proposal
from funds.proposals import Contents
from funds.refusal import Refusal
from funds.splits import FUND
from municipalities import offices
from municipalities.models import Officer
from municipalities.notices import writing
from municipalities.notices.writing import Words

CITE = "52:27H-88 c."
# What may be commented on, in the order of the statute; the clause beside each.
PARTS = {
    "description": ("Description of the project", "52:27H-88 c.(1)"),
    "total_cost": ("Total cost of the project", "52:27H-88 c.(2)"),
    "budget": ("Amounts needed from the zone account by year", "52:27H-88 c.(2)"),
    "other_revenues": ("Other revenue sources", "52:27H-88 c.(3)"),
    "months": ("Months to complete it", "52:27H-88 c.(4)"),
    "furthers": ("How it furthers the zone development plan", "52:27H-88 c.(5)"),
    "controls": ("Controls and reporting", "52:27H-88 c.(6)"),
    "qualifies": ("Why it is a qualified expense", "52:27H-62 m."),
    "jobs": ("New jobs it will lead to", CITE),
    "activity": ("Economic activity it will increase", CITE),
}


def waiting(project: Project) -> ChangeRequest | None:
    """Return the request that the town has not answered yet."""
    return project.change_requests.filter(sent_on=None).select_related("asked_by__office").first()


@transaction.atomic
def ask(project: Project, comments: Mapping[str, str], *, on: date, by: Officer) -> ChangeRequest:
    """Ask for changes, a comment for each part; until it is sent again it is not approved.

    Asked again while one waits, the request that waits is returned. Raises Refusal without a
    comment, for a part there is none of, and for a determined project.
    """
    offices.require(by, "review-project", on=on)
    project = proposals.open_project(project)
    refuse_same_person(f"{project}, review", project.proposed_by, by)
    said = {part: words.strip() for part, words in comments.items() if words.strip()}
    unknown = sorted(set(said) - set(PARTS))
    if not said or unknown:
        what = f"“{unknown[0]}” is no part of a proposal" if unknown else "nothing is asked"
        raise Refusal(f"{project.number}: {what}; comment on a part.", CITE)
    done = waiting(project)
    if done is not None:
        return _same(done, said)
    live = project.proposals.filter(superseded=False).first()
    made = ChangeRequest.objects.create(project=project, proposal=live, asked_by=by, asked_on=on)
    PartComment.objects.bulk_create(
        PartComment(request=made, part=part, comment=said[part]) for part in PARTS if part in said
    )
    words = Words(
        f"Changes asked: {project.number}",
        "\n".join(f"{PARTS[part][0]}: {words}" for part, words in said.items()),
        f"/projects/{project.pk}/",
    )
    key = f"project/{project.pk}/changes/{made.pk}"
    writing.write_each("proposal", key, [project.proposed_by], lambda _: words, by=by)
    return made


def _same(done: ChangeRequest, said: Mapping[str, str]) -> ChangeRequest:
    if dict(done.comments.values_list("part", "comment")) != said:
        raise Refusal(f"{done.project.number}: changes are asked for already; the town answers "
                      "first.", CITE)  # fmt: skip
    return done


@transaction.atomic
def send_again(
    request: ChangeRequest,
    answers: Mapping[str, str],
    *,
    on: date,
    by: Officer,
    contents: Contents | None = None,
    budgets: Mapping[int, Decimal] | None = None,
) -> ChangeRequest:
    """Answer each comment and send the proposal to the Authority again, once.

    What it says is written anew only when it changed; both bodies then adopt it anew. Raises
    Refusal while a comment has no answer, and for a budget over a ceiling.
    """
    offices.require(by, "propose-project", on=on)
    refuse_elsewhere(by, request.project.zone, on)
    project = proposals.open_project(request.project)
    request = ChangeRequest.objects.select_related("project__zone", "asked_by").get(pk=request.pk)
    if request.sent_on is not None:
        return request
    refuse_same_person(f"{project}, answer", request.asked_by, by)
    comments = list(request.comments.all())
    for each in comments:
        each.answer = answers.get(each.part, "").strip()
        if not each.answer:
            raise Refusal(f"{project.number}: {PARTS[each.part][0]} has no answer.", CITE)
        each.save(update_fields=["answer"])
    _write(project, contents, budgets or {}, on=on, by=by)
    request.sent_by, request.sent_on = by, on
    request.save()
    return request


def _write(
    project: Project, contents: Contents | None, budgets: Mapping[int, Decimal], *, on: date,
    by: Officer,
) -> None:  # fmt: skip
    known = dict(project.budgets.values_list("sfy", "amount"))
    changed = {sfy: amount for sfy, amount in budgets.items() if known.get(sfy) != amount}
    live = project.proposals.filter(superseded=False).first()
    said = contents_of(live) if live else Contents()
    if changed:
        _budget(project, known, budgets, on)
    if changed or (contents is not None and contents != said):
        proposals.write(project, contents or said, on=on, by=by)


def _budget(
    project: Project, known: Mapping[int, Decimal], budgets: Mapping[int, Decimal], on: date
) -> None:
    """Put the amounts by year that are asked for now in the place of those before."""
    if any(amount < 0 for amount in budgets.values()) or not any(budgets.values()):
        raise Refusal(f"{project.number}: an amount above zero is needed.", "52:27H-88 c.(2)")
    ledger.hold(FUND)
    project_budgets.refuse_budgets(
        project, {sfy: amount for sfy, amount in budgets.items() if amount}, on
    )
    for sfy, amount in budgets.items():
        if sfy in known:
            ProjectBudget.objects.filter(project=project, sfy=sfy).update(amount=amount)
        elif amount:
            ProjectBudget.objects.create(project=project, sfy=sfy, amount=amount)


def contents_of(proposal: Proposal) -> Contents:
    """Return what a proposal says, as it was written."""
    names = ("description", "total_cost", "months", "furthers", "controls", "qualifies", "jobs",
             "activity")  # fmt: skip
    others = dict(proposal.other_revenues.values_list("source", "amount"))
    said = Contents(**{name: getattr(proposal, name) for name in names})
    return replace(said, other_revenues=others)
