# Wasl. `make help` lists what can be done here.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEV_STAMP := $(VENV)/.installed-dev
# Processes that share the tests; many of them wait for a browser or a clock.
AT_ONCE := 3
# Modules are compiled when they are first imported; most never are.
PIP_QUIETLY := --quiet --disable-pip-version-check --no-compile

.DEFAULT_GOAL := help

.PHONY: help
help: ## Show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: $(STAMP) ## Run everything for development: service, worker, simulators, database, demo shop
	@$(BIN)/wasl up --shop examples.shop

.PHONY: test
test: $(DEV_STAMP) browser interpreters lint ## Run every check and every test
	$(BIN)/pytest -m "not alone" -n $(AT_ONCE) --dist loadfile --no-loadscope-reorder
	$(BIN)/pytest -m alone

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

.PHONY: browser
browser: $(DEV_STAMP) ## Install Chromium for the browser tests, where there is none
	@sh scripts/install-browser.sh $(BIN)/python

.PHONY: interpreters
interpreters: ## Install Node.js and PHP for the examples of the guide, where root can
	@sh scripts/install-interpreters.sh

.PHONY: screenshots
screenshots: $(DEV_STAMP) browser ## Take pictures of every page; open screenshots/index.html
	$(BIN)/pytest tests/browser/screenshots.py tests/browser/dashboard/screenshots.py

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
	$(BIN)/pip install $(PIP_QUIETLY) --require-hashes -r requirements/runtime.txt
	$(BIN)/pip install $(PIP_QUIETLY) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_STAMP): $(STAMP) requirements/dev.txt
	$(BIN)/pip install $(PIP_QUIETLY) --require-hashes -r requirements/dev.txt
	@touch $@
