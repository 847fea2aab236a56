"""The project's own measurements: ratios to bare writes and to peers, never bare times."""
