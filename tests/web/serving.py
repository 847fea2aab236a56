"""The only home of the server that browser tests look at: inside the test's own transaction.

A live server on connections of its own would need tables emptied after each test, and the
ledger refuses that. So requests run one at a time, in one thread, on the connection of the test,
and leave nothing behind.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from django.core.wsgi import get_wsgi_application
from django.db import connections


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        return None


class Threading(ThreadingMixIn, WSGIServer):
    daemon_threads = True  # a browser keeps idle connections open


@contextmanager
def served() -> Iterator[str]:
    """Serve the product on a free port and yield its address."""
    shared = connections["default"]
    shared.inc_thread_sharing()
    handler, one = get_wsgi_application(), ThreadPoolExecutor(max_workers=1)

    def answer(environ: dict[str, Any], start: Any) -> list[bytes]:
        connections["default"] = shared
        return [b"".join(handler(environ, start))]

    def one_at_a_time(environ: dict[str, Any], start: Any) -> list[bytes]:
        return one.submit(answer, environ, start).result()

    server = make_server("127.0.0.1", 0, one_at_a_time, Threading, Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        one.shutdown()
        shared.dec_thread_sharing()
