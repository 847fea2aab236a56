"""The acts on installments: cut certified aid into dated parts, release what is due."""

from payments.plans import plan, plan_credited, replan, unreleased
from payments.releases import Refused, Released, release, release_due

__all__ = [
    "Refused",
    "Released",
    "plan",
    "plan_credited",
    "release",
    "release_due",
    "replan",
    "unreleased",
]
