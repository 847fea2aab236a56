"""The addresses of the payments pages."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
