"""The only home of what each answer holds: its fields, whose amounts are strings."""

from typing import Any

from rest_framework import serializers

from funds.models import Account, Encumbrance, Fund, RunLine
from funds.rules.clauses import Clause
from municipalities.models import Municipality
from payments.models import Installment, Payment, ScheduleLine, Voucher


class MunicipalityShape(serializers.ModelSerializer[Municipality]):
    """A municipality of New Jersey."""

    county_name = serializers.CharField(source="county.name")

    class Meta:
        model = Municipality
        fields = ("code", "name", "kind", "official_name", "county", "county_name",
                  "in_highlands", "dissolved_on", "made_up")  # fmt: skip


class FundShape(serializers.ModelSerializer[Fund]):
    """A statutory fund."""

    class Meta:
        model = Fund
        fields = ("code", "name", "statute", "first_sfy")


class CertifiedShape(serializers.ModelSerializer[RunLine]):
    """What a certification gives one holder for a State fiscal year, in dollars."""

    fund = serializers.CharField(source="run.fund_id")
    sfy = serializers.IntegerField(source="run.sfy")
    run = serializers.IntegerField(source="run.number")
    certification = serializers.CharField(source="run.certification.number")
    certified_on = serializers.DateField(source="run.certification.certified_on")
    stands = serializers.BooleanField(
        help_text="not taken back, and not replaced by a later certification"
    )
    amount = serializers.DecimalField(max_digits=20, decimal_places=2)

    class Meta:
        model = RunLine
        fields = ("fund", "sfy", "run", "certification", "certified_on", "stands", "holder",
                  "municipality", "zone", "county", "component", "amount", "cite")  # fmt: skip


class ScheduleShape(serializers.ModelSerializer[ScheduleLine]):
    """One statutory date of a fund's year, and its part of the total."""

    fund = serializers.CharField(source="schedule.fund_id")
    sfy = serializers.IntegerField(source="schedule.sfy")
    stream = serializers.CharField(source="schedule.stream")
    basis = serializers.CharField(source="schedule.basis")
    authority = serializers.CharField(source="schedule.authority")

    class Meta:
        model = ScheduleLine
        fields = ("fund", "sfy", "stream", "basis", "number", "statutory_on", "on_or_before",
                  "percent", "authority")  # fmt: skip


class PaymentShape(serializers.ModelSerializer[Payment]):
    """A payment that was sent, without the account it went to."""

    fund = serializers.CharField(source="warrant.fund_id")
    warrant = serializers.CharField(source="warrant.number")
    pays_on = serializers.DateField(source="warrant.pays_on")
    sent_on = serializers.DateField(source="warrant.sent_on")
    sfy = serializers.SerializerMethodField()

    class Meta:
        model = Payment
        fields = ("trace", "fund", "sfy", "payee", "amount", "warrant", "pays_on", "sent_on",
                  "returned")  # fmt: skip

    def get_sfy(self, payment: Payment) -> int | None:
        """Return the year whose entitlement it pays; None for zone money."""
        return payment.installment.entitlement_sfy if payment.installment else None


class ClauseShape(serializers.Serializer[Clause]):
    """An operative clause, in our words."""

    id = serializers.CharField()
    section = serializers.CharField()
    cite = serializers.CharField(source="full_cite")
    actor = serializers.CharField()
    duty = serializers.CharField()


class ValueShape(serializers.Serializer[Any]):
    """A value from the day on which it begins."""

    begins_on = serializers.DateField()
    value = serializers.CharField()


class FigureShape(serializers.Serializer[Any]):
    """A figure of the law, or a reading of what the law leaves open, with its dated values."""

    name = serializers.CharField()
    title = serializers.CharField()
    unit = serializers.CharField()
    reference = serializers.CharField()
    reading = serializers.BooleanField()
    because = serializers.CharField()
    values = ValueShape(many=True)


class AccountShape(serializers.ModelSerializer[Account]):
    """An account and its balance in dollars."""

    class Meta:
        model = Account
        fields = ("id", "fund", "kind", "holder", "sfy", "municipality", "zone", "county",
                  "balance")  # fmt: skip


class InstallmentShape(serializers.ModelSerializer[Installment]):
    """An installment, planned or released."""

    released = serializers.SerializerMethodField()

    class Meta:
        model = Installment
        fields = ("id", "fund", "stream", "holder", "municipality", "entitlement_sfy", "number",
                  "statutory_on", "deposit_on", "amount", "released")  # fmt: skip

    def get_released(self, installment: Installment) -> bool:
        """Whether it is released."""
        return installment.posting_id is not None


class EncumbranceShape(serializers.ModelSerializer[Encumbrance]):
    """Zone money bound to an approved project."""

    class Meta:
        model = Encumbrance
        fields = ("id", "number", "project", "zone", "municipality", "sfy", "category", "amount")


class VoucherShape(serializers.ModelSerializer[Voucher]):
    """A voucher on an encumbrance."""

    class Meta:
        model = Voucher
        fields = ("id", "number", "kind", "encumbrance", "municipality", "amount", "approved_on")
