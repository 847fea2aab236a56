"""The addresses of the Highlands chain: vacant land from the assessor to the Treasurer."""

from django.urls import path

from funds.views import (
    county_board,
    highlands,
    highlands_doors,
    highlands_town,
    vacant_land,
    vacant_land_doors,
    vacant_land_file,
)

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
        vacant_land_file.FileDoor.as_view(),
        name="vacant_land_file",
    ),
    path(
        "vacant-land/<str:code>/<int:year>/file/<int:pk>/",
        vacant_land_file.FilePage.as_view(),
        name="vacant_land_read",
    ),
    path(
        "vacant-land/<str:code>/<int:year>/file/<int:pk>/progress/",
        vacant_land_file.FileProgress.as_view(),
        name="vacant_land_progress",
    ),
    path(
        "vacant-land/<str:code>/<int:year>/file/<int:pk>/findings/",
        vacant_land_file.FileFindings.as_view(),
        name="vacant_land_findings",
    ),
    path(
        "vacant-land/<str:code>/<int:year>/file/<int:pk>/prepare/",
        vacant_land_file.PrepareDoor.as_view(),
        name="vacant_land_prepare",
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
    path("highlands/<int:year>/", highlands.HighlandsYear.as_view(), name="highlands"),
    path("highlands/<int:year>/send/", highlands.SendDoor.as_view(), name="highlands_send"),
    path(
        "highlands/figures/<int:pk>/accept/", highlands.AcceptDoor.as_view(), name="figures_accept"
    ),
    path("highlands/rehearse/", highlands.RehearseDoor.as_view(), name="reading_rehearse"),
    path(
        "highlands/rehearsed/<int:pk>/", highlands.RehearsedPage.as_view(), name="reading_rehearsed"
    ),
    path(
        "highlands/town/<str:code>/", highlands_town.HighlandsTown.as_view(), name="highlands_town"
    ),
    path(
        "highlands/town/<str:code>/conformance/",
        highlands_doors.ConformanceDoor.as_view(),
        name="conformance_record",
    ),
    path(
        "highlands/town/<str:code>/judgment/",
        highlands_doors.JudgmentDoor.as_view(),
        name="judgment_record",
    ),
    path(
        "highlands/town/<str:code>/watershed/",
        highlands_doors.WatershedDoor.as_view(),
        name="watershed_record",
    ),
    path(
        "highlands/town/<str:code>/offset/<int:sfy>/",
        highlands_doors.AttestDoor.as_view(),
        name="offset_attest",
    ),
    path(
        "highlands/town/<str:code>/budget/<int:sfy>/",
        highlands_doors.BudgetChangeDoor.as_view(),
        name="budget_change",
    ),
]
