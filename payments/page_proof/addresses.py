"""The only home of which record each address is opened with: the largest and the latest there is.

Addresses come from the URL configuration, so that a new page is opened without being named here;
what stands under a new first word needs its line in `FOUND`.
"""

from collections.abc import Iterator
from itertools import product
from typing import Any

from django.db import connection
from django.urls import get_resolver

from payments.page_proof.address import Address

# First word of an address and the name in it -> what finds the values, at most two.
FOUND = {
    ("accounts", "pk"): """(SELECT id FROM funds_account WHERE kind = 'POOL' ORDER BY id LIMIT 1)
        UNION ALL (SELECT id FROM funds_account WHERE kind = 'TRUST' ORDER BY id DESC LIMIT 1)""",
    ("amendments", "body"): "VALUES ('governing')",
    ("amendments", "pk"): "SELECT id FROM funds_amendment ORDER BY id DESC LIMIT 1",
    ("bank-accounts", "pk"): "SELECT min(id) FROM payments_bankaccount WHERE payee = '0714'",
    ("deposits", "pk"): "SELECT max(id) FROM payments_payment WHERE payee = '0714'",
    ("documents", "pk"): "SELECT id FROM municipalities_document ORDER BY id DESC LIMIT 1",
    ("drafts", "pk"): "SELECT id FROM municipalities_draft ORDER BY id DESC LIMIT 1",
    ("encumbrances", "pk"): """SELECT max(id) FROM funds_encumbrance
        WHERE municipality_id = '0714'""",
    ("reconciliation", "pk"): """SELECT id FROM payments_warrant WHERE posting_id IS NOT NULL
        ORDER BY payments_count DESC, id DESC LIMIT 1""",
    ("files", "layout"): "VALUES ('equalized')",
    ("files", "pk"): "SELECT id FROM municipalities_intake ORDER BY id DESC LIMIT 1",
    ("overrides", "pk"): "SELECT id FROM municipalities_override ORDER BY id DESC LIMIT 1",
    ("funds", "fund"): "VALUES ('zone-assistance'), ('energy-receipts')",
    ("installments", "pk"): "SELECT max(id) FROM payments_installment WHERE holder = '0714'",
    ("law", "clause"): "VALUES ('uez.h.unencumbered')",
    ("loans", "pk"): "SELECT id FROM funds_loan ORDER BY id DESC LIMIT 1",
    ("municipalities", "code"): "VALUES ('0714'), ('0101')",
    ("notices", "pk"): "SELECT id FROM municipalities_notice ORDER BY id DESC LIMIT 1",
    ("offices", "pk"): """SELECT min(id) FROM municipalities_office
        WHERE title = 'cfo' AND municipality_id = '0714'""",
    ("offices", "place"): "VALUES ('STATE'), ('0714')",
    ("papers", "number"): "SELECT number FROM municipalities_paper ORDER BY id DESC LIMIT 1",
    ("payments", "fund"): "VALUES ('zone-assistance'), ('energy-receipts')",
    ("payments", "pk"): "SELECT id FROM payments_payment ORDER BY id DESC LIMIT 1",
    ("postings", "pk"): """(SELECT id FROM funds_posting ORDER BY entry_count DESC, id LIMIT 1)
        UNION ALL (SELECT id FROM funds_posting WHERE act = 'credit' ORDER BY id DESC LIMIT 1)""",
    ("projects", "body"): "VALUES ('governing')",
    ("projects", "pk"): "SELECT max(id) FROM funds_project WHERE municipality_id = '0714'",
    ("holidays", "pk"): "SELECT max(id) FROM municipalities_holiday",
    ("highlands", "code"): """SELECT min(code) FROM municipalities_municipality
        WHERE in_highlands""",
    ("highlands", "sfy"): "VALUES (2027)",
    ("highlands", "year"): "VALUES (2026)",
    ("municipalities", "pk"): """SELECT max(series_id) FROM municipalities_fact
        WHERE municipality_id = '0714'""",
    ("municipalities", "sfy"): "VALUES (2027)",
    ("receipts", "sfy"): "VALUES (2027)",
    (
        "figures",
        "pk",
    ): "SELECT max(series_id) FROM municipalities_fact WHERE municipality_id IS NULL",
    ("vacant-land", "code"): "VALUES ('14')",
    ("vacant-land", "year"): "VALUES (2026)",
    ("receipts", "pk"): "SELECT id FROM funds_secondgenerationreceipt ORDER BY id DESC LIMIT 1",
    ("reports", "pk"): "SELECT id FROM funds_quarterlyreport ORDER BY id DESC LIMIT 1",
    ("reviews", "pk"): "SELECT id FROM funds_review ORDER BY id DESC LIMIT 1",
    ("reviews", "sfy"): "VALUES (2026)",
    ("runs", "holder"): "VALUES ('0714')",
    ("runs", "pk"): "(SELECT max(id) FROM funds_run GROUP BY fund_id ORDER BY 1)",
    ("vouchers", "pk"): "SELECT max(id) FROM payments_voucher WHERE municipality_id = '0714'",
    ("public", "code"): "VALUES ('0714')",
    ("verify", "number"): "VALUES ('none')",
    ("warrants", "pk"): """SELECT id FROM payments_warrant
        ORDER BY payments_count DESC, id DESC LIMIT 1""",
    ("what-ifs", "key"): "SELECT key FROM funds_whatif ORDER BY prepared_on DESC LIMIT 1",
    ("jobs", "pk"): "SELECT id FROM funds_work ORDER BY id DESC LIMIT 1",
    ("year-end", "fund"): "SELECT fund_id FROM funds_closing ORDER BY id",
    ("year-end", "sfy"): "SELECT DISTINCT sfy FROM funds_closing ORDER BY 1",
    ("api-tokens", "pk"): "SELECT max(id) FROM municipalities_officer",
    ("invariants", "name"): "VALUES ('zero'), ('credits')",
    ("bundles", "of"): "VALUES ('municipality')",
    ("bundles", "key"): "VALUES ('0714')",
    ("zones", "code"): "VALUES ('0714')",
    ("zones", "pk"): "SELECT id FROM municipalities_officer ORDER BY id DESC LIMIT 1",
    ("zones", "quarter"): "VALUES (1)",
    ("zones", "sfy"): "VALUES (2026)",
    ("zones", "step"): "VALUES ('plan')",
    ("findings", "pk"): "SELECT id FROM funds_finding ORDER BY id DESC LIMIT 1",
    ("plan-tasks", "pk"): "SELECT id FROM funds_plantask ORDER BY id DESC LIMIT 1",
}


