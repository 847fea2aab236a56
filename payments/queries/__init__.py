"""Page-shaped reads over all three apps: few statements each, none of them writes."""
