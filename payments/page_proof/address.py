"""The only home of what a page that is opened is known by, and of which pages are lists."""

from dataclasses import dataclass

# Pages that are a list and little else; a record's page may show rows too.
LISTS = {
    "account_list", "compilation", "drafts", "funds", "intakes", "municipalities", "notices",
    "offices", "papers", "pledges", "projects", "recertification", "vacancies",
    "year_end_balances",
    "what_ifs", "year_ends", "year_reviews",
}  # fmt: skip


@dataclass(frozen=True)
class Address:
    """A page's name and one address of it."""

    name: str
    path: str

    @property
    def is_list(self) -> bool:
        """Whether it is a list."""
        return self.name in LISTS
