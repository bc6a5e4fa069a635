"""How fast, beside a bare Python start and beside peers on the same kind of work. `python -m bench`."""
