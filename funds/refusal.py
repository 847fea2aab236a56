"""The lawful "no" under the name the funds' acts and rules know it by."""

from municipalities.refusal import Refusal, refuse_all

__all__ = ["Refusal", "refuse_all"]
