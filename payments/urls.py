"""The addresses of payments, and of the pages that span all three apps."""

from django.urls import path

from payments.views import home, places

urlpatterns = [
    path("", home.Home.as_view(), name="home"),
    path("search/", places.Search.as_view(), name="search"),
    path("municipalities/", places.MunicipalityList.as_view(), name="municipalities"),
    path("municipalities/<str:code>/", places.MunicipalityPage.as_view(), name="municipality"),
]
