"""What the tests of the product's setting share."""

from tests.scratch import scratch_database

__all__ = ["scratch_database"]
