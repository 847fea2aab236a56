"""The acts that bring money into a fund and credit it to its holders."""

from funds.allotments import allot
from funds.certification import certify, reopen
from funds.credits import credit, step_down
from funds.deposits import deposit, invest, top_up
from funds.make_ups import make_up
from funds.runs import run, run_on

__all__ = [
    "allot",
    "certify",
    "credit",
    "deposit",
    "invest",
    "make_up",
    "reopen",
    "run",
    "run_on",
    "step_down",
    "top_up",
]