# Answer no page to who is signed in: they take what is sent, or belong to signing in.
NO_PAGE = {
    # for programs; no token, key or seal of a grown State is there to be shown
    "api_token_revoke", "seals",
    "seal_keys",
    "account_login", "account_logout", "draft_save", "feed_read", "first_password",
    "healthz_parts", "metrics",
    "mfa_authenticate",
    "mfa_deactivate_totp", "mfa_edit_webauthn", "mfa_reauthenticate",
    "mfa_reauthenticate_webauthn", "mfa_remove_webauthn", "mfa_view_recovery_codes",
    "openid_connect_callback", "openid_connect_login", "session_stay", "sign_in", "sign_out",
    "socialaccount_login_error",
    "appeal", "appeal_decide", "finding", "plan_accept", "plan_evidence", "year_review",
    "year_review_look",
    # Nothing of theirs grows: no review, paper, notice, draft, file or work is on record, and
    # nobody is proposed or renewed. What grows was given, not computed: nothing to count again.
    "document", "draft", "ethics_record", "number_check", "grant", "grant_refuse", "invitation",
    "lapse_notice", "make_up", "notice", "notice_again", "paper", "paper_pdf", "pledge",
    "pledge_decide", "renewal", "review",
    "review_confirm", "work_again", "work_progress",
    "intake", "intake_accept", "intake_decline", "intake_findings", "intake_forward",
    "intake_override", "intake_progress", "override_approve",
    "correction", "correction_approve", "correction_lines", "corrections_report",
    "deposit_answer", "hold_lift", "return_file", "return_file_confirm", "return_line_settle",
    "amendment", "amendment_adopt", "amendment_determine", "send_again",
    # Nor a report of vacant land, an objection, a waiver or an act that is short; Newark is in no
    # Highlands.
    "board_certify", "figures_accept", "offset_attest", "parcel_change",
    "reading_rehearsed", "receipts_lines", "refund_confirm", "refund_record",
    "vacant_land", "vacant_land_back", "vacant_land_certify",
    "vacant_land_file", "vacant_land_write", "vacant_land_xlsx", "objection_decide",
    "vacant_land_findings", "vacant_land_prepare", "vacant_land_progress", "vacant_land_read",
    "waiver_authorise", "filers_notify", "short_certify",
    "judgment_record", "highlands_send",
    "default", "loan", "repay", "report_answer", "report_certify", "report_review", "take_back",
    "what_if", "what_if_ask", "what_if_share", "what_if_xlsx", "why_changed",
    "write_off", "write_off_ask",
    "standstill_end",
}  # fmt: skip


# For programs and to take away: no page, nor a list of one kind of rows.
FOR_PROGRAMS = {"healthz_parts", "metrics", "bundle"}


def every() -> Iterator[Address]:
    """Return each page of the product with the records it is opened with."""
    resolver = get_resolver()
    for name in sorted(_pages()):
        for possibilities, *_ in resolver.reverse_dict.getlist(name):
            for pattern, names in possibilities:
                yield from _filled(name, pattern, names)


def _filled(name: str, pattern: str, names: list[str]) -> Iterator[Address]:
    word = pattern.partition("/")[0]
    values = [_values(word, each) for each in names]
    for chosen in product(*values):
        yield Address(name, "/" + pattern % dict(zip(names, chosen, strict=True)))


def _values(word: str, name: str) -> list[Any]:
    if (word, name) not in FOUND:
        return []
    with connection.cursor() as cursor:
        cursor.execute(FOUND[word, name])
        return [row[0] for row in cursor.fetchall()]


def unopened(opened: set[str]) -> list[str]:
    """Return the names of pages with an address that were not opened."""
    return sorted(_pages() - opened)


def _pages() -> set[str]:
    names = {key for key in get_resolver().reverse_dict if isinstance(key, str)}
    return {each for each in names - FOR_PROGRAMS if not each.startswith("api_")}
