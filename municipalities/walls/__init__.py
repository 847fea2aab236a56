"""The walls of the database itself: what it records of every change, and which rows a role sees."""

from django.db import connection, transaction

# What pgtrigger asks before each trigger: answered from a setting, it would let whoever speaks
# SQL switch off any rule for themselves. Each migration of a trigger puts that back.
_NO_TRIGGER_IS_IGNORED = """
CREATE OR REPLACE FUNCTION _pgtrigger_should_ignore(trigger_name name) RETURNS boolean
LANGUAGE sql IMMUTABLE AS 'SELECT false'
"""


@transaction.atomic
def build() -> bool:
    """Make the walls what this code says they are, for whatever tables there are.

    Returns whether the database's roles are there: without them no row-level wall stands.
    """
    from municipalities.walls import journal, roles, rows, signatures

    with connection.cursor() as cursor:
        cursor.execute(_NO_TRIGGER_IS_IGNORED)
    journal.install()
    signatures.install()
    if not roles.install():
        return False
    rows.install()
    return True
