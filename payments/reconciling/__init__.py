"""Reconciliation: what is certified, posted, warranted and paid by the bank is one and the same."""
