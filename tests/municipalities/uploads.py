"""Files for tests of the store: three harmless ones, and what they are made of."""

from municipalities.proofs.small_files import CSV, SHEET, TYPES, packed, pdf, with_parts, workbook

__all__ = ["CSV", "SHEET", "TYPES", "packed", "pdf", "with_parts", "workbook"]
