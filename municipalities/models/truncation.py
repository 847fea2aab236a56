"""The only home of the rule that a table of record is never emptied."""

import pgtrigger


def never_truncated() -> pgtrigger.Trigger:
    """Refuse TRUNCATE of the table."""
    return pgtrigger.Trigger(
        name="never_truncated",
        level=pgtrigger.Statement,
        when=pgtrigger.Before,
        operation=pgtrigger.Truncate,
        func="RAISE EXCEPTION '% is never truncated', TG_TABLE_NAME"
        " USING ERRCODE = '23514', CONSTRAINT = 'never_truncated';",
    )
