"""Forms that lose nothing: what was typed is kept, shown to nobody else, and sent once."""
