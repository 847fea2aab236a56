"""Measured proofs of what the calendar wakes: deliveries, days, stalls."""
