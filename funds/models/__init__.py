"""The funds, the ledger, allocation, projects, compliance, year end and work."""

from funds.models.allocation import (
    Certification,
    Credit,
    HolderWorksheet,
    Reopening,
    Run,
    RunLine,
)
from funds.models.compliance import (
    Correction,
    Finding,
    FindingExpenditure,
    Receivable,
    Recovery,
    WithholdingOrder,
)
from funds.models.expenditure import Expenditure
from funds.models.fund import Fund, LedgerHead
from funds.models.ledger import Account, BalanceSnapshot, Decision, Entry, Kind, Posting
from funds.models.pledge import Pledge, PledgeYear
from funds.models.project import (
    AuthoritySpending,
    Category,
    Encumbrance,
    Loan,
    Project,
    ProjectBudget,
    SecondGenerationReceipt,
)
from funds.models.proposal import EthicsStatus, OtherRevenue, Proposal
from funds.models.review import Review
from funds.models.work import Heartbeat, Work
from funds.models.year_end import Closing, Disposition, Seal

__all__ = [
    "Account",
    "AuthoritySpending",
    "BalanceSnapshot",
    "Category",
    "Certification",
    "Closing",
    "Correction",
    "Credit",
    "Decision",
    "Disposition",
    "Encumbrance",
    "Entry",
    "EthicsStatus",
    "Expenditure",
    "Finding",
    "FindingExpenditure",
    "Fund",
    "Heartbeat",
    "HolderWorksheet",
    "Kind",
    "LedgerHead",
    "Loan",
    "OtherRevenue",
    "Pledge",
    "PledgeYear",
    "Posting",
    "Project",
    "ProjectBudget",
    "Proposal",
    "Receivable",
    "Recovery",
    "Reopening",
    "Review",
    "Run",
    "RunLine",
    "Seal",
    "SecondGenerationReceipt",
    "WithholdingOrder",
    "Work",
]
