"""The only home of how a list comes in pages: by keyset; a late page costs what the first does."""

from rest_framework.pagination import CursorPagination

SIZE, MOST = 100, 1_000


class Keyset(CursorPagination):
    """So many rows at once; `next` leads on from the last one's key."""

    page_size = SIZE
    max_page_size = MOST
    page_size_query_param = "size"
    ordering = "pk"
