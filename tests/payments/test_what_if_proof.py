"""The proof that a what-if is never paid can see a payment, and finds no way to one."""

import pytest

from payments import what_if_proof

pytestmark = pytest.mark.django_db


def test_no_act_and_no_sql_leads_from_a_what_if_into_payment() -> None:
    made = what_if_proof.scene()
    ways = [*what_if_proof.by_act(made), *what_if_proof.by_sql(made)]
    assert [name for name, leads in ways if leads] == []
    tried = {name.split(" ")[0] for name, _ in ways}
    assert {"act", "SQL"} <= tried
    assert any("funds.certification.certify " in name for name, _ in ways)
    assert any("payments_installment.certification_id" in name for name, _ in ways)


def test_a_real_signature_is_seen_as_a_way_to_money() -> None:
    assert what_if_proof.sees_money(what_if_proof.scene())
