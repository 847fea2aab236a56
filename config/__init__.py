"""The only home of what joins the three apps: settings, addresses, the calendar, the servers."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
