"""The process in which a file is read: little memory, little time, no network, no writing.

Started by `confined`, it forks for each file that it is sent, so that what one file breaks the
next does not meet. It is run by its path, isolated from the environment, and knows no Django.
"""

import json
import os
import resource
import signal
import struct
import sys
from pathlib import Path
from typing import Any, BinaryIO

MEGABYTE = 2**20
# What a process that reads may never do, by the names of Python's own audit events.
FORBIDDEN = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.spawn",
    "os.remove", "os.rename", "os.mkdir", "os.link", "os.symlink", "os.truncate", "os.chmod",
    "ctypes.", "shutil.", "ftplib.", "smtplib.", "urllib.", "webbrowser.", "pty.",
)  # fmt: skip
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC
OUT_OF_MEMORY, FORBADE = 12, 13

_tried: list[str] = []


def main() -> None:
    """Answer every file that comes in, until there is none."""
    root = Path(__file__).resolve().parents[2]
    sys.path.insert(0, str(root))
    from municipalities.reading import asked

    readable = (str(root), sys.prefix, sys.base_prefix, "/usr/share/zoneinfo", "/usr/lib")
    while True:
        question = _receive(sys.stdin.buffer)
        if question is None:
            return
        _answer(asked.answer, question[0], question[1], readable)


def _receive(source: BinaryIO) -> tuple[dict[str, Any], bytes] | None:
    head = source.read(8)
    if len(head) < 8:
        return None
    words, size = struct.unpack("!LL", head)
    return json.loads(source.read(words)), source.read(size)


def _answer(answer: Any, question: dict[str, Any], content: bytes, readable: Any) -> None:
    """Fork, have the child answer into a pipe, and pass on what it said or how it ended."""
    if question.get("kind") == "xlsx":  # imported here, where its parts may be opened
        import municipalities.reading.workbook  # noqa: F401
    begins, ends = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(begins)
        _exit_with(answer, question, content, readable, ends)
    os.close(ends)
    with os.fdopen(begins, "rb") as pipe:
        said = pipe.read()
    _, status, used = os.wait4(pid, 0)
    if os.WIFSIGNALED(status):
        ended = "time" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else "crash"
        said = json.dumps({"died": ended}).encode()
    elif os.WEXITSTATUS(status):
        ended = "memory" if os.WEXITSTATUS(status) == OUT_OF_MEMORY else "crash"
        said = json.dumps({"died": ended}).encode()
    sys.stdout.buffer.write(struct.pack("!LL", len(said), used.ru_maxrss) + said)
    sys.stdout.buffer.flush()


def _exit_with(
    answer: Any, question: dict[str, Any], content: bytes, readable: Any, pipe: int
) -> None:
    """Answer within the limits and end; nothing of this process goes on."""
    status = 1
    try:
        _confine(question["megabytes"], question["seconds"], readable)
        said = answer(question, content)
        said["tried"] = _tried[:10]
        written = json.dumps(said).encode()
        with os.fdopen(pipe, "wb") as out:
            out.write(written)
        status = 0
    except MemoryError:
        status = OUT_OF_MEMORY
    finally:
        os._exit(status)


def _confine(megabytes: int, seconds: int, readable: tuple[str, ...]) -> None:
    most = megabytes * MEGABYTE
    if sys.platform != "darwin":  # which has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            forbidden = not _may_open(arguments, readable)
        else:
            forbidden = event.startswith(FORBIDDEN)
        if forbidden:
            _tried.append(f"{event} {str(arguments)[:80]}")
            raise PermissionError(f"{event} is not done while a file is read")

    sys.addaudithook(watch)


def _may_open(arguments: tuple[Any, ...], readable: tuple[str, ...]) -> bool:
    """Let the program read its own parts and the pipe, and nothing be written."""
    path, mode, flags = (*arguments, None, None, None)[:3]
    if isinstance(path, int):
        return True
    writes = bool(isinstance(flags, int) and flags & WRITES) or any(
        letter in str(mode or "") for letter in "wax+"
    )
    return not writes and str(path).startswith(readable)


if __name__ == "__main__":
    main()
