"""One file a command, named as it is called."""
