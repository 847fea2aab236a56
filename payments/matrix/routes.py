"""The only table of what every address answers to whom; an address that isn't here fails.

`duty` is what the office must have, or it is refused (403) whatever it asks for. `of` names the
kind of record in the address: whose scope doesn't hold it gets the answer of one that isn't there
(404, word for word). `sends` marks doors, which take a POST. The routes of payments and of a
place's records stand in files of their own.
"""

from payments.matrix.payment_routes import PAYMENT_ROUTES
from payments.matrix.place_routes import PLACE_ROUTES
from payments.matrix.route import ANYONE, ONE_SELF, STATE, Route, door

ROUTES: dict[str, Route] = {
    # who is there
    "healthz": Route(open=True),
    "healthz_parts": Route(open=True, down=True),
    "metrics": Route(open=True),
    **dict.fromkeys(
        (
            "account_login", "sign_in", "account_logout", "sign_out", "first_password",
            "openid_connect_login", "openid_connect_callback", "socialaccount_login_cancelled",
            "socialaccount_login_error", "mfa_authenticate", "verify", "waivers",
        ),
        ANYONE,
    ),
    **dict.fromkeys(
        (
            "session_stay", "account_reauthenticate", "mfa_reauthenticate",
            "mfa_reauthenticate_webauthn", "mfa_index", "change_password", "mfa_activate_totp",
            "mfa_deactivate_totp", "mfa_view_recovery_codes", "mfa_generate_recovery_codes",
            "mfa_list_webauthn", "mfa_add_webauthn", "mfa_edit_webauthn", "mfa_remove_webauthn",
            "choose_office", "draft_save", "draft", "notice", "notice_again",
        ),
        ONE_SELF,
    ),
    # pages of every office: what they list is the office's own
    **dict.fromkeys(
        (
            "home", "search", "municipalities", "account_list", "papers", "notices", "drafts",
            "law", "clause", "help", "accessibility", "vacancies", "bank_accounts", "deposits",
            "what_ifs",
        ),
        Route(),
    ),
    # the State's
    **dict.fromkeys(
        (
            "funds", "fund", "run", "run_receipt", "year_ends", "year_end", "year_end_balances",
            "work", "work_progress", "payment_day", "warrant", "intakes", "intake",
            "intake_progress", "intake_findings", "intake_template",
            "compilation", "compilation_xlsx", "holds", "warrant_register", "returns",
            "return_file", "reconciliation", "tie",
            "receipts", "receipts_year", "receipts_lines",
        ),
        STATE,
    ),
    "standstills": Route(duty="stop-everything"),
    "standstill_begin": door("stop-everything"),
    "standstill_end": door("let-go-on"),
    "corrections_report": door("report-corrections"),
    "enactment_record": door("record-enactment"),
    "short_certify": door("certify-short-appropriation"),
    "filers_notify": door("notify-filers"),
    "levy_relief": door("attest-levy-relief", "municipality"),
    "figures": Route("municipality"),
    "object": door("object-to-data", "figure"),
    "objections": STATE,
    "state_figures": STATE,
    "state_figure_record": door("load-facts"),
    "state_figure_accept": door("accept-facts"),
    "objection_decide": door("decide-objection"),
    "cases": door("prepare-run"),
    "waiver_ask": door("propose-decision"),
    "waiver_authorise": door("decide"),
    "acknowledge": door("acknowledge", "holder"),
    "schedules": STATE,
    "schedule_record": door("prepare-run"),
    "successions": STATE,
    "succession_record": door("record-succession"),
    "name_record": door("record-succession"),
    "run_reopen": door("certify"),
    "run_protect": door("prepare-run"),
    "policy": door("propose-decision"),
    "policy_decide": door("decide"),
    "program": door("prepare-run"),
    "income": STATE,
    "income_record": door("deposit"),
    "authority": STATE,
    "corrections": STATE,
    "correction": STATE,
    "correction_open": door("correct"),
    "correction_lines": door("correct"),
    "correction_approve": door("approve-correction"),
    "arrears": STATE,
    "standings": STATE,
    "authority_spend": door("spend-authority"),
    "make_up": door("prepare-run"),
    "deposit": door("deposit"),
    "run_prepare": door("prepare-run"),
    "run_certify": door("certify"),
    "run_credit": door("credit"),
    "step_down": door("deposit"),
    "rehearse": door("prepare-close"),
    "year_end_certify": door("certify-close"),
    "intake_send": door("load-facts"),
    "intake_forward": door("load-facts"),
    "intake_accept": door("accept-facts"),
    "intake_decline": door("load-facts"),
    "intake_override": door("load-facts"),
    "override_approve": door("accept-facts"),
    "work_again": door("restart-work"),
    # who holds which office
    "offices": Route(duty="seat-officers"),
    "hand_over": door("seat-officers", "office"),
    "recertification": Route(duty="manage-offices"),
    **dict.fromkeys(
        ("recertify", "seat", "grant", "grant_refuse", "term", "renew", "renewal"),
        door("manage-offices"),
    ),
    "invitation": ONE_SELF,
    "api_tokens": Route(duty="manage-offices"),
    **dict.fromkeys(("api_token_grant", "api_token_revoke"), door("manage-offices")),
    # for programs: what is public, and with a token what its officer sees; a sign-in is none
    **dict.fromkeys(
        (
            "api_schema", "api_municipalities", "api_municipality", "api_funds", "api_certified",
            "api_schedules", "api_payments", "api_clauses", "api_clause", "api_figures",
            "api_towns_csv", "api_certified_csv", "api_payments_csv", "api_accounts",
            "api_installments", "api_encumbrances", "api_vouchers",
        ),
        Route(open=True),
    ),
    **PAYMENT_ROUTES,
    **PLACE_ROUTES,
}  # fmt: skip
