"""Faults on purpose: what an act leaves when its process, answer, server or message is lost."""
