"""Everything at the table."""
