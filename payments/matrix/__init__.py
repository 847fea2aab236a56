"""Who may open which address: the declared table, rows of two towns, and the asking."""
