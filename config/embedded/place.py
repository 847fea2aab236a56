"""The only place that knows where the embedded servers' state lives and as whom they run."""

import hashlib
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from config.embedded.refusal import CannotStart

PROJECT = Path(__file__).resolve().parent.parent.parent
ROOT_STATE = Path("/var/lib/apportion")
# A folder of our own is made in it, of mode 0700; bytes.
MEMORY, ROOM = "/dev/shm", 2**30  # noqa: S108 # nosec B108
LONGEST_SOCKET_FOLDER = 80  # bytes; the kernel takes 104 with the socket's own name in it


@dataclass(frozen=True)
class Place:
    """A folder that only its owner may enter, and the account that the servers run as."""

    folder: Path
    sockets: Path
    account: pwd.struct_passwd

    def as_account(self) -> dict[str, object]:
        """Return the arguments that make a child process run as the account."""
        ways: dict[str, object] = {"cwd": "/", "umask": 0o077}
        if os.geteuid() == 0:
            ways |= {"user": self.account.pw_uid, "group": self.account.pw_gid, "extra_groups": []}
        return ways

    def make(self, name: str) -> Path:
        """Make a private folder inside the place, if it isn't there."""
        return _private(self.folder / name, self.account)


def find() -> Place:
    """Return this project's place, made with its folders if need be."""
    mark = hashlib.sha256(str(PROJECT).encode()).hexdigest()[:12]
    if os.geteuid() == 0:
        account = _account_for_root()
        ROOT_STATE.mkdir(parents=True, exist_ok=True, mode=0o755)
        folder = _private(ROOT_STATE / mark, account)
    else:
        account = pwd.getpwuid(os.geteuid())
        (PROJECT / "var").mkdir(exist_ok=True)
        folder = _private(PROJECT / "var" / "servers", account)
    sockets = folder / "run"
    if len(os.fsencode(sockets)) > LONGEST_SOCKET_FOLDER:
        sockets = Path(tempfile.gettempdir()) / f"apportion-{account.pw_uid}-{mark}"
    return Place(folder, _private(sockets, account), account)


def new() -> Place:
    """Make a place of nobody else's, in memory where there is room for files, or on the disk."""
    account = _account_for_root() if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    roomy = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    memory = MEMORY if roomy else None
    folder = Path(tempfile.mkdtemp(prefix="apportion-", dir=memory))
    _give(folder, account)
    return Place(folder, _private(folder / "run", account), account)


def _account_for_root() -> pwd.struct_passwd:
    """Return the account that root's servers run as; PostgreSQL refuses to run as root."""
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise CannotStart("PostgreSQL can't run as root, and there is no account postgres or nobody.")


def _private(folder: Path, account: pwd.struct_passwd) -> Path:
    """Make a folder of mode 0700 that belongs to the account; refuse one that does not."""
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        pass
    else:
        if os.geteuid() == 0:
            os.chown(folder, account.pw_uid, account.pw_gid)
    found = folder.lstat()
    if found.st_uid != account.pw_uid or found.st_mode & 0o077:
        raise CannotStart(f"{folder} must belong to {account.pw_name} alone (mode 0700).")
    return folder


def package(name: str) -> Path:
    """Return the folder of an installed package, which is not imported."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise CannotStart(
            f"There is no {name} for this machine; set DATABASE_URL and REDIS_URL instead."
        )
    return Path(next(iter(spec.submodule_search_locations)))


def reachable(place: Place, program: Path, parts: list[Path]) -> Path:
    """Return the program, or its copy when the account may not enter the folder it is in.

    `parts` are the folders that must be copied with it, as they lie beside one another.
    """
    if _answers(place, program):
        return program
    beside = parts[0].parent
    stamp = hashlib.sha256(f"{program}{program.stat().st_mtime_ns}".encode()).hexdigest()[:12]
    copy = place.folder / f"copy-{stamp}"
    if not copy.exists():
        draft = Path(tempfile.mkdtemp(dir=place.folder))
        for part in parts:
            if part.exists():
                shutil.copytree(part, draft / part.name, symlinks=True)
        _give(draft, place.account)
        draft.rename(copy)
    program = copy / program.relative_to(beside)
    if not _answers(place, program):
        raise CannotStart(f"{program.name} does not run on this machine; set its address instead.")
    return program


def _answers(place: Place, program: Path) -> bool:
    """Tell whether the account can run the program at all."""
    try:
        asked = subprocess.run(  # type: ignore[call-overload]
            [program, "--version"], capture_output=True, timeout=20, **place.as_account()
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return bool(asked.returncode == 0)


def _give(folder: Path, account: pwd.struct_passwd) -> None:
    """Give a copied tree to the account."""
    if os.geteuid() != 0:
        return
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, account.pw_uid, account.pw_gid, follow_symlinks=False)
