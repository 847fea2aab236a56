"""The only home of proving by races that no dollar is used twice and no ceiling is passed."""
