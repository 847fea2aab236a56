"""The only home of the questions of a corrective action plan: its tasks, evidence, answers. j."""

from typing import Any

from django import forms

from funds.models import PlanTask
from funds.zone_forms import day_field, words_field
from municipalities.documents.fields import DocumentField
from municipalities.layouts import abreast, group, one_column, second
from municipalities.models import Officer

TASKS = 5  # rows of tasks that a plan's form offers at once


class PlanForm(forms.Form):
    """The Department's plan: what is put right, and the tasks with their days."""

    aim = words_field("What is put right")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = []
        for each in range(1, TASKS + 1):
            needed = each == 1
            self.fields[f"what_{each}"] = forms.CharField(
                max_length=300, required=needed, label=f"Task {each}"
            )
            self.fields[f"due_{each}"] = day_field("Due")
            self.fields[f"due_{each}"].required = needed
            rows.append(abreast(f"what_{each}", f"due_{each}"))
        self.helper = one_column("aim", group("Tasks", *rows), act="Keep the plan")

    def clean(self) -> dict[str, Any] | None:
        """Refuse a task without a day, and a day without a task."""
        data = super().clean() or {}
        for each in range(1, TASKS + 1):
            if bool(data.get(f"what_{each}")) != bool(data.get(f"due_{each}")):
                self.add_error(f"due_{each}", "A task has words and a day.")
        return data

    def tasks(self) -> list[tuple[str, Any]]:
        """The tasks with their days."""
        data = self.cleaned_data
        rows = ((data.get(f"what_{n}"), data.get(f"due_{n}")) for n in range(1, TASKS + 1))
        return [(what, due) for what, due in rows if what]


class StepForm(forms.Form):
    """One button, and for the plan's entry the paper the zone signed."""

    def __init__(self, *args: Any, act: str, by: Officer | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if by is not None:
            self.fields["signed"] = DocumentField(
                by=by, required=False, label="The plan as the zone signed it"
            )
        self.helper = one_column(*self.fields, act=act)


class EvidenceForm(forms.Form):
    """What was done, and the document that shows it."""

    said = words_field("What was done", required=False)

    def __init__(self, *args: Any, task: PlanTask, by: Officer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["paper"] = DocumentField(by=by, required=False, label="Document")
        self.helper = one_column("said", "paper", act=f"File the evidence of task {task.number}")


class AcceptForm(forms.Form):
    """The Department's answer to a task's evidence."""

    reason = words_field("Reason", "Needed to send it back.", required=False)

    def __init__(self, *args: Any, task: PlanTask, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = one_column(
            "reason",
            act=f"Accept the evidence of task {task.number}",
            beside=second("Send back with this reason", "back"),
        )
