"""The only table of what each job title may do.

A job title is `Office.title`; a permission is a word an act asks for. Nobody holds both sides of
a duty by title alone, and where one title could, the database compares the persons.
"""

READ_ALL = frozenset({"read-all"})

# Doors of these duties ask for the second factor again when it was shown over five minutes ago:
# what certifies, what lets money go, where it goes to, and who holds an office.
ASKED_AGAIN = frozenset(
    {
        *("certify", "certify-close", "certify-warrant", "issue-warrant", "send-warrant"),
        *("release", "enter-bank-account", "confirm-bank-account", "verify-bank-account"),
        "reveal-bank-account",
        *("manage-offices", "seat-officers", "let-go-on"),
    }
)

ROLES: dict[str, frozenset[str]] = {
    # The State: Treasury
    "treasury-analyst": READ_ALL
    | {
        "load-facts",
        "accept-facts",
        "deposit",
        "step-down",
        "prepare-run",
        "propose-decision",
        "correct",
        "enter-bank-account",
        "send-warrant",
        "record-return",
        "record-enactment",
        "determine-watershed",
        "decide-objection",
        "reveal-bank-account",
        "place-hold",
        "reconcile",
        "answer-deposit",
        "keep-calendar",
    },
    "treasury-certifier": READ_ALL
    | {
        "place-hold",
        "lift-hold",
        "reconcile",
        "certify",
        "credit",
        "step-down",
        "release",
        "certify-warrant",
        "certify-close",
        "decide",
        "approve-correction",
        "apply-withholding",
        "restart-work",
        "stop-everything",
        "let-go-on",
    },
    "budget-officer": READ_ALL
    | {
        "stop-everything",
        "issue-warrant",
        "record-return",
        "lift-hold",
        "reconcile",
        "certify-short-appropriation",
    },
    "treasury-releaser": READ_ALL
    | {"send-warrant", "record-return", "confirm-bank-account", "stop-everything"},
    "taxation-director": READ_ALL
    | {"load-facts", "accept-facts", "review-vacant-land", "notify-filers", "report-corrections"},
    # The State: Department of Community Affairs
    "dca-analyst": READ_ALL
    | {
        "load-facts",
        "accept-facts",
        "prepare-run",
        "prepare-close",
        "find",
        "prepare-withholding",
        "propose-decision",
        "verify-bank-account",
        "reveal-bank-account",
        "place-hold",
        "correct",
        "restart-work",
        "know-of-drafts",
        "decide-objection",
        "review-second-generation",
        "review-project",
        "keep-calendar",
    },
    "dca-director": READ_ALL
    | {
        "stop-everything",
        "let-go-on",
        "lift-hold",
        "confirm-finding",
        "order-withholding",
        "record-compliance",
        "record-ethics",
        "decide",
        "approve-correction",
        "record-standing",
        "record-succession",
        "record-conformance",
        "change-budget",
        "know-of-drafts",
    },
    "authority": READ_ALL
    | {
        "review-project",
        "determine-project",
        "spend-authority",
        "record-standing",
        "decide-appeal",
    },
    # Municipalities, zones and counties
    "coordinator": frozenset(
        {
            "propose-project",
            "encumber",
            "second-generation",
            "prepare-voucher",
            "acknowledge-ethics",
            "answer-plan",
            "appeal-finding",
            "acknowledge",
        }
    ),
    "preparer": frozenset(
        {"prepare-voucher", "encumber", "acknowledge-ethics", "prepare-vacant-land"}
    ),
    "cfo": frozenset(
        {
            "propose-project",
            "encumber",
            "prepare-voucher",
            "approve-voucher",
            "enter-bank-account",
            "confirm-deposit",
            "reveal-bank-account",
            "second-generation",
            "certify-second-generation",
            "attest-offset",
            "acknowledge-ethics",
            "answer-plan",
            "appeal-finding",
            "attest-levy-relief",
            "object-to-data",
            "acknowledge",
        }
    ),
    # The municipal clerk, N.J.S.A. 40A:9-133: seats the next chief financial officer, and
    # records what the governing body adopted
    "clerk": frozenset(
        {
            "seat-officers",
            "adopt-for-governing-body",
            "record-ethics",
            "acknowledge-ethics",
            "confirm-bank-account",
        }
    ),
    "corporation": frozenset({"adopt-for-corporation", "acknowledge-ethics"}),
    "assessor": frozenset({"prepare-vacant-land", "file-highlands-report"}),
    "county-board": frozenset({"certify-decline"}),
    # Everything to read, nothing to change
    "auditor": READ_ALL,
    # Users, offices and reference tables; never money
    "admin": frozenset({"manage-offices", "seat-officers", "stop-everything", "let-go-on"}),
    # What the calendar wakes
    "system": READ_ALL
    | {"release", "credit", "step-down", "prepare-close", "carry-forward", "lapse", "recover"}
    | {"reconcile", "stop-everything"},
}
