"""The only home of the three funds, the heads of their ledgers, and their sealed years."""

import pgtrigger
from django.db import models

from funds.models.ledger_triggers import never_truncated


class Fund(models.Model):
    """One of the three statutory funds."""

    code = models.CharField(primary_key=True, max_length=16)
    name = models.CharField(max_length=80)
    statute = models.CharField(max_length=40)
    first_sfy = models.PositiveSmallIntegerField(help_text="first State fiscal year it may record")

    class Meta:
        ordering = ("first_sfy",)

    def __str__(self) -> str:
        return self.name


class LedgerHead(models.Model):
    """The end of a fund's chain: last number, last hash, last sealed year.

    Only the triggers of posting and seal move it; whoever locks this row holds the fund's book.
    """

    fund = models.OneToOneField(Fund, on_delete=models.PROTECT, primary_key=True)
    number = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, default="0" * 64)
    sealed_through = models.PositiveSmallIntegerField(help_text="last sealed SFY")

    class Meta:
        triggers = (
            pgtrigger.Trigger(
                name="only_by_trigger",
                when=pgtrigger.Before,
                operation=pgtrigger.Update | pgtrigger.Delete,
                func="""
                    IF TG_OP = 'UPDATE' AND OLD.number = 0 AND NEW.number = 0
                        AND NEW.hash = OLD.hash AND NEW.fund_id = OLD.fund_id
                        AND NOT EXISTS (SELECT 1 FROM funds_seal s JOIN funds_closing c
                            ON c.id = s.closing_id WHERE c.fund_id = NEW.fund_id) THEN
                        RETURN NEW;  -- an empty book may be opened in another year
                    END IF;
                    IF pg_trigger_depth() < 2 OR TG_OP = 'DELETE' THEN
                        RAISE EXCEPTION 'the head of a ledger is moved by postings and seals only'
                            USING ERRCODE = '23514', CONSTRAINT = 'only_by_trigger';
                    END IF;
                    RETURN NEW;""",
            ),
            never_truncated(),
        )

    def __str__(self) -> str:
        return f"{self.fund_id} #{self.number}"
