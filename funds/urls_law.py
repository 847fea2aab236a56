"""The addresses of the law, clause by clause, and of help."""

from django.urls import path

from funds.views import clause, law

urlpatterns = [
    path("law/", law.Law.as_view(), name="law"),
    path("law/<str:clause>/", clause.ClausePage.as_view(), name="clause"),
    path("help/", law.Help.as_view(), name="help"),
    path("accessibility/", law.Accessibility.as_view(), name="accessibility"),
]
