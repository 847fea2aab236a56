"""The only way by which a file becomes figures: sent, read, checked, put forward, accepted."""
