"""The only settings file; what differs between machines comes through config.env."""

from pathlib import Path

from csp.constants import NONE, SELF

from config import env, logs
from config.api import REST_FRAMEWORK, SPECTACULAR_SETTINGS
from config.people import *  # noqa: F403 - who signs in, and how
from config.people import DEMONSTRATION, HTTPS
from config.roles import ASKED_AGAIN, ROLES
from config.walls import (
    DELETED,
    HIDDEN,
    OF_ALL,
    ONE_LINE_A_STATEMENT,
    SEEN_WITH,
    SIGNED_ANEW,
    UNJOURNALLED,
    UNREAD,
    WALLED,
)

__all__ = [
    "ASKED_AGAIN",
    "DELETED",
    "HIDDEN",
    "OF_ALL",
    "ONE_LINE_A_STATEMENT",
    "REST_FRAMEWORK",
    "ROLES",
    "SEEN_WITH",
    "SIGNED_ANEW",
    "SPECTACULAR_SETTINGS",
    "UNJOURNALLED",
    "UNREAD",
    "WALLED",
]

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

DEBUG = env.flag("DEBUG", default=False)
SECRET_KEY = env.secret("SECRET_KEY", kept_in=VAR_DIR / "secret")
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS", [])

INSTALLED_APPS = [
    "municipalities.admin_config.OfficeAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "pgtrigger",
    "crispy_forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "axes",
    "rest_framework",
    "drf_spectacular",
    "municipalities",
    "funds",
    "payments",
]

# Deny by default: a page that anyone may see says so itself (login_not_required).
# What tells browsers what they may do stands outermost, so that no answer leaves without it.
MIDDLEWARE = [
    "config.headers.told_to_browsers",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.headers.no_larger_than_we_take",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "municipalities.sessions.Limits",
    "municipalities.drafts.signed_out.KeepWhatWasTyped",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "municipalities.walls.told.who_asks",
    "municipalities.denials.denied",
    "municipalities.second_factor.Required",
    "django.contrib.messages.middleware.MessageMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "payments.navigation.places",
                "municipalities.sessions.end_of_session",
            ],
        },
    },
]
CRISPY_TEMPLATE_PACK = "uswds"
CRISPY_ALLOWED_TEMPLATE_PACKS = ("uswds",)

# Database. The web process sets the limits; a year's close may take longer than a page.
DATABASES = {"default": env.database("DATABASE_URL", "postgres://postgres@127.0.0.1/apportion")}
STATEMENT_LIMIT_MS = env.integer("STATEMENT_LIMIT_MS", 0)
DATABASES["default"] |= {
    "CONN_MAX_AGE": 60,
    "CONN_HEALTH_CHECKS": True,
    "OPTIONS": {
        "connect_timeout": 30,  # a busy machine takes long; a server that is down says so at once
        "application_name": "apportion",
        # Behind the wall of rows a plan looks dear, and compiling it takes longer than it does.
        "options": f"-c statement_timeout={STATEMENT_LIMIT_MS} -c jit=off",
    },
}
# As which role this process speaks to the database: app (pages), worker, or owner, which alone may
# migrate. Pages and worker take theirs by themselves; owner lets them go on without roles.
DATABASE_ROLE = env.one_of("DATABASE_ROLE", "owner", ("app", "worker", "owner"))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# No page depends on the cache or on Redis, so the cache lives in the process.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# Sessions
SESSION_COOKIE_AGE = 12 * 60 * 60
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"

# What the browser is told. Behind HTTPS the names and flags of C3 apply.
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "csrftoken"
CSRF_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF, *env.single_sign_on_origins()],
        "frame-ancestors": [NONE],
    },
}

# How much one request may hold: a file of 10 MB with its form; of a form alone, less.
LARGEST_BODY = 12 * 2**20
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 2**20
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
DATA_UPLOAD_MAX_NUMBER_FILES = 5

# Account numbers are sealed with the first key and opened with any; without keys of its own a
# machine makes one and keeps it.
ACCOUNT_NUMBER_KEYS = env.words("ACCOUNT_NUMBER_KEYS", []) or [
    env.secret("ACCOUNT_NUMBER_KEY", kept_in=VAR_DIR / "account-number-key")
]
# Daily seals are signed with a key that no database holds, and written to a file of their own, to
# be copied to where nobody who runs the database can write. The first seal makes the key.
SEAL_KEY_FILE = env.text("SEAL_KEY_FILE", str(VAR_DIR / "seal-key"))
SEALS = env.text("SEALS", str(VAR_DIR / "seals"))
# Who sends bank files, and to which bank: given by the bank; 990000000 is nobody's number.
BANK_ROUTING = env.text("BANK_ROUTING", "990000000")
BANK_NAME = env.text("BANK_NAME", "Demonstration Bank")
BANK_SENDER_ID = env.text("BANK_SENDER_ID", "1990000000")
BANK_SENDER_NAME = env.text("BANK_SENDER_NAME", "State of New Jersey")

# Language and time: law uses New York dates.
LANGUAGE_CODE = "en-us"
TIME_ZONE = "America/New_York"
USE_TZ = True
USE_I18N = False

# Static files, served by the web process itself
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns of a folder that isn't there
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.HashedWhenCollected"},
}
WHITENOISE_USE_FINDERS = True  # so that runserver and tests serve what was never collected
MEDIA_ROOT = VAR_DIR / "files"

# Uploads and issued papers, outside every folder that is served. CLAMD names the virus scanner, a
# socket's path or host:port; without one, uploads are refused unless the second setting allows.
DOCUMENTS = env.text("DOCUMENTS", str(VAR_DIR / "documents"))
CLAMD = env.text("CLAMD", "")
UNSCANNED_UPLOADS = env.flag("UNSCANNED_UPLOADS", default=DEMONSTRATION)

# Where people reach the product: printed on papers and in notices.
SITE_ADDRESS = env.text("SITE_ADDRESS", "http://127.0.0.1:8000").rstrip("/")

# Mail. Without a server, messages are files in a folder, to be read there.
EMAIL_HOST = env.text("EMAIL_HOST", "")
EMAIL_PORT = env.integer("EMAIL_PORT", 25)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=False)
EMAIL_TIMEOUT = 20
EMAIL_FILE_PATH = VAR_DIR / "mail"
EMAIL_BACKEND = "django.core.mail.backends.{}.EmailBackend".format(
    "smtp" if EMAIL_HOST else "filebased"
)
DEFAULT_FROM_EMAIL = env.text("MAIL_FROM", "Apportion <apportion@localhost>")

# Work. Every choice is explained in config/celery.py, which is their only reader.
CELERY_BROKER_URL = env.broker("REDIS_URL", "redis://127.0.0.1:6379/0")

LOGGING = logs.configuration(env.one_of("LOGS", "line", ("line", "json")))
METRICS = env.flag("METRICS", False)  # whether /metrics answers a watcher inside
