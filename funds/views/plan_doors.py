"""The only home of the doors to a corrective action plan: written, entered, answered, done. j."""

from collections.abc import Mapping
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property

from funds import corrective_plans, withholding
from funds.models import PlanTask, WithholdingOrder
from funds.plan_forms import AcceptForm, EvidenceForm, PlanForm, StepForm
from funds.queries import reviews as queries
from funds.refusal import Refusal
from funds.views.review_doors import ReviewDoor
from municipalities.models import EnterpriseZone, Officer
from municipalities.page_parts import Term

CITE = "52:27H-88 j."


class OrderDoor(ReviewDoor):
    """A door of the order that stands."""

    @property
    def order(self) -> WithholdingOrder:
        """The standing order; raises Refusal when there is none."""
        found = queries.order_of(self.zone)
        if found is None:
            raise Refusal(f"{self.zone}: no withholding order stands.", CITE)
        return found


class PlanDoor(OrderDoor):
    """Write the Department's corrective action plan."""

    permission = "prepare-withholding"
    form_class = PlanForm
    heading = "Write the corrective action plan"
    lede = "What the zone must do, each task by its day. The Department develops it. 52:27H-88 j."
    after = "Until the zone entered into it, tasks can be added; none is taken out."

    def form_valid(self, form: Any) -> Any:
        """Gather the tasks."""
        form.cleaned_data["tasks"] = form.tasks()
        return super().form_valid(form)

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Keep the plan."""
        made = corrective_plans.write(
            self.order, answers["aim"], answers["tasks"], on=self.today, by=by
        )
        count = made.tasks.count()
        tasks = "1 task" if count == 1 else f"{count} tasks"
        return f"The plan has {tasks}. The zone enters into it next."


STEPS = {
    "plan": ("prepare-withholding", "Record that the plan was entered into"),
    "compliance": ("record-compliance", "Record compliance and end the withholding"),
}


class OrderStepDoor(OrderDoor):
    """The two dated events that end a withholding order: the plan entered into, complied with."""

    permission = ""
    form_class = StepForm

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Ask for the duty of the step."""
        self.permission, self.heading = STEPS[kwargs["step"]]
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the step on the button."""
        by = self.officer if self.kwargs["step"] == "plan" else None
        return super().get_form_kwargs() | {"act": self.heading, "by": by}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Date the step of the standing order."""
        if self.kwargs["step"] == "plan":
            withholding.enter_plan(self.order, on=self.today, by=by, signed=answers.get("signed"))
            return f"{self.zone.name} entered into its plan on {self.today:%b %-d, %Y}."
        withholding.record_compliance(self.order, on=self.today, by=by)
        return f"{self.zone.name} complies with its plan: nothing is withheld any more."


class TaskDoor(ReviewDoor):
    """A door of one task of a plan, found through its zone."""

    @cached_property
    def task(self) -> PlanTask:
        """The task of the address, if its zone may be seen."""
        zones = self.scope.zones()
        found = PlanTask.objects.filter(plan__order__zone__in=zones)
        return get_object_or_404(found.select_related("plan__order__zone"), pk=self.kwargs["pk"])

    @cached_property
    def zone(self) -> EnterpriseZone:
        """The zone of the task."""
        return self.task.plan.order.zone

    def about(self) -> list[Term]:
        """Say what the task is, and what was filed."""
        task = self.task
        terms = [Term("Task", task.what), Term("Due", f"{task.due_on:%b %-d, %Y}")]
        filed = corrective_plans.latest(task)
        if filed is None:
            return terms
        terms.append(Term("Filed", f"{filed.filed_on:%b %-d, %Y}, {filed.filed_by}"))
        terms += [Term("What was done", filed.said)] if filed.said else []
        terms += [Term("Sent back because", filed.sent_back)] if filed.sent_back else []
        if filed.document is not None:
            to = reverse("document", args=[filed.document.pk])
            terms.append(Term("Document", filed.document.filename, to))
        return terms

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Name what stands beside the form."""
        return super().get_context_data(**kwargs) | {"about_title": "The task"}

    def get_form_kwargs(self) -> dict[str, Any]:
        """Name the task on the button."""
        return super().get_form_kwargs() | {"task": self.task}


class EvidenceDoor(TaskDoor):
    """File what shows that a task is done."""

    permission = "answer-plan"
    form_class = EvidenceForm
    heading = "File evidence"
    after = "The Department accepts it, or sends it back and says what is needed. 52:27H-88 j."

    def get_form_kwargs(self) -> dict[str, Any]:
        """Who sends the file."""
        return super().get_form_kwargs() | {"by": self.officer}

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """File it."""
        paper = answers.get("paper")
        corrective_plans.file_evidence(self.task, answers["said"], paper, on=self.today, by=by)
        return f"The evidence of task {self.task.number} is filed; the Department looks at it next."


class AcceptDoor(TaskDoor):
    """Accept a task's evidence for the Department, or send it back."""

    permission = "prepare-withholding"
    form_class = AcceptForm
    heading = "Answer the evidence"
    after = "When every task is accepted, compliance can be recorded. 52:27H-88 j."

    def act(self, answers: Mapping[str, Any], *, by: Officer) -> str:
        """Accept, or send back with the reason."""
        if "back" in self.request.POST:
            corrective_plans.send_back(self.task, answers["reason"], on=self.today, by=by)
            return f"The evidence of task {self.task.number} is sent back."
        corrective_plans.accept(self.task, on=self.today, by=by)
        return f"The evidence of task {self.task.number} is accepted."
