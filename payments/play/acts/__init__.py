"""What plays each act of a story, grouped as the funds' own acts are."""

from payments.play.acts import (  # noqa: F401  each module adds its acts to the table
    amendments,
    balances,
    bank_files,
    deposits,
    facts,
    files,
    pledges,
    projects,
    proposals,
    quarterly_reports,
    review,
    runs,
    second_generation,
    vacant_land,
    vouchers,
    warrants,
    withholdings,
    year_ends,
    year_reviews,
    zone_money,
)
