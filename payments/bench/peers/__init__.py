"""Programs that measure other ledgers, each run by the Python of its own environment."""
