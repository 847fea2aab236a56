"""Tests are sentences about the law; see CONTRIBUTING.md."""
