"""The day is sealed outside the database, and what a superuser alters against it is named."""

import base64
import json
import stat
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.db import DatabaseError, connection
from django.db.models import Model

from funds import accounts, chain_checks, ledger, work
from funds.ledger import Move
from funds.models import ChainCheck, DailySeal, Kind, Work
from funds.refusal import Refusal
from funds.rules.fiscal_year import first_day
from funds.sealing import comparing, keys, writing
from municipalities import journal_chain, offices
from municipalities.models import Change, JournalBlock
from tests.offices import officer

pytestmark = pytest.mark.django_db

FUND, DAY = "zone-assistance", date(2026, 8, 3)


def run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.fixture(autouse=True)
def outside(tmp_path: Path, settings: LazySettings) -> Path:
    """A place for key and seals of the test's own, and a book with five postings."""
    settings.SEAL_KEY_FILE = str(tmp_path / "seal-key")
    settings.SEALS = str(tmp_path / "seals")
    post(range(1, 6))
    return tmp_path


def post(numbers: range) -> None:
    by = officer("treasury-analyst")
    source = accounts.find(FUND, Kind.SOURCE, "appropriation")
    pool = accounts.find(FUND, Kind.POOL, "FUND")
    for n in numbers:
        ledger.post("deposit", [Move(source, pool, Decimal(5))], fund=FUND, key=f"d/{n}",
                    on=first_day(2027), by=by, clause="a.")  # fmt: skip
    run("SET CONSTRAINTS ALL IMMEDIATE")


@pytest.fixture
def superuser() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        cursor.execute("SET LOCAL session_replication_role = origin")


def sealed() -> DailySeal:
    made = writing.seal(DAY)
    writing.append(made)
    return made


def test_a_day_is_sealed_once_and_verified_by_the_work_that_the_calendar_offers() -> None:
    for _ in range(2):
        chain_checks.offer_seal(on=DAY)
    work.run_due(on=DAY)
    seal, file = DailySeal.objects.get(), writing.seal_file()
    said = json.loads(seal.text)
    assert said["books"][FUND]["postings"] == 5
    assert said["books"][FUND]["trial_balance"] == {"POOL": "25.00", "SOURCE": "-25.00"}
    assert said["journal"]["changes"] == JournalBlock.objects.get().changes > 0
    assert [json.loads(line)["seal"] for line in file.read_text().splitlines()] == [seal.text]
    assert {each.chain: each.fault for each in chain_checks.latest()} == dict.fromkeys(
        chain_checks.chains(), ""
    )
    assert set(Work.objects.values_list("state", flat=True)) == {"done"}


def test_anyone_verifies_the_signature_with_the_public_key_alone(outside: Path) -> None:
    seal = sealed()
    public = keys.known()[seal.key]
    public.verify(base64.b64decode(seal.signature), seal.text.encode())
    assert stat.S_IMODE((outside / "seal-key").stat().st_mode) == 0o600


def test_a_key_that_others_may_read_signs_nothing(outside: Path) -> None:
    keys.make()
    (outside / "seal-key").chmod(0o640)
    with pytest.raises(Refusal, match="mode 0640: others may read it"):
        writing.seal(DAY)
    assert not DailySeal.objects.exists()


def test_a_lost_key_is_not_made_anew_in_silence(outside: Path) -> None:
    sealed()
    (outside / "seal-key").unlink()
    with pytest.raises(Refusal, match="seals stand"):
        writing.seal(DAY)
    keys.make()
    sealed()
    assert comparing.compare().fault == ""
    assert len(keys.known()) == 2


def test_a_seal_is_written_to_the_file_once() -> None:
    made = sealed()
    writing.append(made)
    assert len(writing.seal_file().read_text().splitlines()) == 1


@pytest.mark.usefixtures("superuser")
def test_an_end_cut_off_with_its_head_is_named_by_the_seal() -> None:
    sealed()
    run("DELETE FROM funds_entry WHERE posting_id IN (SELECT id FROM funds_posting WHERE number>3)")
    run("DELETE FROM funds_posting WHERE number > 3")
    run("UPDATE funds_ledgerhead SET number = 3, hash = (SELECT hash FROM funds_posting"
        " WHERE number = 3) WHERE fund_id = 'zone-assistance'")  # fmt: skip
    check = chain_checks.record(FUND, by=offices.system())
    assert check.fault == "#5: the posting that an outside anchor knows is missing"


@pytest.mark.parametrize(
    ("sql", "fault"),
    [
        ("UPDATE funds_dailyseal SET text = replace(text, '25.00', '26.00') WHERE number = 1",
         "seal 1 in the database is not the one in the file"),
        ("DELETE FROM funds_dailyseal WHERE number = 2",
         "seal 2 is in the file and not in the database"),
        ("UPDATE funds_account SET kind = 'PAID' WHERE kind = 'POOL'",
         "seal 2: POOL of zone-assistance came to 25.00; the postings it counts come to 0.00"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("superuser")
def test_the_database_is_compared_with_the_file(sql: str, fault: str) -> None:
    sealed()
    sealed()
    run(sql)
    assert comparing.compare().fault == fault


def test_a_line_that_was_altered_is_named() -> None:
    sealed()
    file = writing.seal_file()
    file.write_text(file.read_text().replace("25.00", "26.00"))
    assert comparing.compare().fault == (
        "seal 1 in the file is not signed by a key that is known here"
    )


def test_the_journal_is_chained_behind_what_was_chained() -> None:
    journal_chain.extend()
    officer("dca-analyst")
    assert journal_chain.verify().waiting > 0
    assert journal_chain.extend() == 1
    found = journal_chain.verify()
    assert (found.waiting, found.fault, found.blocks) == (0, "", 2)
    assert found.changes == Change.objects.count()


FIRST = "(SELECT min(id) FROM municipalities_change)"


@pytest.mark.parametrize(
    ("sql", "fault"),
    [
        (f"UPDATE municipalities_change SET actor = 'x' WHERE id = {FIRST} + 1",
         "change #{1} is not what was hashed"),
        (f"DELETE FROM municipalities_change WHERE id = {FIRST} + 1",
         "a change after #{0} is missing"),
        ("DELETE FROM municipalities_journalblock", "block 1, which an outside seal knows"),
        ("UPDATE municipalities_journalblock SET changes = changes + 1", "block 1 is not what"),
        ("UPDATE municipalities_journalblock SET previous_hash = repeat('a', 64)",
         "block 1 is not chained"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("superuser")
def test_an_altered_journal_is_found_and_its_first_bad_change_named(sql: str, fault: str) -> None:
    sealed()
    first = Change.objects.earliest("pk").pk
    run(sql)
    check = chain_checks.record("journal", by=offices.system())
    assert check.fault.startswith(fault.format(first, first + 1))


@pytest.mark.parametrize("model", [DailySeal, ChainCheck, JournalBlock])
def test_checks_and_seals_stay(model: type[Model]) -> None:
    sealed()
    chain_checks.record(FUND, by=offices.system())
    with pytest.raises(DatabaseError, match="Cannot update or delete"):
        model._default_manager.all().delete()
