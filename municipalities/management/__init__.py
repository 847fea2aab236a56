"""Commands of who there is."""
