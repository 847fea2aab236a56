"""The addresses of signing in and out, and of choosing an office."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from municipalities.views.documents import DocumentDownload
from municipalities.views.people import ChooseOffice, SignIn

urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("documents/<int:pk>/", DocumentDownload.as_view(), name="document"),
    path("office/", ChooseOffice.as_view(), name="choose_office"),
]
