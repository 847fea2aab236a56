"""The addresses of the payments pages."""

from django.urls import URLPattern

app_name = "payments"
urlpatterns: list[URLPattern] = []
