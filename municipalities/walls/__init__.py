"""The walls of the database itself: what it records of every change, and which rows a role sees."""
