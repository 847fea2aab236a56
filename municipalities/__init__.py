"""Who there is: municipalities, zones, facts, offices."""
