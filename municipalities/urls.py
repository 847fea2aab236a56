"""The addresses of who there is: people and their offices, and documents."""

from django.urls import path

from municipalities import people_urls
from municipalities.views import standstills
from municipalities.views.documents import DocumentDownload
from municipalities.views.drafts import DraftList, DraftPage, SaveDraft
from municipalities.views.notices import NoticeList, NoticePage, SendAgain
from municipalities.views.papers import PaperFile, PaperList, PaperPage, Verify

urlpatterns = [
    *people_urls.urlpatterns,
    path("documents/<int:pk>/", DocumentDownload.as_view(), name="document"),
    path("papers/", PaperList.as_view(), name="papers"),
    path("papers/<slug:number>/", PaperPage.as_view(), name="paper"),
    path("papers/<slug:number>/pdf/", PaperFile.as_view(), name="paper_pdf"),
    path("verify/<slug:number>/", Verify.as_view(), name="verify"),
    path("notices/", NoticeList.as_view(), name="notices"),
    path("notices/<int:pk>/", NoticePage.as_view(), name="notice"),
    path("notices/<int:pk>/again/", SendAgain.as_view(), name="notice_again"),
    path("standstills/", standstills.StandstillList.as_view(), name="standstills"),
    path("standstills/begin/", standstills.BeginStandstill.as_view(), name="standstill_begin"),
    path("standstills/<int:pk>/end/", standstills.EndStandstill.as_view(), name="standstill_end"),
    path("drafts/", DraftList.as_view(), name="drafts"),
    path("drafts/save/", SaveDraft.as_view(), name="draft_save"),
    path("drafts/<int:pk>/", DraftPage.as_view(), name="draft"),
]
