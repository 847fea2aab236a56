"""The one letter engine: what a letter says, as a tagged PDF and as an equal page."""
