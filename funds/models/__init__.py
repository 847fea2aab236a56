"""The funds, the ledger, allocation, projects, compliance, year end and work."""

from funds.models.allocation import (
    Certification,
    Credit,
    HolderWorksheet,
    Reopening,
    Run,
    RunLine,
)
from funds.models.amendment import (
    Amendment,
    AmendmentBudget,
    ChangeRequest,
    Outcome,
    PartComment,
)
from funds.models.appeal import Appeal
from funds.models.compliance import (
    Correction,
    Finding,
    FindingExpenditure,
    Receivable,
    Recovery,
    WithholdingOrder,
)
from funds.models.correction_case import CorrectionCase, CorrectionLine
from funds.models.correction_policy import CorrectionPolicy
from funds.models.corrective_plan import CorrectivePlan, PlanEvidence, PlanTask
from funds.models.enactment import Enactment
from funds.models.evidence import ChainCheck, DailySeal, IdentityCheck
from funds.models.expenditure import Expenditure
from funds.models.fund import Fund, LedgerHead
from funds.models.highlands import (
    BudgetChange,
    Determination,
    OffsetAttestation,
    RehearsedReading,
)
from funds.models.income import InvestmentIncome
from funds.models.ledger import Account, BalanceSnapshot, Decision, Entry, Kind, Posting
from funds.models.levy_relief import LevyReliefAttestation
from funds.models.objection import Acknowledgement, CaseFile, Objection, Waiver
from funds.models.parcel_file import ParcelFile
from funds.models.pledge import Pledge, PledgeYear
from funds.models.project import (
    AuthoritySpending,
    Category,
    Encumbrance,
    Project,
    ProjectBudget,
)
from funds.models.proposal import EthicsStatus, OtherRevenue, Proposal
from funds.models.quarterly_report import QuarterlyReport, ReportQuestion
from funds.models.reading_change import ReadingChange
from funds.models.review import PreparedExpenditure, Review
from funds.models.second_generation import (
    Loan,
    LoanInstallment,
    SecondGenerationReceipt,
    WriteOff,
)
from funds.models.vacant_land import (
    Cause,
    Decline,
    ParcelChange,
    SentDecline,
    VacantLandReport,
    VacantParcel,
)
from funds.models.what_if import WhatIf, WhatIfLine
from funds.models.work import Heartbeat, Work
from funds.models.year_end import Closing, Disposition, Seal
from funds.models.year_review import ReviewedExpenditure, YearReview

__all__ = [
    "Account",
    "Acknowledgement",
    "Amendment",
    "AmendmentBudget",
    "Appeal",
    "AuthoritySpending",
    "BalanceSnapshot",
    "BudgetChange",
    "CaseFile",
    "Category",
    "Cause",
    "Certification",
    "ChainCheck",
    "ChangeRequest",
    "Closing",
    "Correction",
    "CorrectionCase",
    "CorrectionLine",
    "CorrectionPolicy",
    "CorrectivePlan",
    "Credit",
    "DailySeal",
    "Decision",
    "Decline",
    "Determination",
    "Disposition",
    "Enactment",
    "Encumbrance",
    "Entry",
    "EthicsStatus",
    "Expenditure",
    "Finding",
    "FindingExpenditure",
    "Fund",
    "Heartbeat",
    "HolderWorksheet",
    "IdentityCheck",
    "InvestmentIncome",
    "Kind",
    "LedgerHead",
    "LevyReliefAttestation",
    "Loan",
    "LoanInstallment",
    "Objection",
    "OffsetAttestation",
    "OtherRevenue",
    "Outcome",
    "ParcelChange",
    "ParcelFile",
    "PartComment",
    "PlanEvidence",
    "PlanTask",
    "Pledge",
    "PledgeYear",
    "Posting",
    "PreparedExpenditure",
    "Project",
    "ProjectBudget",
    "Proposal",
    "QuarterlyReport",
    "ReadingChange",
    "Receivable",
    "Recovery",
    "RehearsedReading",
    "Reopening",
    "ReportQuestion",
    "Review",
    "ReviewedExpenditure",
    "Run",
    "RunLine",
    "Seal",
    "SecondGenerationReceipt",
    "SentDecline",
    "VacantLandReport",
    "VacantParcel",
    "Waiver",
    "WhatIf",
    "WhatIfLine",
    "WithholdingOrder",
    "Work",
    "WriteOff",
    "YearReview",
]
