"""Notices: an outbox of rows, one message a person, sent after the commit, never lost unseen."""
