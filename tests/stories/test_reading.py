"""What a story may hold, and what is said of the first cell that can't be read."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from payments.play import story
from payments.play.registry import ACTS, check, described
from payments.play.running import acts
from payments.play.words import source

HEADER = "on,by,act,fund,holder,sfy,amount,ref,note,expect"
GOOD = "2025-07-15,treasury-analyst,deposit,zone-assistance,appropriation,2026,1.00,D1,,ok"


def read(tmp_path: Path, *lines: str) -> list[story.Line]:
    path = tmp_path / "story.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return story.read(path, ACTS, settings.ROLES)


def test_a_line_is_read_as_it_stands(tmp_path: Path) -> None:
    (line,) = read(tmp_path, HEADER, GOOD)
    assert (line.number, str(line.on), line.by, line.act) == (
        2, "2025-07-15", "treasury-analyst", "deposit",
    )  # fmt: skip
    assert (line.holder, line.sfy, str(line.amount)) == ("appropriation", 2026, "1.00")


def test_notes_empty_lines_and_a_byte_order_mark_are_passed_over(tmp_path: Path) -> None:
    lines = read(tmp_path, "\ufeff" + HEADER, "# a note", "", GOOD)
    assert [line.number for line in lines] == [4]


def test_columns_may_stand_in_any_order(tmp_path: Path) -> None:
    columns, cells = HEADER.split(","), GOOD.split(",")
    turned = [",".join(reversed(each)) for each in (columns, cells)]
    assert read(tmp_path, *turned)[0].act == "deposit"


@pytest.mark.parametrize(
    ("word", "act"),
    [
        ("Step down", "step-down"),
        ("release an encumbrance", "release-encumbrance"),
        ("approve a voucher", "voucher"),
        ("give_back", "give-back"),
        ("Authority spends", "authority-spend"),
        ("payment sent", "payment-sent"),
        ("bank return", "return"),
        ("carry forward", "carry-forward"),
        ("YEAR-END", "year-end"),
        ("task release_due_installments", "task"),
    ],
)
def test_an_act_may_be_spelled_as_the_domain_does(tmp_path: Path, word: str, act: str) -> None:
    cells = GOOD.split(",")
    cells[2] = word
    assert read(tmp_path, HEADER, ",".join(cells))[0].act == act


@pytest.mark.parametrize("act", ["balance", "installments", "task release_due_installments"])
def test_nobody_signs_what_is_only_read_or_woken(tmp_path: Path, act: str) -> None:
    cells = GOOD.split(",")
    cells[1], cells[2] = "", act
    assert read(tmp_path, HEADER, ",".join(cells))[0].by == "system"


@pytest.mark.parametrize(
    ("amount", "ref", "note", "found"),
    [
        ("10", "", "parcels", ("10", "parcels")),
        ("10", "parcels", "", ("10", "parcels")),
        ("yes", "", "qualified", ("None", "qualified yes")),
        ("state", "basis", "", ("None", "basis state")),
        ("1.2345", "F1", "base_ratio", ("1.2345", "base_ratio")),
    ],
)
def test_a_fact_is_a_value_and_its_name(
    tmp_path: Path, amount: str, ref: str, note: str, found: tuple[str, str]
) -> None:
    line = f"2025-07-15,treasury-analyst,fact,highlands,1401,2005,{amount},{ref},{note},ok"
    (told,) = read(tmp_path, HEADER, line)
    assert (str(told.amount), told.note) == found


@pytest.mark.parametrize(
    ("fund", "told", "meant"),
    [
        ("energy-receipts", "sales tax on energy and utility services", "sales-and-use-tax"),
        (
            "energy-receipts",
            "CBT, telecommunications utilities",
            "corporation-tax-telecommunications",
        ),
        ("energy-receipts", "General Fund top-up", "general-fund"),
        ("energy-receipts", "lottery", "lottery"),
        ("zone-assistance", "Appropriations act", "appropriation"),
        ("highlands", "Protection Fund", "highlands-protection-fund"),
    ],
)
def test_a_source_is_known_by_its_own_words(fund: str, told: str, meant: str) -> None:
    assert source(fund, told) == meant


@pytest.mark.parametrize(
    ("text", "amount", "refusal"),
    [
        ("ok", None, None),
        ("1000.00", "1000.00", None),
        ("-5", "-5", None),
        ("refuse 52:27H-88 b.", None, "52:27H-88 b."),
        ("refuse: short", None, "short"),
        ("refuse (sealed)", None, "sealed"),
        ("refuse", None, ""),
    ],
)
def test_what_is_expected_is_an_amount_ok_or_a_refusal(
    tmp_path: Path, text: str, amount: str | None, refusal: str | None
) -> None:
    (line,) = read(tmp_path, HEADER, GOOD.removesuffix("ok") + text)
    found = line.expect.amount
    assert (None if found is None else str(found), line.expect.refusal) == (amount, refusal)


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("on", "2025-13-15"),
        ("on", "07/15/2025"),
        ("on", ""),
        ("by", "treasurer"),
        ("by", ""),
        ("by", "cfo:714"),
        ("act", "steal"),
        ("fund", "zone"),
        ("fund", ""),
        ("holder", "714"),
        ("holder", "zone:"),
        ("holder", "county:7"),
        ("sfy", "26"),
        ("amount", "1.001"),
        ("amount", "$1"),
        ("amount", "1e3"),
        ("amount", ""),
        ("expect", "maybe"),
    ],
)
def test_the_first_cell_that_cannot_be_read_is_named(
    tmp_path: Path, column: str, cell: str
) -> None:
    cells = dict(zip(HEADER.split(","), GOOD.split(","), strict=True)) | {column: cell}
    where = re.escape(f"line 3, column {column}: found “{cell}”")
    with pytest.raises(story.Unreadable, match=where):
        for line in read(tmp_path, HEADER, GOOD, ",".join(cells.values())):
            check(line)


@pytest.mark.parametrize(
    ("header", "column"),
    [
        (HEADER.removesuffix(",expect"), "expect"),
        (HEADER + ",expect", "expect"),
        (HEADER + ",more", "more"),
        ("", "on"),
    ],
)
def test_a_header_that_is_not_the_ten_columns_is_named(
    tmp_path: Path, header: str, column: str
) -> None:
    with pytest.raises(story.Unreadable, match=f"line 1, column {column}"):
        read(tmp_path, header, GOOD)


def test_a_line_with_another_number_of_cells_is_named(tmp_path: Path) -> None:
    with pytest.raises(story.Unreadable, match=r"line 2, .*found “9 cells”"):
        read(tmp_path, HEADER, GOOD.removesuffix(",ok"))


def test_a_story_without_a_line_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(story.Unreadable, match="line 2"):
        read(tmp_path, HEADER)


def test_the_command_says_where_it_could_not_read_and_exits_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "story.csv"
    path.write_text(f"{HEADER}\n{GOOD.replace('2026', 'x')}\n", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        call_command("play", str(path))
    assert ended.value.code == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert "line 2, column sfy: found “x”" in found.err


def test_the_help_describes_every_act() -> None:
    assert acts is not None
    told = described().splitlines()
    assert [name for name in ACTS if name not in told] == []
