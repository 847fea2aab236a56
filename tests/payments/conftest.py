"""What the tests of the payments share."""

from tests.scratch import scratch_database

__all__ = ["scratch_database"]
