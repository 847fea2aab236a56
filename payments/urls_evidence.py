"""The addresses of what proves that nothing was altered, and of what is handed to an auditor."""

from django.urls import path

from payments.views import bundles, evidence, identities

urlpatterns = [
    path("evidence/", evidence.Evidence.as_view(), name="evidence"),
    path("evidence/verify/", evidence.VerifyDoor.as_view(), name="evidence_verify"),
    path("evidence/seals.jsonl", evidence.SealFile.as_view(), name="seals"),
    path("evidence/seal-keys.pem", evidence.SealKeys.as_view(), name="seal_keys"),
    path("invariants/", identities.Invariants.as_view(), name="invariants"),
    path("invariants/ask/", identities.AskDoor.as_view(), name="invariants_ask"),
    path("invariants/<str:name>/", identities.Invariant.as_view(), name="invariant"),
    path("bundles/<str:of>/<str:key>/", bundles.BundlePage.as_view(), name="bundle"),
]
