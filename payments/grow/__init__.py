"""A State grown to its full size in a scratch database: every town, twelve years, every entry.

What there is one of a year goes through the acts; what there are thousands of is written
set-based, and the database's own triggers number, chain, prove and journal it like the rest.
"""

from payments.grow.growing import FULL, SMALL, TEN, Grown, Size, grow

__all__ = ["FULL", "SMALL", "TEN", "Grown", "Size", "grow"]
