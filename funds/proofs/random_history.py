"""The only home of random histories: the ledger and its oracle are told the same, and compared."""

from datetime import date, timedelta
from decimal import Decimal
from random import Random

from django.db import DatabaseError

from funds import accounts, ledger, verification, year_end
from funds.ledger import Move
from funds.models import Account, Kind, Posting
from funds.proofs.oracle import Book, Moves
from funds.refusal import Refusal
from funds.rules.fiscal_year import first_day, sfy_of
from municipalities import offices
from municipalities.models import Officer

FIRST_SFY = 2006
FUNDS = ("zone-assistance", "energy-receipts", "highlands")
STAYING = (Kind.SOURCE, Kind.POOL, Kind.PAID, Kind.PAYABLE)  # kinds that no close moves
OF_EACH = 12
LOOK_EVERY, CLOSE_EVERY = 500, 300
BULK = 60
CENT = Decimal("0.01")


def run(operations: int, seed: int) -> list[str]:
    """Do so many random operations; return what the ledger did otherwise than its oracle."""
    history = _History(Random(seed))  # noqa: S311  cases, not secrets
    for number in range(1, operations + 1):
        history.step(number)
    history.look()
    return history.differences


class _History:
    """Three books with their oracles, and one day that moves on."""

    def __init__(self, random: Random) -> None:
        self.random, self.differences = random, list[str]()
        self.by = _seat("treasury-analyst")
        self.books = {fund: Book(FIRST_SFY - 1) for fund in FUNDS}
        self.accounts = {fund: _open(fund) for fund in FUNDS}
        self.today = first_day(FIRST_SFY)
        self.postings: dict[str, Posting] = {}

    def step(self, number: int) -> None:
        """Do one operation, and now and then look at everything or close a year."""
        fund = self.random.choice(FUNDS)
        kind = self.random.random()
        if kind < 0.12 and self.books[fund].made:
            self._reverse(fund, number)
        elif kind < 0.2 and self.books[fund].made:
            self._again(fund)
        else:
            self._post(fund, f"{fund}/{number}", self._moves(fund))
        if number % LOOK_EVERY == 0:
            self.look()
        if number % CLOSE_EVERY == 0:
            self._next_year()

    def _moves(self, fund: str) -> Moves:
        names = list(self.accounts[fund])
        count = BULK if self.random.random() < 0.01 else self.random.randint(1, 3)
        return tuple(self._move(fund, names) for _ in range(count))

    def _move(self, fund: str, names: list[str]) -> tuple[str, str, int]:
        """Mostly what is there; now and then too much, nothing, or less than nothing."""
        debit, credit = self.random.sample(names, 2)
        there = self.books[fund].balances.get(debit, 0)
        if debit.startswith("SOURCE") or self.random.random() < 0.1:
            there = 1_000_000
        bad = self.random.random()
        if bad < 0.02:
            return debit, credit, self.random.choice((0, -1))
        return debit, credit, self.random.randint(1, max(there, 1))

    def _post(self, fund: str, key: str, moves: Moves, act: str = "deposit") -> None:
        on = self._day()
        expected = self.books[fund].post(act, key, moves, on)
        try:
            of = self.accounts[fund]
            told = [Move(of[d], of[c], CENT * cents) for d, c, cents in moves]
            self.postings[key] = ledger.post(
                act, told, fund=fund, key=key, on=on, by=self.by, clause="none"
            )
            self._compare(expected, True, key)
        except (Refusal, DatabaseError) as refused:
            self._compare(expected, False, f"{key}: {refused}")

    def _day(self) -> date:
        """A day of the open year, now and then one of a sealed year."""
        back = 3000 if self.random.random() < 0.03 else 300
        return self.today + timedelta(self.random.randint(-back if back > 300 else 0, 300))

    def _again(self, fund: str) -> None:
        """Use a key again: with the same content, or with other."""
        made = self.books[fund].made[self.random.choice(list(self.books[fund].made))]
        if made.reverses:
            return
        moves = made.moves if self.random.random() < 0.5 else self._moves(fund)
        act = "deposit" if self.random.random() < 0.9 else "invest"
        self._post(fund, made.key, moves, act)

    def _reverse(self, fund: str, number: int) -> None:
        of = self.random.choice(list(self.books[fund].made))
        again = self.books[fund].made[of].reversed_by
        key = again if again and self.random.random() < 0.5 else f"{fund}/{number}"
        on = self._day()
        expected = self.books[fund].reverse(of, key, on)
        try:
            self.postings[key] = ledger.reverse(
                self.postings[of], key=key, on=on, by=self.by, reason="random"
            )
            self._compare(expected, True, key)
        except (Refusal, DatabaseError) as refused:
            self._compare(expected, False, f"{key}: {refused}")

    def _compare(self, expected: bool, found: bool, what: str) -> None:
        if expected != found:
            words = {True: "posted", False: "refused"}
            self.differences.append(f"{words[found]}, not {words[expected]}: {what}")

    def _next_year(self) -> None:
        """Close the year of every fund, and go on in the next."""
        sfy = sfy_of(self.today)
        on = first_day(sfy + 1)
        for fund in FUNDS:
            closing = year_end.rehearse(fund, sfy, on=on, by=_seat("dca-analyst"))
            year_end.certify(closing, on=on, by=_seat("treasury-certifier"))
            year_end.close(closing, on=on, by=offices.system())
            self.books[fund].sealed_through = sfy
        self.today = on

    def look(self) -> None:
        """Compare every balance and every book's length, and recompute the chains."""
        for fund, book in self.books.items():
            found = dict(Account.objects.filter(fund=fund).values_list("pk", "balance"))
            for name, account in self.accounts[fund].items():
                cents = book.balances.get(name, 0)
                if found[account.pk] != CENT * cents:
                    self.differences.append(f"{fund} {name}: {found[account.pk]}, not {cents} c")
            read = verification.verify(fund)
            if read.fault is not None or read.postings != len(book.made):
                self.differences.append(f"{fund}: {read.postings} postings, {read.fault}")


def _seat(title: str) -> Officer:
    return offices.seat(title, title, f"{title} holder", from_on=date(1997, 7, 1))


def _open(fund: str) -> dict[str, Account]:
    """Open some accounts of each kind that a close leaves alone."""
    ledger.open_books(fund, FIRST_SFY)
    kinds = [(kind, f"h{number}") for kind in STAYING for number in range(OF_EACH)]
    return {f"{kind}/{holder}": accounts.find(fund, kind, holder) for kind, holder in kinds}
