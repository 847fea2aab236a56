"""Page-shaped reads of the funds: few statements each, none of them writes."""
