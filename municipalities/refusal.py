"""Refusal: the only home of a lawful "no", worded for the person who asked."""

from collections.abc import Sequence


class Refusal(Exception):
    """What may not be done, why, and under which clause; a door shows it as it stands."""

    def __init__(self, message: str, cite: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.cite = cite

    def __str__(self) -> str:
        return f"{self.message} ({self.cite})" if self.cite else self.message


def refuse_all(refusals: Sequence[Refusal]) -> None:
    """Raise what was collected as one refusal, a line each; do nothing when nothing was."""
    if not refusals:
        return
    if len(refusals) == 1:
        raise refusals[0]
    raise Refusal("\n".join(str(each) for each in refusals))
