"""The only settings of who signs in, and how: config/settings.py takes them all."""

from datetime import timedelta
from pathlib import Path

from config import env

HTTPS = env.flag("HTTPS", default=False)

# The demonstration's sign-ins: off behind HTTPS unless asked for; see docs/decisions.
DEMONSTRATION = env.flag("DEMONSTRATION", default=not HTTPS)
DEMONSTRATION_PASSWORD = (
    env.secret(
        "DEMONSTRATION_PASSWORD",
        kept_in=Path(__file__).resolve().parent.parent / "var" / "demonstration-password",
        size=12,
    )
    if DEMONSTRATION
    else ""
)

AUTH_USER_MODEL = "municipalities.User"
AUTHENTICATION_BACKENDS = ["municipalities.sign_in.OfficeBackend"]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/sign-in/"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_VALIDATION = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATION}.MinimumLengthValidator", "OPTIONS": {"min_length": 15}},
    {"NAME": f"{_VALIDATION}.CommonPasswordValidator"},
    {"NAME": f"{_VALIDATION}.UserAttributeSimilarityValidator"},
]

# Who signs in without a second factor: "nobody", or the "demonstration", and its pages say so.
# Whoever is excepted is asked for the password again where others show the factor again.
SECOND_FACTOR_EXCEPT = "demonstration" if DEMONSTRATION else "nobody"
MFA_ADAPTER = "municipalities.second_factor.Factors"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = "Apportion"
MFA_TOTP_TOLERANCE = 1  # a code of the half minute before or after still counts, once
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
MFA_FORMS = {
    "authenticate": "municipalities.factor_forms.CodeForm",
    "authenticate_webauthn": "municipalities.factor_forms.KeyForm",
    "reauthenticate": "municipalities.factor_forms.CodeAgainForm",
    "reauthenticate_webauthn": "municipalities.factor_forms.KeyAgainForm",
    "activate_totp": "municipalities.factor_forms.ActivateForm",
    "add_webauthn": "municipalities.factor_forms.AddKeyForm",
}
ACCOUNT_ADAPTER = "municipalities.accounts.Accounts"
ACCOUNT_FORMS = {"reauthenticate": "municipalities.factor_forms.PasswordAgainForm"}
ACCOUNT_EMAIL_VERIFICATION = "none"  # offices are seated by administrators; nobody signs up
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_REAUTHENTICATION_METHODS = ("mfa", "password")
ACCOUNT_REAUTHENTICATION_TIMEOUT = 5 * 60

# Failures are rows: five lock a sign-in name, thirty an address, for fifteen minutes.
AXES_HANDLER = "municipalities.throttle.Throttle"
AXES_FAILURE_LIMIT = 5
AXES_LOCKOUT_PARAMETERS = ["username", "ip_address"]
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # whoever goes on trying locks nobody longer
AXES_SENSITIVE_PARAMETERS = ["code", "credential", "csrfmiddlewaretoken"]
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "municipalities.throttle.address_of"
# How many proxies of ours stand in front: the address that the outermost of them saw is counted.
ALLAUTH_TRUSTED_PROXY_COUNT = env.integer("TRUSTED_PROXIES", 1 if HTTPS else 0)
SILENCED_SYSTEM_CHECKS = ["axes.W002", "axes.W003"]  # our backend asks axes itself

# Single sign-on by OpenID Connect, when its issuer is named.
SOCIALACCOUNT_ADAPTER = "municipalities.single_sign_on.Issuer"
SINGLE_SIGN_ON = env.single_sign_on()
SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": SINGLE_SIGN_ON}}
