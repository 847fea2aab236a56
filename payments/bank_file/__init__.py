"""The bank file of a warrant: written by position, read again by other code before it is taken."""
