"""A mail server for tests: real SMTP on a loopback port, which refuses whom it is told to."""

from __future__ import annotations

import email
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from typing import Any


class Post(socketserver.ThreadingTCPServer):
    """What arrived, and which address is refused with which code."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.arrived: list[tuple[list[str], Message]] = []
        self.refused: dict[str, str] = {}

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def to(self) -> list[str]:
        """Each address a message went to."""
        return [address for people, _ in self.arrived for address in people]


class _Talk(socketserver.StreamRequestHandler):
    server: Post

    def handle(self) -> None:
        people: list[str] = []
        self._say("220 ready")
        for line in self.rfile:
            said = line.decode().strip()
            command = said[:4].upper()
            if command == "RCPT":
                address = said.partition("<")[2].partition(">")[0]
                answer = self.server.refused.get(address)
                if answer is None:
                    people.append(address)
                self._say(answer or "250 ok")
            elif command == "DATA":
                self._take(people)
                people = []
            else:
                if command in {"RSET", "MAIL"}:
                    people = []
                self._say("221 bye" if command == "QUIT" else "250 ok")

    def _take(self, people: list[str]) -> None:
        self._say("354 go on")
        lines = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            lines.append(line)
        self.server.arrived.append((people, email.message_from_bytes(b"".join(lines))))
        self._say("250 taken")

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


@contextmanager
def office(settings: Any) -> Iterator[Post]:
    """Run the server, and let the product send through it."""
    server = Post()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
