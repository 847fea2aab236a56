"""Text files as offices send them: marks, encodings, separators, line ends."""

import pytest

from municipalities.reading.cells import Findings
from municipalities.reading.text import Unreadable, decode
from tests.reading.made import GOOD, SALES, at, csv_of, figures, read

RIGHT = {"0101": "1000", "0102": "2000", "0714": "3000"}
FILE = csv_of([("Sales of 2025",), SALES, *GOOD])


@pytest.mark.parametrize(
    "content",
    [
        FILE,
        b"\xef\xbb\xbf" + FILE,
        FILE.decode().encode("utf-16"),
        b"\xfe\xff" + FILE.decode().encode("utf-16-be"),
        FILE.replace(b"\r\n", b"\n"),
        FILE.replace(b"\r\n", b"\r"),
        FILE.replace(b"\r\n", b"\n", 2),
        csv_of([("Sales of 2025",), SALES, *GOOD], ";"),
        b"sep=;\r\n" + csv_of([("Sales of 2025",), SALES, *GOOD], ";"),
        csv_of([("Sales of 2025",), SALES, *GOOD], "\t"),
    ],
)
def test_o50_a_byte_mark_and_other_encodings_hide_no_column(content: bytes) -> None:
    reading = read(content, "csv")
    assert figures(reading) == RIGHT
    assert reading.findings.check == []


def test_o50_windows_1252_keeps_its_names_and_is_shown_for_confirmation() -> None:
    rows = [("Sales of 2025",), SALES, ("0101", "Absecon’s Cañada", "5")]
    reading = read(csv_of(rows).decode().encode("cp1252"), "csv")
    assert figures(reading) == {"0101": "5"}
    shown = reading.findings.check[0]
    assert (shown.sheet, shown.cell) == ("CSV", "line 3")
    assert "Absecon’s Cañada" in shown.found
    assert "Windows-1252" in shown.needed


def test_o50_bytes_that_are_no_text_are_reported_by_their_line() -> None:
    for content in (b"a,b\n1,\x81\n", "a,b\nñ,1\n".encode() + b"\xf1,2\n"):
        with pytest.raises(Unreadable) as refused:
            decode(content, "CSV", Findings())
        assert refused.value.finding.cell in {"line 2", "line 3"}
        assert "0x" in refused.value.finding.found


def test_o50_a_letter_that_was_lost_is_never_saved() -> None:
    reading = read(csv_of([("2025",), SALES, ("0101", "Absecon", "5\ufffd")]), "csv")
    assert at(reading.findings.must) == ["C3"]
    assert "letter was lost" in reading.findings.must[0].needed


def test_a_quotation_that_never_closes_is_reported() -> None:
    (found,) = read(FILE + b'"0104,1\r\n', "csv").findings.must
    assert found.cell.startswith("line ")
    assert "quotation" in found.needed


def test_o54_text_files_hold_no_serial_days() -> None:
    content = b"observation_date,A829RD3Q086SBEA\n45748,132.532\n"
    found = read(content, "csv", "deflator", "2025").findings.must
    assert at(found)[0] == "A2"
