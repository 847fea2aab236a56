"""Tests of who there is."""
