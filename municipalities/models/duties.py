"""The only home of the database's rule that two duties are two natural persons."""

import pgtrigger


def persons_differ(name: str, *columns: str) -> pgtrigger.Trigger:
    """Make a trigger that refuses a row in which one person fills two of the officer columns.

    Empty columns are passed over, so a row may gain its signatures one after the other.
    """
    values = ", ".join(f"NEW.{column}" for column in columns)
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=pgtrigger.Insert | pgtrigger.Update,
        func=f"""
            IF (SELECT count(*) <> count(DISTINCT o.person_id)
                FROM unnest(ARRAY[{values}]) AS x(id)
                JOIN municipalities_officer o ON o.id = x.id) THEN
                RAISE EXCEPTION 'one person may not fill two duties of one act'
                    USING ERRCODE = '23514', CONSTRAINT = '{name}';
            END IF;
            RETURN NEW;""",  # noqa: S608 - the columns are named in our models
    )
