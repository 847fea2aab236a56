"""Bundles for an auditor or a request for records: what is in one, and how it is packed."""
