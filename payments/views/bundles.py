"""The only home of the page that packs and hands out a bundle, and of what was handed out."""

from typing import Any

from django.http import FileResponse, Http404, HttpRequest
from django.utils.timezone import now

from funds.templatetags.money import moment
from municipalities.doors import Page
from municipalities.tables import Column, Table, row
from payments.bundles import gathering, packing
from payments.models import Bundle


class BundlePage(Page):
    """The records of a municipality, payment or run as one ZIP, for an auditor or a request."""

    template_name = "payments/bundle.html"
    permission = "read-all"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Say what would be packed, and what was handed out before."""
        records = gathering.of(kwargs["of"], kwargs["key"])
        before = Bundle.objects.filter(of=kwargs["of"], key=kwargs["key"])
        return super().get_context_data(
            records=records,
            before=Table(
                caption="Handed out before, the latest first",
                caption_unseen=True,
                columns=[
                    Column("When"),
                    Column("To"),
                    Column("Files", "count"),
                    Column("Manifest"),
                ],
                rows=[
                    row(
                        moment(each.made_at),
                        str(each.made_by),
                        each.files,
                        f"{each.sha256[:16]}…",
                    )
                    for each in before.select_related("made_by__office", "made_by__person")[:50]
                ],
                empty="None yet.",
            ),
            **kwargs,
        )

    def post(self, request: HttpRequest, of: str, key: str) -> FileResponse:
        """Pack it, record that it was handed out, and answer with it."""
        if of not in Bundle.Of.values:
            raise Http404("There is no such record.")
        made = packing.pack(of, key, by=self.officer, at=now())
        return FileResponse(made, as_attachment=True, filename=f"{of}-{key}.zip")
