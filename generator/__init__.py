"""Everything that becomes paper."""
