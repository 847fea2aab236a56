"""The addresses of the Highlands chain: vacant land from the assessor to the Treasurer."""

from django.urls import path

from funds.views import county_board, vacant_land, vacant_land_doors

urlpatterns = [
    path(
        "vacant-land/county/<str:code>/<int:year>/",
        county_board.BoardPage.as_view(),
        name="board",
    ),
    path(
        "vacant-land/county/<str:code>/<int:year>/certify/",
        county_board.BoardDoor.as_view(),
        name="board_certify",
    ),
    path(
        "vacant-land/<str:code>/<int:year>/",
        vacant_land.VacantLandPage.as_view(),
        name="vacant_land",
    ),
    path(
        "vacant-land/<str:code>/<int:year>/xlsx/",
        vacant_land.VacantLandWorkbook.as_view(),
        name="vacant_land_xlsx",
    ),
    path(
        "vacant-land/<str:code>/<int:year>/write/",
        vacant_land_doors.WriteDoor.as_view(),
        name="vacant_land_write",
    ),
    path(
        "vacant-land/<str:code>/<int:year>/file/",
        vacant_land_doors.FileDoor.as_view(),
        name="vacant_land_file",
    ),
    path(
        "vacant-land/<str:code>/<int:year>/certify/",
        vacant_land_doors.CertifyVacantDoor.as_view(),
        name="vacant_land_certify",
    ),
    path(
        "vacant-land/<str:code>/<int:year>/send-back/",
        vacant_land_doors.BackDoor.as_view(),
        name="vacant_land_back",
    ),
    path(
        "parcels/<int:pk>/change/",
        vacant_land_doors.ParcelChangeDoor.as_view(),
        name="parcel_change",
    ),
]
