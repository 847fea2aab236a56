"""The only home of opening every page: how often it asks the database, and how long it takes."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import quantiles

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from payments.page_proof import addresses, admin_addresses, readers
from payments.page_proof.address import Address

OFTEN = 30  # statements of any page
OFTEN_LIST = 8  # statements of a list
OPTIONS = 200  # of a select of the admin site
SLOW = 800  # milliseconds, for 95 of 100
ENOUGH = 20_000  # milliseconds after which a page is not opened again: it is slow, and said to be


@dataclass
class Opened:
    """A page that an office opened: its statements, and how long it took each time."""

    address: Address
    by: str
    queries: int
    milliseconds: list[int] = field(default_factory=list)
    options: int = 0  # of its longest select

    @property
    def p50(self) -> int:
        """The median, in milliseconds."""
        return sorted(self.milliseconds)[len(self.milliseconds) // 2]

    @property
    def p95(self) -> int:
        """What 95 of 100 stay under, in milliseconds."""
        return round(quantiles(self.milliseconds, n=20, method="inclusive")[-1])

    @property
    def label(self) -> str:
        """The page, its address, and who opened it."""
        return f"{self.address.name} {self.address.path} by {self.by}"


def every(times: int) -> list[Opened]:
    """Open every address by the first office of the State and of a town that may."""
    found: list[Opened] = []
    # found by the owner, whom no wall stops
    wanted = [*addresses.every(), *admin_addresses.every()]
    parties = readers.state(), readers.town()
    with readers.as_pages_do():
        for offices in parties:
            for address in wanted:
                opened = _by_one_of(offices, address, times)
                if opened is not None:
                    found.append(opened)
    return found


def _by_one_of(offices: dict[str, Client], address: Address, times: int) -> Opened | None:
    for name, client in offices.items():
        if _is_page(client, address):
            return _open(client, name, address, times)
    return None


def _is_page(client: Client, address: Address) -> bool:
    """Whether the office gets the page; this first look also reads what is read once."""
    answer = client.get(address.path)
    if answer.status_code >= 500:
        raise AssertionError(f"{address.path} fails")
    return answer.status_code == 200


def _open(client: Client, by: str, address: Address, times: int) -> Opened:
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address.path)
    opened = Opened(address, by, sum(not _is_the_walls(each["sql"]) for each in asked))
    if address.name.startswith("admin:"):
        opened.options = _longest_select(answer.content.decode())
    for _ in range(times):
        began = time.perf_counter_ns()
        client.get(address.path)
        opened.milliseconds.append((time.perf_counter_ns() - began) // 1_000_000)
        if len(opened.milliseconds) > 1 and sum(opened.milliseconds) > ENOUGH:
            break
    return opened


def _longest_select(page: str) -> int:
    return max((each.count("<option") for each in page.split("<select")[1:]), default=0)


def _is_the_walls(statement: str) -> bool:
    """Whether the wall of rows tells the connection who asks, and has it forget: twice a page."""
    return statement.startswith("SELECT set_config('apportion.")


def unequal(few: list[Opened], many: list[Opened]) -> list[str]:
    """Say which pages ask more often where there are more rows."""
    before = {key: each.queries for key, each in _numbered(few)}
    return [
        f"{each.label}: {each.queries} statements, {before[key]} of few rows"
        for key, each in _numbered(many)
        if each.queries > before.get(key, each.queries)
    ]


def _numbered(found: list[Opened]) -> Iterator[tuple[tuple[str, str, int], Opened]]:
    """Number the addresses of a page, so that a fund's is compared with the same fund's."""
    counts: Counter[tuple[str, str]] = Counter()
    for each in found:
        counts[each.address.name, each.by] += 1
        yield (each.address.name, each.by, counts[each.address.name, each.by]), each


def faults(found: list[Opened]) -> list[str]:
    """Say which pages ask too often or take too long."""
    said = []
    for each in found:
        most = OFTEN_LIST if each.address.is_list else OFTEN
        if each.queries > most:
            said.append(f"{each.label}: {each.queries} statements, more than {most}")
        if each.options > OPTIONS:
            said.append(f"{each.label}: a select of {each.options} options, more than {OPTIONS}")
        if each.p95 > SLOW:
            said.append(f"{each.label}: p95 {each.p95} ms, more than {SLOW}")
    return said
