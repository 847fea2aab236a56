"""The only home of the servers that a machine with nothing else gets: PostgreSQL and Valkey."""
