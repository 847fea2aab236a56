"""The only home of how static files are named: by content hash once collected, plainly before."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedWhenCollected(CompressedManifestStaticFilesStorage):
    """Name files by content; a file that was never collected keeps its plain name.

    So `runserver` and `pytest` work alone, and the served product caches for ever.
    """

    def stored_name(self, name: str) -> str:
        """Return the hashed name from the manifest, or the plain one when there is none."""
        hashed: str = self.hashed_files.get(self.hash_key(self.clean_name(name)), name)
        return hashed
