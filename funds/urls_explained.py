"""The addresses of what explains an amount and asks what it would be otherwise."""

from django.urls import path

from funds.views import number_check, what_if_doors, what_ifs, why_changed

urlpatterns = [
    path(
        "runs/<int:pk>/why/<str:holder>/workbook/",
        number_check.NumberCheck.as_view(),
        name="number_check",
    ),
    path(
        "runs/<int:pk>/why/<str:holder>/change/",
        why_changed.WhyChanged.as_view(),
        name="why_changed",
    ),
    path("runs/<int:pk>/what-if/", what_if_doors.WhatIfDoor.as_view(), name="what_if_ask"),
    path("what-ifs/", what_ifs.WhatIfList.as_view(), name="what_ifs"),
    path("what-ifs/<uuid:key>/", what_ifs.WhatIfPage.as_view(), name="what_if"),
    path("what-ifs/<uuid:key>/share/", what_if_doors.ShareDoor.as_view(), name="what_if_share"),
    path("what-ifs/<uuid:key>/xlsx/", what_ifs.WhatIfWorkbook.as_view(), name="what_if_xlsx"),
]
