"""The only door by which a web server reaches the product."""

import os

from django.core.wsgi import get_wsgi_application

from config.bootstrap import ensure_services

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("DATABASE_ROLE", "app")
ensure_services()
application = get_wsgi_application()
