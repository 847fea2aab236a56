"""The only table of which tables the database's walls treat otherwise, each with its reason.

Everything that isn't named here is journalled row by row, may be inserted and updated at run
time, and is never deleted. A new table is therefore kept the strict way until somebody says why
not.
"""

CHAINED = "the chained ledger is its own journal: numbered, signed by its officer, never changed"
TOKENS = "holds the secrets of who is signed in, and changes with every page"

# Table, or "table OPERATION" for one operation alone -> why it isn't journalled.
UNJOURNALLED: dict[str, str] = {
    "funds_posting": CHAINED,
    "funds_entry": CHAINED,
    "funds_ledgerhead": CHAINED,
    "funds_account UPDATE": "only entries change a balance, and they are chained",
    "django_session": TOKENS,
    "funds_heartbeat": "a sign of life a minute",
    "django_migrations": "the schema's own record",
    "django_content_type": "names of tables",
    "auth_permission": "names of permissions, which nobody is given",
    "municipalities_change": "the journal itself",
    "municipalities_journalblock": "the journal's chain: its own record would need a next block",
    "municipalities_denial": "is a record itself, of what changed nothing",
}

# Written by the thousand by one act that is itself on record: one line a statement, with its
# count. Drafts are one person's unfinished work: that they were saved is kept, not what they say.
ONE_LINE_A_STATEMENT: dict[str, str] = {
    "funds_runline": "a run's results, frozen under its hash",
    "funds_whatifline": "a what-if's results, frozen with it",
    "funds_holderworksheet": "a run's results, frozen under its hash",
    "funds_balancesnapshot": "computed from the chained ledger",
    "funds_disposition": "a rehearsal's list, frozen under the hash that is certified",
    "funds_vacantparcel": "a report's parcels, frozen under its digest",
    "municipalities_draft": "private until it is sent",
    "municipalities_draftversion": "private until it is sent",
}

# Kept in the journal as a digest only: secrets, and what stays whole in its own frozen row.
HIDDEN: dict[str, tuple[str, ...]] = {
    "municipalities_user": ("password",),
    "municipalities_paper": ("letter",),
    "municipalities_notice": ("text",),
    "municipalities_submission": ("token",),
    "mfa_authenticator": ("data",),
    "municipalities_calendarfeed": ("digest",),
    "municipalities_apitoken": ("digest",),
    "payments_bankaccount": ("sealed_number", "routing"),
    "funds_run": ("facts", "figures"),
    "funds_whatif": ("facts",),
    "municipalities_intake": ("figures", "rows", "listing"),
    "funds_parcelfile": ("listing",),
}

# What the product itself deletes, by table.
DELETED: dict[str, str] = {
    "django_session": "who signs out is signed out",
    "funds_disposition": "a rehearsal is made anew until it is certified",
    "municipalities_draft": "what was sent is no draft any more",
    "municipalities_draftversion": "kept for a day",
    "municipalities_user_groups": "Django's own table; nothing follows from it",
    "municipalities_user_user_permissions": "Django's own table; nothing follows from it",
    "account_emailaddress": "an address is replaced",
    "mfa_authenticator": "a lost second factor is taken away",
    "axes_accessattempt": "a lock ends",
    "axes_accessfailurelog": "of one name the latest thousand are kept",
}

# Read by no reporting role: who is signed in, and with what.
UNREAD = {"django_session", "mfa_authenticator", "municipalities_user"}

# Behind the wall of rows besides every table of the funds and payments with a place or a holder.
WALLED = {"municipalities_document"}

# Rows of no place are nobody's own: the pool, the Authority, the sources of a fund, and what a
# run says of the fund as a whole.
OF_ALL = {"funds_account", "funds_runline", "funds_whatifline"}

# Seen with the row they hang on.
SEEN_WITH = {
    "funds_vacantparcel": "funds_vacantlandreport",
    "funds_parcelchange": "funds_vacantparcel",
    "funds_projectbudget": "funds_project",
    "funds_pledge": "funds_project",
    "funds_pledgeyear": "funds_pledge",
    "funds_proposal": "funds_project",
    "funds_changerequest": "funds_project",
    "funds_partcomment": "funds_changerequest",
    "funds_amendment": "funds_project",
    "funds_amendmentbudget": "funds_amendment",
    "funds_outcome": "funds_project",
    "funds_otherrevenue": "funds_proposal",
    "funds_loaninstallment": "funds_loan",
    "funds_writeoff": "funds_loan",
    "funds_reportquestion": "funds_quarterlyreport",
    "funds_expenditure": "funds_encumbrance",
    "funds_findingexpenditure": "funds_finding",
    "funds_appeal": "funds_finding",
    "funds_preparedexpenditure": "funds_review",
    "funds_reviewedexpenditure": "funds_yearreview",
    "funds_correctiveplan": "funds_withholdingorder",
    "funds_plantask": "funds_correctiveplan",
    "funds_planevidence": "funds_plantask",
    "payments_accountreveal": "payments_bankaccount",
    "payments_voucher": "funds_encumbrance",
    "payments_voucherreduction": "payments_voucher",
    "payments_refund": "payments_voucher",
}

# Who did a duty may be somebody else later, until the next duty is done.
SIGNED_ANEW: dict[str, str] = {
    "funds_closing.prepared_by_id": "a rehearsal is made anew until it is certified",
    "funds_reviewedexpenditure.looked_by_id": "looked at anew until the review is concluded",
}
