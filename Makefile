# make demo: build the environment and do the main job on the bundled sample.
# make check: lint, types and the quick tests, in about a minute.
# make test: build the environment and run every check.
# make docs: build the site of the documentation into site/, without the network.
# Needs Python 3.11 or newer and make; everything else comes from PyPI into .venv.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$p; break; fi; done)
VENV ?= .venv
BIN := $(VENV)/bin
SITE ?= site

.PHONY: demo check test docs format clean
.DEFAULT_GOAL := demo

demo: $(VENV)/.installed
	@$(BIN)/typed-sts predict --sample --format table
	@echo
	@$(BIN)/typed-sts why --sample /sample/victoria-wedding-dress /sample/hayter-victoria-wedding
	@echo
	@echo "To see it in a browser: $(BIN)/typed-sts serve --sample, then open http://127.0.0.1:8000"

check: QUICK = -q -m 'not slow and not elastic and not browser and not shared'
check test: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest $(QUICK) $(PYTEST_ARGS)

docs: $(VENV)/.installed-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet --site-dir $(SITE)

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then echo "typed-sts needs Python 3.11 or newer; none found (set PYTHON=/path/to/python)" >&2; exit 1; fi
	@echo "Making the environment in $(VENV) with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "Installing typed-sts and what it needs (once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	@echo "Installing typed-sts with its test tools (once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(VENV)/.installed $@
