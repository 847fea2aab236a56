"""The law as algebra: no Django, no clock, no database."""
