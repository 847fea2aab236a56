"""The addresses of the funds pages."""

from django.urls import URLPattern

app_name = "funds"
urlpatterns: list[URLPattern] = []
