# Two words for a clean clone: `make pack` prints a pack into output/, `make test` runs the tests.
PYTHON ?= python3
VENV ?= .venv
BIN := $(if $(filter Windows_NT,$(OS)),$(VENV)/Scripts,$(VENV)/bin)
GAME ?= 封妖
PLAYERS ?= 7

.PHONY: pack test check bench clean

pack: $(VENV)/installed
	$(BIN)/yuanzun pack $(GAME) --players $(PLAYERS) -o output/

test: $(VENV)/installed-test
	$(BIN)/python -m pytest -n auto

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/installed-bench
	$(BIN)/python -m bench

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "要 Python 3.11 以上，例如：make pack PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/installed: $(VENV)/made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/installed-%: $(VENV)/made pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[$*]"
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
