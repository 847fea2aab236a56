"""The only home of how the log is written: lines for people, or JSON with the request of each."""

from typing import Any

import structlog

LINE = {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}


def configuration(form: str) -> dict[str, Any]:
    """Return Django's LOGGING for the form `line` or `json`, all of it on standard error.

    A line of JSON carries what is bound meanwhile: a page's request number and officer, which the
    answer's X-Request-ID and the journal carry too, or a task's name.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"form": LINE if form == "line" else _json()},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "form"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {"apportion.requests": {"level": "WARNING" if form == "line" else "INFO"}},
    }


def _json() -> dict[str, Any]:
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        "foreign_pre_chain": [
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
    }
