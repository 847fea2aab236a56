"""The doors of the funds: pages to read, and pages with one act."""
