"""Proofs anyone may run again: random cases against an oracle that shares no code with the rule."""
