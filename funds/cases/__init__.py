"""Cases that analysts write in Gherkin, tried on every recipient of a run before it is signed."""
