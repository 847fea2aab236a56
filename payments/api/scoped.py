"""The only home of what a program reads with a token: the rows that its officer sees."""

from funds.models import Account, Encumbrance
from payments.api import shapes
from payments.api.questions import fund, municipality, year
from payments.api.reading import Rows
from payments.models import Installment, Voucher


class Accounts(Rows):
    """Accounts with their balances."""

    public = False
    places = ("municipality", "zone", "county")
    queryset = Account.objects.all()
    serializer_class = shapes.AccountShape
    asks = {"fund": fund(), "sfy": year("sfy"), "municipality": municipality()}


class Installments(Rows):
    """Installments, planned and released."""

    public = False
    places = ("municipality", "county")
    queryset = Installment.objects.filter(replaced_by=None)
    serializer_class = shapes.InstallmentShape
    asks = {"fund": fund(), "sfy": year("entitlement_sfy"), "municipality": municipality()}


class Encumbrances(Rows):
    """Encumbrances of zones."""

    public = False
    places = ("municipality", "zone")
    queryset = Encumbrance.objects.all()
    serializer_class = shapes.EncumbranceShape
    asks = {"sfy": year("sfy"), "municipality": municipality()}


class Vouchers(Rows):
    """Vouchers on encumbrances."""

    public = False
    places = ("municipality",)
    queryset = Voucher.objects.all()
    serializer_class = shapes.VoucherShape
    asks = {"municipality": municipality()}
