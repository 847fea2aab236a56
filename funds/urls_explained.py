"""The addresses of what explains an amount and asks what it would be otherwise."""

from django.urls import path

from funds.views import number_check

urlpatterns = [
    path(
        "runs/<int:pk>/why/<str:holder>/workbook/",
        number_check.NumberCheck.as_view(),
        name="number_check",
    ),
]
