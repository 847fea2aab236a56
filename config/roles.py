"""The only table of what each job title may do."""

ROLES: dict[str, frozenset[str]] = {}
