"""A small issuer of OpenID Connect on the loopback address, which says what a test lets it say."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key

CLIENT, SECRET = "apportion", "known to both"


class Issuer:
    """Who it says came, and what it is wrong about; codes are taken once, with their verifier."""

    def __init__(self) -> None:
        self.who: dict[str, Any] = {"sub": "s-1", "email": "", "email_verified": True}
        self.userinfo: dict[str, Any] = {}  # what userinfo says differently
        self.claims: dict[str, Any] = {}  # what the token says differently
        self.address = ""
        self.challenges: dict[str, str] = {}
        self.key = generate_private_key(65537, 2048)

    def configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "userinfo_endpoint": f"{self.address}/userinfo",
            "jwks_uri": f"{self.address}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }

    def authorize(self, asked: dict[str, str]) -> str:
        """Return where the browser is sent back to, with a code for one exchange."""
        assert asked["client_id"] == CLIENT
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe()
        self.challenges[code] = asked["code_challenge"]
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def token(self, sent: dict[str, str]) -> dict[str, Any] | None:
        """Exchange a code, once, for whoever holds its verifier and our secret."""
        verifier = hashlib.sha256(sent.get("code_verifier", "").encode()).digest()
        challenge = urlsafe_b64encode(verifier).rstrip(b"=").decode()
        if self.challenges.pop(sent["code"], "") != challenge or sent["client_secret"] != SECRET:
            return None
        now = int(time.time())
        said = {"iss": self.address, "aud": CLIENT, "iat": now, "exp": now + 60}
        token = jwt.encode(
            said | self.who | self.claims, self.key, algorithm="RS256", headers={"kid": "k"}
        )
        return {"access_token": "t", "token_type": "Bearer", "id_token": token}

    def answer(self, path: str, sent: dict[str, str]) -> dict[str, Any] | None:
        if path == "/token":
            return self.token(sent)
        if path == "/userinfo":
            return self.who | self.userinfo
        if path == "/keys":
            public = jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
            return {"keys": [public | {"kid": "k", "alg": "RS256"}]}
        return self.configuration()


@contextmanager
def issuing() -> Iterator[Issuer]:
    """Let an issuer listen on a free port until the block ends."""
    issuer = Issuer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            if parts.path == "/authorize":
                asked = {name: value for name, (value,) in parse_qs(parts.query).items()}
                self.send_response(302)
                self.send_header("Location", issuer.authorize(asked))
                self.end_headers()
                return
            self._say(issuer.answer(parts.path, {}))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            sent = {name: value for name, (value,) in parse_qs(body).items()}
            self._say(issuer.answer(self.path, sent))

        def _say(self, said: dict[str, Any] | None) -> None:
            body = json.dumps(said or {"error": "invalid_grant"}).encode()
            self.send_response(200 if said else 400)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    issuer.address = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield issuer
    finally:
        server.shutdown()
        server.server_close()
