"""The one store of files: uploads that were found harmless, and papers the State issued."""
