"""The acts that bring money into a fund and credit it to its holders."""

from funds.allotments import allot
from funds.certification import certify, reopen
from funds.credits import credit, step_down
from funds.deposits import deposit, invest, top_up

__all__ = [
    "allot",
    "certify",
    "credit",
    "deposit",
    "invest",
    "reopen",
    "step_down",
    "top_up",
]
