"""The addresses of the funds' pages."""

from django.urls import path, re_path

from funds.views import allocation_doors as doors
from funds.views import (
    ethics,
    finding,
    fund,
    holder,
    intake_files,
    intakes,
    law,
    ledger,
    letters,
    projects,
    reviews,
    runs,
    standing,
    trust,
    work,
    year_end,
    year_review,
    year_reviews,
    zone,
)
from funds.views import intake_doors as files
from funds.views import plan_doors as plan
from funds.views import proposal_doors as proposal
from funds.views import review as prepared
from funds.views import review_doors as review
from funds.views import year_end_doors as closing
from funds.views import year_review_doors as looking
from funds.views import zone_doors as zones

urlpatterns = [
    path("funds/", fund.FundList.as_view(), name="funds"),
    path("funds/<slug:fund>/", fund.FundPage.as_view(), name="fund"),
    path("funds/<slug:fund>/deposit/", doors.DepositDoor.as_view(), name="deposit"),
    path("funds/<slug:fund>/run/", doors.RunDoor.as_view(), name="run_prepare"),
    path("runs/<int:pk>/", runs.RunPage.as_view(), name="run"),
    path("runs/<int:pk>/certify/", doors.CertifyDoor.as_view(), name="run_certify"),
    path("runs/<int:pk>/step-down/", doors.StepDownDoor.as_view(), name="step_down"),
    path(
        "runs/<int:pk>/<str:holder>/letter/",
        letters.CertificationLetter.as_view(),
        name="certification_letter",
    ),
    path("runs/<int:pk>/why/<str:holder>/", holder.HolderPage.as_view(), name="run_holder"),
    path("postings/<int:pk>/", ledger.PostingPage.as_view(), name="posting"),
    path("accounts/", ledger.AccountList.as_view(), name="account_list"),
    path("accounts/<int:pk>/", ledger.AccountPage.as_view(), name="account"),
    path("zones/<str:code>/", zone.ZonePage.as_view(), name="zone"),
    path("zones/<str:code>/projects/", projects.ProjectList.as_view(), name="projects"),
    path("zones/<str:code>/propose/", zones.ProposeDoor.as_view(), name="propose"),
    path("zones/<str:code>/encumber/", zones.EncumberDoor.as_view(), name="encumber"),
    path("zones/<str:code>/ethics/", ethics.EthicsRegister.as_view(), name="ethics"),
    path("zones/<str:code>/ethics/<int:pk>/", ethics.EthicsDoor.as_view(), name="ethics_record"),
    path("zones/<str:code>/standing/", standing.StandingPage.as_view(), name="standing"),
    path(
        "zones/<str:code>/standing/record/",
        standing.StandingDoor.as_view(),
        name="standing_record",
    ),
    path("zones/<str:code>/trust/", trust.TrustPage.as_view(), name="trust"),
    path("zones/<str:code>/trust/record/", trust.TrustDoor.as_view(), name="trust_record"),
    path("zones/<str:code>/reviews/", reviews.ReviewList.as_view(), name="reviews"),
    path("zones/<str:code>/find/", review.FindDoor.as_view(), name="find"),
    path("zones/<str:code>/withhold/", review.WithholdDoor.as_view(), name="withhold"),
    path("zones/<str:code>/plan/", plan.PlanDoor.as_view(), name="plan_write"),
    re_path(
        r"^zones/(?P<code>\d{4})/order/(?P<step>plan|compliance)/$",
        plan.OrderStepDoor.as_view(),
        name="order_step",
    ),
    path("plan-tasks/<int:pk>/evidence/", plan.EvidenceDoor.as_view(), name="plan_evidence"),
    path("plan-tasks/<int:pk>/accept/", plan.AcceptDoor.as_view(), name="plan_accept"),
    path(
        "zones/<str:code>/review/<int:sfy>/",
        year_review.YearReviewPage.as_view(),
        name="year_review",
    ),
    path(
        "zones/<str:code>/review/<int:sfy>/begin/",
        looking.BeginDoor.as_view(),
        name="year_review_begin",
    ),
    path(
        "zones/<str:code>/review/<int:sfy>/look/",
        looking.LookDoor.as_view(),
        name="year_review_look",
    ),
    path(
        "zones/<str:code>/review/<int:sfy>/conclude/",
        looking.ConcludeDoor.as_view(),
        name="year_review_conclude",
    ),
    path("projects/<int:pk>/", projects.ProjectPage.as_view(), name="project"),
    path("projects/<int:pk>/proposal/", proposal.ContentsDoor.as_view(), name="proposal"),
    path("projects/<int:pk>/adopt/<slug:body>/", proposal.AdoptDoor.as_view(), name="adopt"),
    path("projects/<int:pk>/determine/", zones.DetermineDoor.as_view(), name="determine"),
    path("reviews/", year_reviews.YearReviews.as_view(), name="year_reviews"),
    path("reviews/begin/<int:sfy>/", looking.BeginAllDoor.as_view(), name="year_reviews_begin"),
    path("reviews/<int:pk>/", prepared.ReviewPage.as_view(), name="review"),
    path("reviews/<int:pk>/confirm/", prepared.ConfirmDoor.as_view(), name="review_confirm"),
    path("findings/<int:pk>/", finding.FindingPage.as_view(), name="finding"),
    path("findings/<int:pk>/appeal/", finding.AppealDoor.as_view(), name="appeal"),
    path("year-end/", year_end.YearEnds.as_view(), name="year_ends"),
    path("year-end/<slug:fund>/rehearse/", closing.RehearseDoor.as_view(), name="rehearse"),
    path("year-end/<slug:fund>/<int:sfy>/", year_end.YearEndPage.as_view(), name="year_end"),
    path(
        "year-end/<slug:fund>/<int:sfy>/balances/",
        year_end.Balances.as_view(),
        name="year_end_balances",
    ),
    path(
        "year-end/<slug:fund>/<int:sfy>/certify/",
        closing.CertifyCloseDoor.as_view(),
        name="year_end_certify",
    ),
    path(
        "year-end/<slug:fund>/<int:sfy>/<str:holder>/notice/",
        letters.LapseNotice.as_view(),
        name="lapse_notice",
    ),
    path("files/", intakes.IntakeList.as_view(), name="intakes"),
    path("files/send/<slug:layout>/", files.SendDoor.as_view(), name="intake_send"),
    path("files/template/<slug:layout>/", intake_files.Template.as_view(), name="intake_template"),
    path("files/<int:pk>/", intakes.IntakePage.as_view(), name="intake"),
    path("files/<int:pk>/progress/", intakes.IntakeProgress.as_view(), name="intake_progress"),
    path("files/<int:pk>/findings/", intake_files.Findings.as_view(), name="intake_findings"),
    path("files/<int:pk>/forward/", files.ForwardDoor.as_view(), name="intake_forward"),
    path("files/<int:pk>/accept/", files.AcceptDoor.as_view(), name="intake_accept"),
    path("files/<int:pk>/decline/", files.DeclineDoor.as_view(), name="intake_decline"),
    path("files/<int:pk>/override/", files.OverrideDoor.as_view(), name="intake_override"),
    path("overrides/<int:pk>/", files.ApproveOverrideDoor.as_view(), name="override_approve"),
    path("law/", law.Law.as_view(), name="law"),
    path("help/", law.Help.as_view(), name="help"),
    path("accessibility/", law.Accessibility.as_view(), name="accessibility"),
    path("work/", work.WorkList.as_view(), name="work"),
    path("work/<int:pk>/", work.WorkProgress.as_view(), name="work_progress"),
    path("work/<int:pk>/again/", work.WorkAgain.as_view(), name="work_again"),
]
