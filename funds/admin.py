"""The admin tables of the funds: to read, and nothing else, whoever asks."""

from municipalities.admin_site import register_money

register_money(
    "funds",
    {
        "Run": "prepared_on",
        "Certification": "certified_on",
        "Encumbrance": "encumbered_on",
        "Receivable": "opened_on",
    },
)
