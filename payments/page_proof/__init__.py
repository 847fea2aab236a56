"""Every page opened on a grown State: how often it asks the database, and how long it takes."""
