"""The admin tables of payments: to read, and nothing else, whoever asks."""

from municipalities.admin_site import register_money

register_money("payments", {"Warrant": "pays_on", "Voucher": "entered_on"})
