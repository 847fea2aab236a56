"""The only place where tests get their servers: pytest-django reads settings before conftest.py."""

from config.bootstrap import ensure_services

ensure_services()
