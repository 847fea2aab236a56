"""The addresses of energy tax receipts' amount, its watch and its attestations."""

from django.urls import path

from funds.views import receipts
from funds.views import receipts_doors as doors

urlpatterns = [
    path("receipts/", receipts.ReceiptsPage.as_view(), name="receipts"),
    path("receipts/<int:sfy>/", receipts.ReceiptsYearPage.as_view(), name="receipts_year"),
    path("receipts/<int:sfy>/lines/", receipts.LinesPage.as_view(), name="receipts_lines"),
    path("receipts/<int:sfy>/act/", doors.EnactmentDoor.as_view(), name="enactment_record"),
    path("receipts/<int:sfy>/short/", doors.ShortDoor.as_view(), name="short_certify"),
    path("receipts/<int:sfy>/notice/", doors.NoticeDoor.as_view(), name="filers_notify"),
    path(
        "municipalities/<str:code>/levy-relief/<int:sfy>/",
        doors.LevyReliefDoor.as_view(),
        name="levy_relief",
    ),
]
