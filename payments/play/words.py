"""The only home of the words a story may use for an act, a category, a kind of account."""

import re

from funds.models import Category, Kind
from funds.sources import SOURCES


def joined(text: str) -> str:
    """Spell a word in one way: lower case, joined by hyphens."""
    return re.sub(r"[\s_/-]+", "-", text.strip().lower()).strip("-")


# Other words for the same act, as section 2 of the domain and people spell them.
ALIASES = {
    "investment": "invest",
    "income": "invest",
    "stepdown": "step-down",
    "allotment": "allot",
    "facts": "fact",
    "release-an-encumbrance": "release-encumbrance",
    "disencumber": "release-encumbrance",
    "approve-voucher": "voucher",
    "approve-a-voucher": "voucher",
    "refund-voucher": "refund",
    "refund-a-voucher": "refund",
    "void-voucher": "void",
    "void-a-voucher": "void",
    "refund-or-void-a-voucher": "void",
    "authority-spends": "authority-spend",
    "loan": "lend",
    "repay": "repayment",
    "loan-repayment": "repayment",
    "sell": "sale",
    "sale-proceeds": "sale",
    "release-installment": "release",
    "release-an-installment": "release",
    "installment": "installments",
    "send": "payment-sent",
    "sent": "payment-sent",
    "pay": "payment-sent",
    "payment": "payment-sent",
    "warrant-payment-sent": "payment-sent",
    "bank-return": "return",
    "correct": "reduce",
    "correction": "reduce",
    "state-error": "reduce",
    "succession": "succeed",
    "merge": "succeed",
    "carry": "carry-forward",
    "carried-forward": "carry-forward",
    "lapse-to-authority": "lapse",
    "seal": "close",
    "yearend": "year-end",
    "find": "finding",
    "withholding": "withhold",
    "lift-withholding": "lift",
    "makeup": "make-up",
}

CATEGORIES = {
    **{category.value: category for category in Category},
    "admin": Category.ADMINISTRATION,
    "administrative": Category.ADMINISTRATION,
    "safety": Category.PUBLIC_SAFETY,
    "police": Category.PUBLIC_SAFETY,
    "transport": Category.TRANSPORTATION,
    "transportation-infrastructure": Category.TRANSPORTATION,
    "economic-development": Category.GENERAL,
}


def category(note: str) -> Category | None:
    """Return the category that a note names, if it names one."""
    for word in re.split(r"[;,:()]", note):
        found = CATEGORIES.get(joined(word))
        if found is not None:
            return found
    text = joined(note)
    return next((found for word, found in CATEGORIES.items() if word in text), None)


KINDS = {"UNENCUMBERED": Kind.ZONE, "CREDITED": Kind.ZONE, "FORFEITED": Kind.RECOVERED}


def kind(note: str) -> Kind | None:
    """Return the kind of account that a note names, if it names one."""
    text = joined(note).upper().replace("-", "_")
    for word in (text, *re.split(r"[^A-Z_]+", note.upper())):
        if word in KINDS or word in Kind.values:
            return KINDS.get(word) or Kind(word)
    labels = {joined(label): value for value, label in Kind.choices}
    found = labels.get(joined(note))
    return Kind(found) if found else None


def source(fund: str, text: str) -> str:
    """Return the fund's source that a story means: its name, or the one most like its words."""
    name = joined(text)
    known = SOURCES.get(fund, {})
    if not name or name in known:
        return name
    like = [s for s, label in known.items() if name in s or name in joined(label)]
    if len(like) == 1:
        return like[0]
    shared = {s: len(_told(name) & _told(f"{s}-{joined(label)}")) for s, label in known.items()}
    most = max(shared.values(), default=0)
    best = [s for s, count in shared.items() if count == most]
    return best[0] if most and len(best) == 1 else name


def _told(name: str) -> set[str]:
    """The words of a name that tell one source from another, by how they begin."""
    return {word[:6] for word in name.split("-")} - {"tax", "and", "or", "of", "on", "utilit"}


def day(note: str) -> str | None:
    """Return the day that a note names, as ISO text, if it names one."""
    found = re.search(r"\d{4}-\d{2}-\d{2}", note)
    return found[0] if found else None


def code(note: str) -> str | None:
    """Return the municode that a note names, if it names one."""
    found = re.search(r"(?<!\d)\d{4}(?!\d|-\d\d)", note)
    return found[0] if found else None
