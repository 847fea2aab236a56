"""The only place that decides which servers are used: the named ones, or this machine's own."""

import os


def ensure_services() -> None:
    """Start the embedded servers for whichever of DATABASE_URL and REDIS_URL is not set."""
    if not os.environ.get("DATABASE_URL"):
        from config.embedded import postgres

        os.environ["DATABASE_URL"] = postgres.start()
    if not os.environ.get("REDIS_URL"):
        from config.embedded import valkey

        os.environ["REDIS_URL"] = valkey.start()
