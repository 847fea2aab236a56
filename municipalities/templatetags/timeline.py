"""The only tag that shows a record's history from the journal: {% timeline project %}."""

from django import template
from django.db.models import Model
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from municipalities.timeline import events

register = template.Library()


@register.simple_tag
def timeline(record: object) -> SafeString | str:
    """Show every change of the record that the database has on record, the latest first."""
    history = events(record) if isinstance(record, Model) else []
    if not history:
        return ""
    return format_html(
        '<section class="section" aria-labelledby="journal"><h2 id="journal">Changes on record'
        "</h2>{}</section>",
        render_to_string("_history.html", {"history": history}),
    )
