"""The only way in which an embedded server says that it can't start: one sentence."""


class CannotStart(Exception):
    """A server that can't start, worded for the person who asked for it."""
