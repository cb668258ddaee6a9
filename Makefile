# Needs Python 3.11 or newer, make and a C++20 compiler; everything else goes into .venv.
#   make run ARGS="--workers 0"     make test ARGS="-k auction"     make run PYTHON=python3.12

VENV := .venv
BIN := $(VENV)/bin
SINCE_3_11 := import sys; sys.exit(sys.version_info < (3, 11))
CANDIDATES := python3 python python3.14 python3.13 python3.12 python3.11
PYTHON ?= $(shell for p in $(CANDIDATES); do $$p -c '$(SINCE_3_11)' 2>/dev/null && { echo $$p; break; }; done)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# pip's errors only: its warnings speak of the machine, not of the project.
INSTALL = $(BIN)/python -m pip install -qq

# Files side by side, one more than there are cores, since many tests wait for processes they started; at
# most four, since some play on two cores themselves. In order, since what comes first waits most.
ABREAST := $(shell $(PYTHON) -c 'import os; print(min(4, 1 + (os.cpu_count() or 1)))' 2>/dev/null)
PYTEST = $(BIN)/python -m pytest -n $(or $(ABREAST),2) --dist loadfile --no-loadscope-reorder

# An environment like the first but for what is compiled.
SANITIZED := $(VENV)/sanitized
SITE_PACKAGES := -c 'import sysconfig; print(sysconfig.get_path("purelib"))'

# One pip at a time works in .venv, and what is measured must not be disturbed.
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help run test check chaos sanitize bench clean

help:  ## show these lines
	@sed -n 's/^\([a-z]*\):.*## /\1|/p' Makefile | \
	    while IFS='|' read -r name text; do printf '  make %-8s %s\n' "$$name" "$$text"; done

run: $(VENV)/.run  ## play the quickstart tournament and print its ranking
	@$(BIN)/belote run quickstart $(ARGS)

test: $(VENV)/.test  ## run the tests
	@$(PYTEST) $(ARGS)

check: $(VENV)/.dev  ## format, lint, types, and tests that reach every branch of the game
	@$(BIN)/ruff format --check --quiet . || \
	    { echo 'Not formatted as agreed: $(BIN)/ruff format . puts it right.'; exit 1; }
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(PYTEST) --cov $(ARGS)

chaos: $(VENV)/.test  ## run tournaments of hostile bots while their processes are killed
	@$(BIN)/python -m tests.chaos $(ARGS)

sanitize: $(SANITIZED)/.made  ## run the tests of what is compiled under sanitizers
	@LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
	    ASAN_OPTIONS=detect_leaks=0 $(SANITIZED)/bin/python -m pytest tests/search $(ARGS)

bench: $(VENV)/.bench  ## measure the throughput beside its peers
	@$(BIN)/python benchmarks/throughput.py $(ARGS)

clean:  ## remove what make and the tools made; results stay
	@rm -rf $(VENV) build dist .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps: what is installed is installed again only when one of these is newer: what says how, what is
# compiled, and the packages, of which an installation knows the folders.

COMPILED := CMakeLists.txt $(wildcard native/*)
PACKAGES := $(wildcard bots/__init__.py harness/__init__.py harness/*/__init__.py harness/*/*/__init__.py)

$(VENV)/.made:
	@test -n '$(PYTHON)' || { echo 'Python 3.11 or newer is needed, and none of "$(CANDIDATES)" is:' \
	    'name one with PYTHON=/path/to/python.' >&2; exit 1; }
	@$(PYTHON) -c '$(SINCE_3_11)' 2>/dev/null || { echo 'Python 3.11 or newer is needed, and' \
	    "PYTHON=$(PYTHON) is not: $$($(PYTHON) -V 2>&1)." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# Compiled now is also what only the processes of bots import, which keep nothing that they compile.
$(VENV)/.run: pyproject.toml $(COMPILED) $(PACKAGES) $(VENV)/.made
	@echo 'Installing into $(VENV) (a minute or two, once) ...'
	@$(INSTALL) -e .
	@$(BIN)/python -m compileall -q harness bots
	@touch $@

$(VENV)/.test $(VENV)/.dev $(VENV)/.bench: $(VENV)/.%: pyproject.toml $(VENV)/.run
	@echo 'Adding the $* extra ...'
	@$(INSTALL) 'belote-harness[$*]'
	@touch $@

$(SANITIZED)/.made: $(COMPILED) $(VENV)/.test
	@echo 'Building with sanitizers ...'
	@$(BIN)/python -m venv $(SANITIZED)
	@$(BIN)/python $(SITE_PACKAGES) >"$$($(SANITIZED)/bin/python $(SITE_PACKAGES))/others.pth"
	@$(SANITIZED)/bin/python -m pip install -qq --no-deps -e . \
	    --config-settings=build-dir=build/sanitized --config-settings=cmake.define.BELOTE_SANITIZE=ON
	@touch $@
