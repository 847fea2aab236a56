"""The admin application with our own site: who may enter it is said in admin_site."""

from django.contrib.admin.apps import AdminConfig


class OfficeAdminConfig(AdminConfig):
    """Django's admin, entered by office."""

    default_site = "municipalities.admin_site.OfficeAdminSite"
