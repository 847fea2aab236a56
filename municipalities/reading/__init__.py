"""The one reader of every file that comes in: pure, without Django, run in a process of its own."""
