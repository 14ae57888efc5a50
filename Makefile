# Wasl. `make help` lists what can be done here.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev

.DEFAULT_GOAL := help

.PHONY: help
help: ## Show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: $(STAMP) ## Run the whole service on http://localhost:8000, with its own database
	@$(BIN)/wasl up

.PHONY: test
test: $(DEV_STAMP) lint ## Run every check and every test
	$(BIN)/pytest

.PHONY: lint
lint: $(DEV_STAMP) ## Check format, style, types and the direction of imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

.PHONY: format
format: $(DEV_STAMP) ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

.PHONY: bench
bench: $(DEV_STAMP) ## Measure speed; docs/performance.md explains the table
	$(BIN)/python -m benchmarks

.PHONY: install
install: $(STAMP) ## Install the service into .venv

.PHONY: lock
lock: $(DEV_STAMP) ## Pin the newest dependencies that pyproject.toml allows, with hashes
	$(BIN)/python scripts/lock.py

.PHONY: clean
clean: ## Remove .venv and caches; data in .wasl stays
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/bin/pip:
	@sh scripts/make-venv.sh $(VENV)

$(STAMP): $(VENV)/bin/pip pyproject.toml requirements/runtime.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/runtime.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_STAMP): $(STAMP) requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@touch $@
