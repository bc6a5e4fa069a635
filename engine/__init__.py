"""The rules. Pure Python on the standard library: no I/O, no clock, no randomness."""
