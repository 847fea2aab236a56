"""The addresses of what stands before and after a signature, and of energy tax receipts' amount."""

from django.urls import path

from funds.views import after_certification as after
from funds.views import before_signature as before
from funds.views import figures, receipts, state_figures, waivers
from funds.views import receipts_doors as doors

urlpatterns = [
    path("municipalities/<str:code>/figures/", figures.FiguresPage.as_view(), name="figures"),
    path(
        "municipalities/<str:code>/figures/<int:pk>/object/",
        figures.ObjectDoor.as_view(),
        name="object",
    ),
    path("figures/", state_figures.StateFiguresPage.as_view(), name="state_figures"),
    path("figures/record/", state_figures.RecordDoor.as_view(), name="state_figure_record"),
    path("figures/<int:pk>/", state_figures.AcceptDoor.as_view(), name="state_figure_accept"),
    path("objections/", figures.ObjectionsPage.as_view(), name="objections"),
    path("objections/<int:pk>/", figures.DecideDoor.as_view(), name="objection_decide"),
    path("funds/<slug:fund>/cases/", before.CasesDoor.as_view(), name="cases"),
    path("runs/<int:pk>/waiver/", before.WaiverDoor.as_view(), name="waiver_ask"),
    path("waivers/", waivers.Waivers.as_view(), name="waivers"),
    path("waivers/<int:pk>/", before.AuthoriseDoor.as_view(), name="waiver_authorise"),
    path(
        "runs/<int:pk>/<str:holder>/acknowledge/",
        before.AcknowledgeDoor.as_view(),
        name="acknowledge",
    ),
    path("runs/<int:pk>/reopen/", after.ReopenDoor.as_view(), name="run_reopen"),
    path("runs/<int:pk>/protect/", after.ProtectDoor.as_view(), name="run_protect"),
    path("funds/<slug:fund>/policy/", after.PolicyDoor.as_view(), name="policy"),
    path(
        "funds/<slug:fund>/policy/decide/", after.PolicyDecideDoor.as_view(), name="policy_decide"
    ),
    path("receipts/program/", after.ProgramDoor.as_view(), name="program"),
    path("receipts/", receipts.ReceiptsPage.as_view(), name="receipts"),
    path(
        "receipts/corrections/",
        doors.CorrectionsReportDoor.as_view(),
        name="corrections_report",
    ),
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
