"""The only home of what the bank's return codes say, and what follows from each."""

from funds.refusal import Refusal

# NACHA return reason codes of credits, in our words.
WORDS = {
    "R01": "insufficient funds",
    "R02": "the account is closed",
    "R03": "there is no such account",
    "R04": "the account number is not valid",
    "R06": "sent back because the State's bank asked for it",
    "R10": "the account's owner says it was not authorized",
    "R12": "the branch was sold to another bank",
    "R13": "the routing number is no bank's",
    "R14": "the account's representative has died",
    "R15": "the account's owner has died",
    "R16": "the account is frozen",
    "R17": "the bank found an error in the file",
    "R20": "the account takes no such payments",
    "R23": "the payee refused it",
    "R24": "the bank takes it for a duplicate",
    "R29": "the company says it was not authorized",
    "R31": "sent back late with the State's consent",
}
# After these nothing can be paid to the account again.
ACCOUNT_GONE = frozenset({"R02", "R03", "R04", "R20"})


def words(code: str) -> str:
    """Say what a code means; an unknown one is said to be so. Raises Refusal for no code."""
    if len(code) != 3 or code[0] != "R" or not code[1:].isdigit():
        raise Refusal(f"{code or 'No code'} is no return code: R and two digits are needed.")
    return f"{WORDS.get(code, 'a reason that is not in our list')} ({code})"


def sentence(code: str) -> str:
    """Say what a code means as a sentence begins: "There is no such account (R03)"."""
    said = words(code)
    return said[0].upper() + said[1:]
