"""Hostile files, each made by hand: refused in words, quickly, in little memory, at home."""

import json
from random import Random

import pytest

from municipalities.documents.content import kind_of
from municipalities.models import Quarantine
from municipalities.proofs import hostility
from municipalities.proofs.hostile_files import SECRET_PARCEL, hostile
from municipalities.reading import asked, confined
from municipalities.refusal import Refusal
from tests.municipalities.uploads import CSV, packed, pdf, workbook
from tests.offices import officer

HOSTILE = hostile()


@pytest.mark.parametrize("name", HOSTILE)
def test_o56_a_hostile_file_is_refused_in_words(name: str) -> None:
    content, words = HOSTILE[name]
    with pytest.raises(Refusal, match=words):
        kind_of(content)


@pytest.mark.django_db
def test_o56_they_are_refused_in_two_seconds_and_256_mb_and_ask_nobody() -> None:
    tried, faults = hostility.run()
    assert faults == []
    assert tried >= 60
    assert Quarantine.objects.count() == tried


@pytest.mark.django_db
def test_a_file_that_is_taken_or_slow_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    by = officer("dca-analyst")
    assert hostility._sent((CSV, "anything"), by) == "it was taken"
    assert "other words" in hostility._sent((b"", "macros"), by)
    monkeypatch.setattr(hostility, "SECONDS", 0)
    assert "took" in hostility._sent((b"%PDF-", "not whole"), by)


def test_the_harmless_ones_pass() -> None:
    assert [kind_of(each) for each in (CSV, workbook(), pdf())] == ["csv", "xlsx", "pdf"]
    harmless = pdf(b"<</Length 9>> stream\n/JS /Launch\nendstream")
    assert kind_of(harmless) == "pdf"
    assert kind_of("a,b\n1,2".encode("utf-16")) == "csv"
    assert kind_of("name,sum\nCañada,2".encode("cp1252")) == "csv"
    assert kind_of(("0101" + " " * 696 + "\r\n").encode()) == "txt"


def test_the_reading_process_asks_nobody_writes_nothing_and_keeps_its_limits() -> None:
    with confined.one_for_many() as process:
        assert process.ask("kind", CSV, confined.TO_LOOK) == {"kind": "csv", "tried": []}
        with pytest.raises(confined.Died, match="more than 40 MB"):
            process.ask("kind", b"a,b\n" + b"1,2\n" * 2_000_000, (40, 10))
        with pytest.raises(confined.Died, match="could not be read"):
            process.ask("nothing", CSV, confined.TO_LOOK)
        assert process.ask("kind", CSV, confined.TO_LOOK)["kind"] == "csv"


def test_what_a_reader_may_not_do_is_refused_where_it_runs() -> None:
    script = (
        "import json, sys; sys.path.insert(0, '.');"
        "from municipalities.reading import child;"
        "child._confine(512, 5, (sys.prefix, sys.base_prefix));"
        "tries = [\"__import__('socket').create_connection(('127.0.0.1', 9))\","
        " \"open('/etc/passwd')\", \"open('x', 'w')\", \"__import__('os').system('true')\","
        " \"__import__('subprocess').run(['true'])\"];\n"
        "said = []\n"
        "for each in tries:\n"
        "    try: eval(each); said.append('done')\n"
        "    except PermissionError: said.append('refused')\n"
        "print(json.dumps(said))"
    )
    import subprocess
    import sys

    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert json.loads(ran.stdout) == ["refused"] * 5, ran.stderr
    assert set(asked.answer({"ask": "kind"}, CSV)) == {"kind"}


def test_an_extract_may_come_packed_and_is_unpacked_within_the_limits() -> None:
    record = "0101" + " " * 696
    rng = Random(1)
    owners = (rng.randbytes(17).hex() for _ in range(2_000))
    lines = "\r\n".join(f"{record[:175]}{owner}{record[209:]}" for owner in owners)
    assert kind_of(packed({"extract.txt": lines})) == "zip"
    for content, words in (
        (packed({"extract.txt": b"hello,there\n1,2"}), "no extract of parcels"),
        (packed({"extract.txt": record * 400_000}), "hundred times its packed size|100 MB"),
        (packed({"extract.txt": SECRET_PARCEL}), "social security numbers"),
        (packed({"extract.txt": lines})[:-30], "damaged|behind its end"),
        (packed({"a.txt": lines, "b.txt": lines}), "not a workbook"),
    ):
        with pytest.raises(Refusal, match=words):
            kind_of(content)
