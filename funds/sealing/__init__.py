"""Daily seals: what every chain ends with, signed outside the database, and compared with it."""
