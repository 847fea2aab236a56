"""Verify this bundle with Python's standard library alone, by python3 verify.py.

What it reads: manifest.json (the hash of every file), chain-FUND.txt (what was hashed of each
posting of a book, one a line), entries.csv, seals.jsonl. The signatures of the seals are proven by
openssl, as INSTRUCTIONS.txt says.
"""

import csv
import hashlib
import json
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent


def sha256(content: bytes) -> str:
    """Return a SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def files() -> list[str]:
    """Compare every file with the manifest."""
    manifest = json.loads((HERE / "manifest.json").read_text(encoding="utf-8"))
    faults = []
    for each in manifest["files"]:
        path = HERE / each["name"]
        if not path.exists():
            faults.append(f"{each['name']} is missing")
        elif sha256(path.read_bytes()) != each["sha256"]:
            faults.append(f"{each['name']} is not what was packed")
    return faults


def chain(path: Path) -> tuple[list[str], dict[int, str], dict[int, str]]:
    """Recompute a book; return faults, each posting's hash, and the digest of its entries."""
    faults, hashes, digests, last = [], {}, {}, "0" * 64
    for place, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        said = json.loads(line)
        if said[0] != last or said[2] != place:
            faults.append(f"{path.name}: posting {place} does not follow the one before it")
            break
        last = hashes[place] = sha256(line.encode())
        digests[place] = said[-1]
    return faults, hashes, digests


def entries(digests: dict[str, dict[int, str]]) -> list[str]:
    """Recompute the digest of the entries of each posting in the bundle."""
    found = defaultdict(list)
    with (HERE / "entries.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            words = (row["seq"], row["debit_account"], row["credit_account"], row["amount"])
            found[row["fund"], int(row["posting"])].append(":".join(words))
    return [
        f"{fund} #{number}: its entries are not what was hashed"
        for (fund, number), lines in found.items()
        if sha256("\n".join(lines).encode()) != digests.get(fund, {}).get(number)
    ]


def seals(hashes: dict[str, dict[int, str]]) -> list[str]:
    """Compare each seal's last hashes with the books."""
    faults = []
    for line in (HERE / "seals.jsonl").read_text(encoding="utf-8").splitlines():
        said = json.loads(json.loads(line)["seal"])
        for fund, book in said["books"].items():
            known = hashes.get(fund)
            if known and book["postings"] and known.get(book["postings"]) != book.get("last_hash"):
                faults.append(f"seal {said['number']} knows {fund} #{book['postings']} otherwise")
    return faults


def main() -> int:
    """Verify; print each fault; return 1 when there is one."""
    faults, hashes, digests = files(), {}, {}
    for path in sorted(HERE.glob("chain-*.txt")):
        fund = path.stem.removeprefix("chain-")
        more, hashes[fund], digests[fund] = chain(path)
        faults += more
    faults += [*entries(digests), *seals(hashes)]
    read = sum(map(len, hashes.values()))
    sys.stdout.write("\n".join([*faults, f"{read} postings, {len(faults)} faults"]) + "\n")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
