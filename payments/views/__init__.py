"""The doors of payments, and the pages that span all three apps."""
