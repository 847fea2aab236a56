"""The only table of what every address answers to whom; an address that isn't here fails.

`duty` is what the office must have, or it is refused (403) whatever it asks for. `of` names the
kind of record in the address: whose scope doesn't hold it gets the answer of one that isn't there
(404, word for word). `sends` marks doors, which take a POST.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Route:
    """What an address is of, and the duty it needs; by default a page for every office."""

    of: str = ""
    duty: str = ""
    sends: bool = False
    open: bool = False


ANYONE = Route(open=True, sends=True)
ONE_SELF = Route(sends=True)  # about nobody but who is signed in
STATE = Route(duty="read-all")


def _door(duty: str, of: str = "") -> Route:
    return Route(of, duty, sends=True)


ROUTES: dict[str, Route] = {
    # who is there
    "healthz": Route(open=True),
    **dict.fromkeys(
        (
            "account_login", "sign_in", "account_logout", "sign_out", "first_password",
            "openid_connect_login", "openid_connect_callback", "socialaccount_login_cancelled",
            "socialaccount_login_error", "mfa_authenticate", "verify",
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
            "law", "help", "accessibility", "vacancies", "bank_accounts", "deposits",
        ),
        Route(),
    ),
    # the State's
    **dict.fromkeys(
        (
            "funds", "fund", "run", "year_ends", "year_end", "year_end_balances", "work",
            "work_progress", "payment_day", "warrant", "intakes", "intake", "intake_progress",
            "intake_findings", "intake_template",
            "compilation", "compilation_xlsx", "holds", "warrant_register", "returns",
            "return_file", "reconciliation", "tie",
            "receipts", "receipts_year", "receipts_lines",
        ),
        STATE,
    ),
    "enactment_record": _door("record-enactment"),
    "short_certify": _door("certify-short-appropriation"),
    "filers_notify": _door("notify-filers"),
    "levy_relief": _door("attest-levy-relief", "municipality"),
    "figures": Route("municipality"),
    "object": _door("object-to-data", "figure"),
    "objections": STATE,
    "state_figures": STATE,
    "state_figure_record": _door("load-facts"),
    "state_figure_accept": _door("accept-facts"),
    "objection_decide": _door("decide-objection"),
    "cases": _door("prepare-run"),
    "waiver_ask": _door("propose-decision"),
    "waiver_authorise": _door("decide"),
    "acknowledge": _door("acknowledge", "holder"),
    "schedules": STATE,
    "schedule_record": _door("prepare-run"),
    "successions": STATE,
    "succession_record": _door("record-succession"),
    "run_reopen": _door("certify"),
    "run_protect": _door("prepare-run"),
    "policy": _door("propose-decision"),
    "policy_decide": _door("decide"),
    "program": _door("prepare-run"),
    "income": STATE,
    "income_record": _door("deposit"),
    "authority": STATE,
    "corrections": STATE,
    "correction": STATE,
    "correction_open": _door("correct"),
    "correction_lines": _door("correct"),
    "correction_approve": _door("approve-correction"),
    "arrears": STATE,
    "standings": STATE,
    "authority_spend": _door("spend-authority"),
    "make_up": _door("prepare-run"),
    "deposit": _door("deposit"),
    "run_prepare": _door("prepare-run"),
    "run_certify": _door("certify"),
    "run_credit": _door("credit"),
    "step_down": _door("deposit"),
    "rehearse": _door("prepare-close"),
    "year_end_certify": _door("certify-close"),
    "intake_send": _door("load-facts"),
    "intake_forward": _door("load-facts"),
    "intake_accept": _door("accept-facts"),
    "intake_decline": _door("load-facts"),
    "intake_override": _door("load-facts"),
    "override_approve": _door("accept-facts"),
    "work_again": _door("restart-work"),
    "warrant_certify": _door("certify-warrant"),
    "warrant_approve": _door("certify-warrant"),
    "warrant_letter": Route(duty="read-all", sends=True),
    "warrant_issue": _door("issue-warrant"),
    "warrant_send": _door("send-warrant"),
    "bank_file": _door("send-warrant"),
    "payment_return": _door("record-return"),
    "return_file_load": _door("record-return"),
    "return_file_confirm": _door("record-return"),
    "return_line_settle": _door("record-return"),
    "reconcile": _door("reconcile"),
    "deposit_seen": Route("payment"),
    "remittance": Route("payment", sends=True),
    "deposit_confirm": _door("confirm-deposit", "payment"),
    "deposit_ask": _door("confirm-deposit", "payment"),
    "deposit_answer": _door("answer-deposit"),
    "hold_place": _door("place-hold"),
    "hold_lift": _door("lift-hold"),
    "bank_account_enter": _door("enter-bank-account"),
    "bank_account_confirm": _door("confirm-bank-account", "bank_account"),
    "bank_account_call": _door("verify-bank-account", "bank_account"),
    "bank_account_reveal": _door("reveal-bank-account", "bank_account"),
    # who holds which office
    "offices": Route(duty="seat-officers"),
    "hand_over": _door("seat-officers", "office"),
    "recertification": Route(duty="manage-offices"),
    **dict.fromkeys(
        ("recertify", "seat", "grant", "grant_refuse", "term", "renew", "renewal"),
        _door("manage-offices"),
    ),
    "invitation": ONE_SELF,
    # a place's records
    **{of: Route(of) for of in ("municipality", "zone", "project", "encumbrance", "voucher",
                                "installment", "account", "posting", "document", "paper",
                                "loan", "bank_account")},
    "paper_pdf": Route("paper"),
    "run_holder": Route("holder"),
    "certification_letter": Route("holder", sends=True),
    "lapse_notice": Route("lapse", sends=True),
    "projects": Route("zone"),
    "pledges": Route("zone"),
    "exceptions": Route("zone"),
    "pledge": Route("pledge"),
    "ethics": Route("zone"),
    "second_generation": Route("zone"),
    "quarterly_report": Route("quarter"),
    "reviews": Route("zone"),
    "standing": Route("zone"),
    "trust": Route("zone"),
    "zone_corrections": Route("zone"),
    "standing_record": _door("record-standing", "zone"),
    "trust_record": _door("record-standing", "zone"),
    "review": Route("review"),
    # a place's doors
    "propose": _door("propose-project", "zone"),
    "encumber": _door("encumber", "zone"),
    "ethics_record": Route("ethics", sends=True),
    **dict.fromkeys(("lend", "sell", "use_second"), _door("second-generation", "zone")),
    **dict.fromkeys(
        ("repay", "default", "write_off_ask", "write_off"), _door("second-generation", "loan")
    ),
    **dict.fromkeys(
        ("send_again", "withdraw", "outcome", "amend"), _door("propose-project", "project")
    ),
    "ask_changes": _door("review-project", "project"),
    "amendment": Route("amendment"),
    "amendment_adopt": _door("adopt-for-governing-body", "amended"),
    "amendment_determine": _door("determine-project", "amendment"),
    "take_back": _door("second-generation", "receipt"),
    "report_file": _door("second-generation", "quarter"),
    "report_certify": _door("certify-second-generation", "report"),
    "report_review": _door("review-second-generation", "report"),
    "report_answer": _door("second-generation", "report"),
    "find": _door("find", "zone"),
    "withhold": _door("prepare-withholding", "zone"),
    "order_step": _door("record-compliance", "order"),
    "lapses": STATE,
    "zone_lapses": Route("zone"),
    "plan_write": _door("prepare-withholding", "zone"),
    "plan_evidence": _door("answer-plan", "task"),
    "plan_accept": _door("prepare-withholding", "task"),
    "year_reviews": STATE,
    "year_reviews_begin": _door("find"),
    "year_review": Route("year"),
    "year_review_begin": _door("find", "year"),
    "year_review_look": _door("find", "year"),
    "year_review_conclude": _door("confirm-finding", "year"),
    "finding": Route("finding"),
    "appeal": _door("appeal-finding", "finding"),
    "appeal_decide": _door("decide-appeal", "finding"),
    "forfeit": _door("apply-withholding", "zone"),
    "review_confirm": _door("order-withholding", "review"),
    "proposal": _door("propose-project", "project"),
    "adopt": _door("adopt-for-governing-body", "adoption"),
    "pledge_credits": _door("propose-project", "project"),
    "pledge_decide": _door("determine-project", "pledge"),
    "determine": _door("determine-project", "project"),
    "encumbrance_release": _door("encumber", "encumbrance"),
    "re_encumber": _door("encumber", "encumbrance"),
    "give_back": _door("approve-voucher", "encumbrance"),
    "voucher_prepare": _door("prepare-voucher", "encumbrance"),
    "voucher_approve": _door("approve-voucher", "voucher"),
    "voucher_send_back": _door("prepare-voucher", "voucher"),
    "voucher_clear": _door("approve-voucher", "voucher"),
    "voucher_void": _door("approve-voucher", "voucher"),
    "refund_ask": _door("prepare-voucher", "voucher"),
    "refund_confirm": _door("approve-voucher", "refund"),
    "refund_record": _door("record-return", "refund"),
    # the Highlands chain
    "board": Route("board"),
    "board_certify": _door("certify-decline", "board"),
    "vacant_land": Route("vacant"),
    "vacant_land_xlsx": Route("vacant"),
    "vacant_land_write": _door("prepare-vacant-land", "vacant"),
    "vacant_land_file": _door("prepare-vacant-land", "vacant"),
    "vacant_land_certify": _door("file-highlands-report", "vacant"),
    "vacant_land_back": Route("vacant", sends=True),
    "parcel_change": _door("review-vacant-land", "parcel"),
    "highlands": STATE,
    "highlands_send": _door("review-vacant-land"),
    "figures_accept": _door("accept-facts"),
    "reading_rehearse": _door("prepare-run"),
    "reading_rehearsed": STATE,
    "highlands_town": Route("municipality"),
    "conformance_record": _door("record-conformance", "municipality"),
    "judgment_record": _door("review-vacant-land", "municipality"),
    "watershed_record": _door("determine-watershed", "municipality"),
    "offset_attest": _door("attest-offset", "municipality"),
    "budget_change": _door("change-budget", "municipality"),
}  # fmt: skip
