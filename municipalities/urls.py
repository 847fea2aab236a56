"""The addresses of the municipalities pages."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
