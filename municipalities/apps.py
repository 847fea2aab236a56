"""The application of who there is: municipalities, zones, facts and offices."""

from django.apps import AppConfig


class MunicipalitiesConfig(AppConfig):
    """Who there is."""

    name = "municipalities"
