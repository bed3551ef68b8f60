# Everything starts here. `make run` serves the study, `make test` proves it.
# Set-up happens by itself: both install what they miss.

SHELL := /bin/bash
.DEFAULT_GOAL := help
TARGET := $(or $(CARGO_TARGET_DIR),target)
UNMASK := $(TARGET)/release/unmask

.PHONY: help run dev build test quick check unit conform reproduce e2e bench bench-smoke clear-times faults stimuli stimuli-manifest generate tools

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: build ## build all (about ten minutes the first time) and serve the example study
	@$(UNMASK) serve

dev: web/node_modules/.stamp ## server and web app, both reloading on a change
	@scripts/dev.sh

build: web/dist/.stamp ## the release binary with the web app inside
	@scripts/say "Building the server (release)"
	cargo build --release --locked -p unmask

test: export UNMASK_TIMES := $(abspath $(TARGET))/times.tsv
test: clear-times tools check unit build conform reproduce bench-smoke e2e ## everything; what CI runs
	@scripts/say "All checks passed"
	@scripts/times.sh

quick: web/node_modules/.stamp web/dist/.stamp ## what to run before each commit: formatting, lints, types, unit tests
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo nextest run --workspace --locked --no-fail-fast --status-level fail -E 'kind(lib)'
	npm --prefix web run --silent check

clear-times:
	@mkdir -p $(TARGET) && rm -f $(UNMASK_TIMES)

check: tools web/node_modules/.stamp e2e/node_modules/.stamp ## formatting, lints, types, tests of the web app
	@scripts/say "Formatting and lints"
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	@scripts/say "Dependencies: each is used, and its licence allows it"
	cargo machete
	cargo fetch --locked
	cargo deny --locked --offline check licenses bans sources
	@scripts/say "Web app: types, lints, tests"
	npm --prefix web run --silent check
	npm --prefix e2e run --silent check
	@scripts/say "Files for running it elsewhere"
	scripts/deploy.sh $(TARGET)/deploy

unit: tools web/dist/.stamp ## Rust tests, size budgets, generated files
	@scripts/say "Rust tests, on SQLite and PostgreSQL"
	cargo nextest run --workspace --locked --no-fail-fast
	@scripts/say "Size budgets of the web app"
	npm --prefix web run --silent size
	@scripts/say "Generated files are up to date"
	@scripts/generated-clean.sh

conform: tools build ## is the API what its own document says, whatever anybody sends?
	@scripts/say "The API against its document"
	scripts/schemathesis.py $(UNMASK) --schemathesis $(TARGET)/schemathesis/bin/schemathesis

reproduce: tools build ## do R and Python get the report's numbers from the data package, and is it valid?
	@scripts/say "The report's numbers, again from the tables"
	scripts/reproduce.sh $(UNMASK) $(TARGET)/reproduce

e2e: tools build e2e/node_modules/.stamp ## journeys in Chromium against the release binary
	@scripts/say "Journeys in Chromium"
	UNMASK_BINARY=$(abspath $(UNMASK)) npm --prefix e2e run --silent test

bench: tools build e2e/node_modules/.stamp ## speed and memory, with what they compare
	cargo build --release --locked -p unmask-bench
	bench/run.sh $(UNMASK) $(TARGET)/release/unmask-bench

bench-smoke: tools build e2e/node_modules/.stamp ## every part of the benchmarks for a second: do they still run?
	@scripts/say "Benchmarks, for a second each"
	cargo build --locked -p unmask-bench
	bench/run.sh $(UNMASK) $(TARGET)/debug/unmask-bench --smoke

faults: tools build ## kills, failovers and a bad network for forty minutes: is an acknowledged answer ever lost?
	cargo build --locked -p unmask-faults
	for engine in sqlite postgres cluster; do \
	  nice $(TARGET)/debug/unmask-faults --engine $$engine --seconds 700 --kills 250 --participants 20 --pause 150 && \
	  nice $(TARGET)/debug/unmask-faults --engine $$engine --seconds 90 --kills 30 --study studies/_fixtures/small \
	    || exit 1; \
	done

stimuli: ## draw the example study's media again (hours); needs ffmpeg and flite
	cargo run --release --locked -p unmask-stimuli -- render
	cargo run --release --locked -p unmask-stimuli -- manifest

stimuli-manifest: ## write stimuli.yaml from the files that are there
	cargo run --release --locked -p unmask-stimuli -- manifest

generate: web/node_modules/.stamp ## OpenAPI document, JSON Schema, TypeScript types
	UPDATE=1 cargo nextest run --workspace --locked -E 'test(generated)'
	npm --prefix web run --silent generate

tools: ## what the tests need: Chromium, PostgreSQL, R, cargo-nextest, programs in Python
	@scripts/test-tools.sh

# Not `npm ci`: it refuses a lock file that does not name every platform's optional binaries.
# `--no-save` keeps to the lock file and leaves it alone.
NPM_INSTALL := install --no-save --no-audit --no-fund --loglevel=error

web/node_modules/.stamp: web/package-lock.json
	@scripts/say "Installing the web app's packages"
	npm --prefix web $(NPM_INSTALL)
	@touch $@

e2e/node_modules/.stamp: e2e/package-lock.json
	@scripts/say "Installing the browser tests' packages"
	npm --prefix e2e $(NPM_INSTALL)
	@touch $@

web/dist/.stamp: web/node_modules/.stamp docs/generated/ends.json $(shell find web/src web/public web/scripts web/tools web/*.json web/*.ts web/*.html -type f 2>/dev/null | grep -v node_modules)
	@scripts/say "Building the web app"
	npm --prefix web run --silent build
	@touch $@
