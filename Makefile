# Backgammon table monitor. `make help` lists what there is.
# Needs Python 3.11 or newer and make; everything else goes into .venv, and nothing outside this folder is changed
# (but for missing system libraries, which are installed when run as root and otherwise named in one line).

PYTHON ?= python3
VENV ?= .venv
ifeq ($(OS),Windows_NT)
  BIN := $(VENV)/Scripts
else
  BIN := $(VENV)/bin
endif
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input -q

.DEFAULT_GOAL := help
.PHONY: help setup setup-test setup-train setup-oracles demo test test-all test-plays test-transcripts translations lint types clean doctor

help: ## this list
	@echo "Backgammon table monitor"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed, this is " + sys.version.split()[0] + "; name another with: make PYTHON=python3.11 ...")'
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "This Python cannot make virtual environments. On Debian or Ubuntu: sudo apt-get install -y python3-venv"; exit 1; }
	@echo "Making the virtual environment $(VENV)"
	@$(PYTHON) -m venv $(VENV)

# A stamp is newer than its list exactly when that list is installed, so a second run does nothing.
$(VENV)/.table: requirements-table.txt pyproject.toml | $(PY)
	@echo "Installing the table's packages into $(VENV) (about 0.6 GB, one to two minutes)"
	@$(PIP) install -r requirements-table.txt
	@$(PIP) install --no-deps -e .
	@$(PYTHON) .ci/system_libraries.py $(PY)
	@touch $@

$(VENV)/.test: requirements-test.txt $(VENV)/.table
	@echo "Installing the test packages into $(VENV) (about 0.15 GB)"
	@$(PIP) install -r requirements-test.txt
	@touch $@

$(VENV)/.train: requirements-train.txt $(VENV)/.table
	@echo "Installing the training packages into $(VENV) (1.5 to 6 GB: torch comes with ultralytics)"
	@$(PIP) install -r requirements-train.txt
	@touch $@

$(VENV)/.oracles: requirements-oracles.txt $(VENV)/.test
	@echo "Installing the independent move generators that tests compare with"
	@$(PIP) install -r requirements-oracles.txt
	@touch $@

setup: $(VENV)/.table ## the light environment of a table (no torch)
setup-test: $(VENV)/.test ## what the tests need
setup-train: $(VENV)/.train ## what training needs
setup-oracles: $(VENV)/.oracles ## independent move generators for the tests

demo: $(VENV)/.table ## two rendered clips through the real pipeline, with the dashboard
	@$(PY) -m monitor demo

test: $(VENV)/.test ## the fast suite; its last line counts skips by reason
	@$(PY) -m pytest -q

test-all: $(VENV)/.oracles ## the fast suite with the independent generators installed
	@$(PY) -m pytest -q

test-plays: $(VENV)/.oracles ## legal plays of 100,000 random positions and rolls against the independent generators, as a table (long)
	@$(PY) -m tests.oracles.compare

test-transcripts: $(VENV)/.test ## 10,000 malformed inputs to each reader of records, plays and IDs, 1,000 matches there and back (long)
	@MONITOR_TRANSCRIPT_CASES=10000 $(PY) -m pytest -q tests/game/test_malformed_lines.py tests/game/transcript/test_malformed.py tests/game/transcript/test_round_trips.py

translations: $(VENV)/.table ## texts found and compiled anew; then translate what is empty in web/translations, and run it again
	@$(PY) -m web.translating

lint: $(VENV)/.test ## ruff and mypy
	@$(PY) -m ruff check .
	@$(PY) -m mypy monitor calibration web

doctor: $(VENV)/.table ## what is installed, which cameras answer, how fast the detector runs here
	@$(PY) -m monitor doctor

clean: ## removes the environment and caches; sessions stay
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info build dist
