"""The only home of how programs are answered: by whom they read, how much, how it is described."""

from typing import Any

from config import env
from config.people import ALLAUTH_TRUSTED_PROXY_COUNT

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["payments.api.programs.ByToken"],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "payments.api.pages.Keyset",
    "DEFAULT_SCHEMA_CLASS": "payments.api.description.Described",
    "DEFAULT_THROTTLE_CLASSES": ["payments.api.programs.Slow"],
    "DEFAULT_THROTTLE_RATES": {
        "nobody": env.text("API_RATE", "120/min"),
        "program": env.text("API_RATE_WITH_TOKEN", "600/min"),
    },
    "NUM_PROXIES": ALLAUTH_TRUSTED_PROXY_COUNT,
    "COERCE_DECIMAL_TO_STRING": True,
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Apportion",
    "DESCRIPTION": (
        "What three statutory funds of New Jersey certify and pay to municipalities, to read."
        " Amounts are strings in dollars and cents. A list comes in pages: follow `next`."
        " What is public needs no token; the rest answers with what the token's officer may see."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": [],
    "SERVE_AUTHENTICATION": [],
    "SCHEMA_PATH_PREFIX": "/api",
    "PREPROCESSING_HOOKS": ["payments.api.description.ours"],
    "APPEND_COMPONENTS": {
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
    },
}
