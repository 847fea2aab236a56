"""The only home of the two towns that the matrix asks about: one's own and another's, alike."""

from typing import Any
from uuid import UUID

from funds import accounts, ledger
from funds.models import Certification, Closing, Kind
from funds.proofs.samples import DAY, FUND, SINCE, Samples
from municipalities import offices
from municipalities.documents import store
from municipalities.models import Officer

OWN, OTHER, NONE = "9901", "9801", "9701"
Key = int | str


class Towns:
    """Two towns with a record of every kind, under the keys by which addresses name them."""

    def __init__(self) -> None:
        """Make both; what they share is the State's."""
        self.samples = Samples()
        for table in (
            "funds_certification", "payments_installment", "funds_encumbrance",
            "municipalities_factseries", "municipalities_fact",
        ):  # fmt: skip
            self.samples.ready(table)
        self.certification = self.samples.row("funds_certification")
        self.run = Certification.objects.get(pk=self.certification).run_id
        self.closing = self.samples.row("funds_closing", fund_id=FUND, sfy=2026)
        self.keys = {code: self._town(code, name) for code, name in
                     ((OWN, "Exampleton"), (OTHER, "Samplebury"))}  # fmt: skip
        self.keys[NONE] = _nothing(self.keys[OTHER])
        Closing.objects.filter(pk=self.closing).update(
            certified_by=self.samples.other, certified_on=DAY
        )

    def _town(self, code: str, name: str) -> dict[str, list[Key]]:
        """Make a town that is a zone, and return the keys of its records by kind."""
        row = self.samples.row
        row("municipalities_county", code=code[:2], name=f"{name} County")
        row("municipalities_municipality", code=code, county_id=code[:2], name=name, kind="Town")
        row("municipalities_enterprisezone", code=code, name=name, trust_account_on=SINCE)
        place = {"zone_id": code, "municipality_id": code}
        row("municipalities_zonemembership", **place, from_on=SINCE)
        clerk = offices.seat("cfo", f"{name} CFO", f"{name} CFO", from_on=SINCE, municipality=code)
        return {
            "municipality": [code],
            "zone": [code],
            "order": [code, "compliance"],
            "ethics": [code, clerk.pk],
            "office": [clerk.office_id],
            "review": [row("funds_review", zone_id=code)],
            "figure": [code, self._figure(code)],
            **self._compliance(code),
            **self._second_generation(code),
            "bank_account": [
                row("payments_bankaccount", payee=code, purpose="general", usable_on=None)
            ],
            "payment": [self._payment(code)],
            "document": [document := self._document(code, clerk)],
            "paper": [self._paper(document, code)],
            "installment": [self._installment(code)],
            **self._spending(place),
            **self._ledger(code, name, clerk),
            "what_if": [self._what_if(code)],
            **self._highlands(code),
        }

    def _figure(self, code: str) -> int:
        """Make a figure of the town in a version of its own."""
        series: int = self.samples.row("municipalities_factseries", kind="parcels", period=code)
        self.samples.row("municipalities_fact", series_id=series, municipality_id=code)
        return series

    def _compliance(self, code: str) -> dict[str, list[Key]]:
        """Make a year's review, a finding with its appeal, and a plan's task."""
        row = self.samples.row
        row("funds_yearreview", zone_id=code, sfy=2026)
        owed = row("funds_receivable", fund_id=FUND, kind="finding", zone_id=code)
        finding = row("funds_finding", zone_id=code, receivable_id=owed,
                      confirmed_by_id=self.samples.other.pk)  # fmt: skip
        row("funds_appeal", finding_id=finding, confirmed_by_id=self.samples.other.pk)
        order = row("funds_withholdingorder", zone_id=code, ordered_by_id=self.samples.other.pk)
        plan = row("funds_correctiveplan", order_id=order)
        return {
            "year": [code, 2026],
            "finding": [finding],
            "task": [row("funds_plantask", plan_id=plan)],
        }

    def _highlands(self, code: str) -> dict[str, list[Key]]:
        """Make a report of vacant land with a parcel, and a file."""
        report = self.samples.row("funds_vacantlandreport", municipality_id=code, year=2025)
        parcel = self.samples.row("funds_vacantparcel", report_id=report)
        document = self.samples.row("municipalities_document", municipality_id=code)
        of = {"municipality_id": code, "document_id": document}
        file = self.samples.row("funds_parcelfile", **of)
        vacant = [code, 2025]
        return {
            "vacant": vacant, "vacant_file": [*vacant, file], "parcel": [parcel],
            "board": [code[:2], 2025],
        }  # fmt: skip

    def _spending(self, place: dict[str, Any]) -> dict[str, list[Key]]:
        """Make a project with an encumbrance and a voucher that waits."""
        row, kind = self.samples.row, {"category": "general"}
        project = row("funds_project", **place, **kind)
        encumbrance = row("funds_encumbrance", **place, **kind, project_id=project, sfy=2027)
        of = {"encumbrance_id": encumbrance, "municipality_id": place["municipality_id"]}
        voucher = row("payments_voucher", **of, **kind, kind="reimbursement")
        pledge = row("funds_pledge", project_id=project)
        row("funds_changerequest", project_id=project)
        amendment = row("funds_amendment", project_id=project)
        return {
            "amendment": [amendment],
            "amended": [amendment, "governing"],
            "project": [project],
            "adoption": [project, "governing"],
            "encumbrance": [encumbrance],
            "pledge": [pledge],
            "voucher": [voucher],
            "refund": [row("payments_refund", voucher_id=voucher)],
        }

    def _second_generation(self, code: str) -> dict[str, list[Key]]:
        """Make a loan, a repayment of it, and a quarter's report."""
        row = self.samples.row
        loan = row("funds_loan", zone_id=code)
        of = {"zone_id": code, "loan_id": loan, "source": "repayment"}
        posting = self.samples.posted(f"receipt/{code}")
        receipt = row("funds_secondgenerationreceipt", **of, posting_id=posting)
        return {
            "loan": [loan],
            "receipt": [receipt],
            "report": [row("funds_quarterlyreport", zone_id=code, sfy=2026)],
            "quarter": [code, 2026, 1],
        }

    def _ledger(self, code: str, name: str, by: Officer) -> dict[str, list[Key]]:
        """Make an account with a posting, a run's line, and what lapses of it."""
        row, holder = self.samples.row, f"zone:{name}"
        account = accounts.find(FUND, Kind.ZONE, holder, 2026)
        source = accounts.find(FUND, Kind.SOURCE, "appropriation")
        move = ledger.Move(source, account, ledger.CENT * 500)
        posting = ledger.post("credit", [move], fund=FUND, key=code, on=DAY, by=by, clause="none")
        row("funds_runline", run_id=self.run, holder=holder, zone_id=code, component="ZONE")
        row("funds_disposition", closing_id=self.closing, account_id=account.pk, what="lapsed",
            owner=holder)  # fmt: skip
        return {
            "account": [account.pk],
            "posting": [posting.pk],
            "holder": [self.run, holder],
            "lapse": [FUND, 2026, holder],
        }

    def _what_if(self, code: str) -> str:
        """Make a what-if that is shared, with a line of the town's."""
        signed = {"prepared_by_id": self.samples.third.pk, "shared_by_id": self.samples.other.pk}
        key = self.samples.row("funds_whatif", **signed, shared_on=DAY, run_id=self.run)
        self.samples.row("funds_whatifline", what_if_id=key, holder=code, municipality_id=code)
        return str(key)

    def _payment(self, code: str) -> int:
        """Make a sent payment: its warrant bears three persons' signatures."""
        signed = (self.samples.one, self.samples.other, self.samples.third)
        by = dict(zip(("certified_by_id", "warranted_by_id", "sent_by_id"),
                      (each.pk for each in signed), strict=True))  # fmt: skip
        posting = self.samples.posted(f"warrant/{code}")
        payable = accounts.find(FUND, Kind.PAYABLE, code)
        warrant = self.samples.row("payments_warrant", **by, number=f"W-{code}", fund_id=FUND,
                                   sent_on=DAY, posting_id=posting)  # fmt: skip
        pk: int = self.samples.row("payments_payment", payee=code, warrant_id=warrant,
                                   other_id=posting, trace=f"{code:0>15}",
                                   payable_id=payable.pk)  # fmt: skip
        return pk

    def _installment(self, code: str) -> int:
        pk: int = self.samples.row(
            "payments_installment", certification_id=self.certification, holder=code,
            municipality_id=code, fund_id="energy-receipts", stream="regular",
        )  # fmt: skip
        return pk

    def _document(self, code: str, by: Officer) -> int:
        file = store.made("letter.pdf", b"%PDF-1.7")
        return int(store.keep(file, store.Whose(municipality=code), by=by).pk)

    def _paper(self, document: int, code: str) -> str:
        number, letter = f"EX-{code}", '{"tables": [], "facts": [], "paragraphs": []}'
        of = {"document_id": document, "kind": "letter"}
        self.samples.row("municipalities_paper", **of, number=number, letter=letter)
        return number


def _nothing(keys: dict[str, list[Key]]) -> dict[str, list[Key]]:
    """Return keys of the same shape under which there is nothing."""
    return {kind: [*map(_no_key, each[:1]), *each[1:]] for kind, each in keys.items()} | {
        "ethics": [OTHER, 99_999_999],
        "holder": [keys["holder"][0], "zone:Nowhere"],
        "lapse": [*keys["lapse"][:2], "zone:Nowhere"],
        "paper": ["EX-0000"],
        "what_if": [str(UUID(int=0))],
    }


def _no_key(key: Key) -> Key:
    return NONE if isinstance(key, str) else 99_999_999
