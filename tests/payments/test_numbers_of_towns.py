"""Numbers belong to a place: another town's, which the wall of rows hides, is free here."""

from datetime import date

import pytest

from funds import ledger, loans, pledges, re_encumbrances
from funds.models import Encumbrance, Project
from funds.refusal import Refusal
from municipalities.models import EnterpriseZone
from municipalities.walls import roles, rows
from payments import vouchers
from payments.models import Voucher
from tests import places
from tests.offices import officer
from tests.zone_money import approved, cents, cfo, credit, encumber, project, propose, voucher

pytestmark = pytest.mark.django_db
DAY = date(2023, 10, 2)
