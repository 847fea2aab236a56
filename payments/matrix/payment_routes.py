"""What the addresses of payments answer to whom; a part of the table in routes.py."""

from payments.matrix.route import ONE_SELF, Route, door

PAYMENT_ROUTES: dict[str, Route] = {
    **dict.fromkeys(("calendar", "feed", "holidays"), Route()),
    **dict.fromkeys(("feed_make", "feed_close"), ONE_SELF),
    "feed_read": Route(open=True),
    **dict.fromkeys(
        ("public", "public_data", "public_town", "public_certified", "public_payments"),
        Route(open=True),
    ),
    "holiday_enter": door("keep-calendar"),
    "holiday_strike": door("keep-calendar"),
    "warrant_certify": door("certify-warrant"),
    "warrant_approve": door("certify-warrant"),
    "warrant_letter": Route(duty="read-all", sends=True),
    "warrant_issue": door("issue-warrant"),
    "warrant_send": door("send-warrant"),
    "bank_file": door("send-warrant"),
    "payment_return": door("record-return"),
    "return_file_load": door("record-return"),
    "return_file_confirm": door("record-return"),
    "return_line_settle": door("record-return"),
    "reconcile": door("reconcile"),
    "bank_copy": door("reconcile"),
    "deposit_seen": Route("payment"),
    "remittance": Route("payment", sends=True),
    "deposit_confirm": door("confirm-deposit", "payment"),
    "deposit_ask": door("confirm-deposit", "payment"),
    "deposit_answer": door("answer-deposit"),
    "hold_place": door("place-hold"),
    "hold_lift": door("lift-hold"),
    "bank_account_enter": door("enter-bank-account"),
    "bank_account_confirm": door("confirm-bank-account", "bank_account"),
    "bank_account_call": door("verify-bank-account", "bank_account"),
    "bank_account_reveal": door("reveal-bank-account", "bank_account"),
}  # fmt: skip
