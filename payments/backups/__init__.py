"""Backups: taken at one moment with what proves them, restored whole, never at work by itself."""
