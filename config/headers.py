"""The only home of what every answer tells the browser besides what Django and django-csp tell."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from config.errors import too_large

Answer = Callable[[HttpRequest], HttpResponseBase]

# No page uses any of these, so no page and nothing framed in one may ask for them.
NOT_USED = (
    "accelerometer", "autoplay", "bluetooth", "camera", "display-capture", "encrypted-media",
    "fullscreen", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts",
    "magnetometer", "microphone", "midi", "payment", "picture-in-picture", "screen-wake-lock",
    "serial", "usb", "web-share", "xr-spatial-tracking",
)  # fmt: skip
PERMISSIONS = ", ".join(f"{feature}=()" for feature in NOT_USED)


def told_to_browsers(answer: Answer) -> Answer:
    """Close what no page uses, and let nothing but static files be kept by browser or proxy.

    It stands outermost, so that errors, downloads, redirects and static files carry it too.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        if not request.path.startswith(settings.STATIC_URL) or response.status_code >= 400:
            response["Cache-Control"] = "no-store"
        return response

    return middleware


def no_larger_than_we_take(answer: Answer) -> Answer:
    """Refuse a body over the limit by what it says of itself, before any of it is read."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        said = request.META.get("CONTENT_LENGTH") or "0"
        if said.isdigit() and int(said) > settings.LARGEST_BODY:
            return too_large(request)
        return answer(request)

    return middleware
