"""The calendar: every statutory date of the three funds, made from their clauses."""
