"""The doors of who there is: signing in and out, and choosing the office to act in."""
