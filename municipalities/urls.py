"""The addresses of signing in and out, and of choosing an office."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from municipalities.views.documents import DocumentDownload
from municipalities.views.drafts import DraftList, DraftPage, SaveDraft
from municipalities.views.notices import NoticeList, NoticePage, SendAgain
from municipalities.views.papers import PaperFile, PaperList, PaperPage, Verify
from municipalities.views.people import ChooseOffice, SignIn

urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("documents/<int:pk>/", DocumentDownload.as_view(), name="document"),
    path("papers/", PaperList.as_view(), name="papers"),
    path("papers/<slug:number>/", PaperPage.as_view(), name="paper"),
    path("papers/<slug:number>/pdf/", PaperFile.as_view(), name="paper_pdf"),
    path("verify/<slug:number>/", Verify.as_view(), name="verify"),
    path("notices/", NoticeList.as_view(), name="notices"),
    path("notices/<int:pk>/", NoticePage.as_view(), name="notice"),
    path("notices/<int:pk>/again/", SendAgain.as_view(), name="notice_again"),
    path("drafts/", DraftList.as_view(), name="drafts"),
    path("drafts/save/", SaveDraft.as_view(), name="draft_save"),
    path("drafts/<int:pk>/", DraftPage.as_view(), name="draft"),
    path("office/", ChooseOffice.as_view(), name="choose_office"),
]
