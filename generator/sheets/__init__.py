"""The sheets of a pack."""
