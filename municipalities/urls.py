"""The addresses of the municipalities pages."""

from django.urls import URLPattern

app_name = "municipalities"
urlpatterns: list[URLPattern] = []
