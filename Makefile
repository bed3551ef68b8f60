# `make run` serves the example study, `make test` runs all tests. Both install what is missing.

SHELL := /bin/bash
.DEFAULT_GOAL := help
TARGET := $(or $(CARGO_TARGET_DIR),target)
UNMASK := $(TARGET)/release/unmask
# The binary of the packages runs with the C library of Debian 11 and later.
HOST := $(shell rustc -vV | sed -n 's/^host: //p')
DIST_GLIBC := 2.31
DIST_UNMASK := $(TARGET)/$(HOST)/release/unmask

.PHONY: help run dev build test quick check unit conform reproduce e2e browsers screenshots bench bench-smoke clear-times beside faults stimuli stimuli-manifest generate tools dist dist-check

help: ## prints this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-17s %s\n", $$1, $$2}'

run: build ## builds everything (about ten minutes the first time) and serves the example study
	@$(UNMASK) serve

dev: web/node_modules/.stamp ## runs the server and the web app, and reloads both after a change
	@scripts/dev.sh

build: web/dist/.stamp ## builds the release binary, which contains the web app
	@scripts/say "Building the server (release)"
	cargo build --release --locked -p unmask

test: export UNMASK_TIMES := $(abspath $(TARGET))/times.tsv
test: clear-times tools check unit build beside e2e ## runs everything that CI runs
	@scripts/say "All checks passed"
	@scripts/times.sh

quick: web/node_modules/.stamp web/dist/.stamp ## checks formatting, lints, types and unit tests; run it before each commit
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	cargo nextest run --workspace --locked --no-fail-fast --status-level fail -E 'kind(lib)'
	npm --prefix web run --silent check

clear-times:
	@mkdir -p $(TARGET) && rm -f $(UNMASK_TIMES)

check: tools web/node_modules/.stamp e2e/node_modules/.stamp ## checks formatting, lints and types, and runs the tests of the web app
	@scripts/say "Formatting and lints"
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	@scripts/say "Dependencies: unused ones, licences"
	cargo machete
	cargo fetch --locked
	cargo deny --locked --offline check licenses bans sources
	@scripts/say "Web app: types, lints, tests"
	npm --prefix web run --silent check
	npm --prefix e2e run --silent check
	@scripts/say "Deployment files"
	scripts/deploy.sh $(TARGET)/deploy

unit: tools web/dist/.stamp ## runs the Rust tests, checks size budgets and generated files
	@scripts/say "Rust tests, on SQLite and PostgreSQL"
	cargo nextest run --workspace --locked --no-fail-fast
	@scripts/say "Size budgets of the web app"
	npm --prefix web run --silent size
	@scripts/say "Generated files are up to date"
	@scripts/generated-clean.sh

# Each of these uses one core most of the time, and none measures anything.
beside: tools build e2e/node_modules/.stamp
	$(MAKE) --jobs=2 --output-sync=target --no-print-directory conform reproduce bench-smoke

conform: tools build ## tests the API against its OpenAPI document
	@scripts/say "The API against its OpenAPI document"
	scripts/schemathesis.py $(UNMASK) --schemathesis $(TARGET)/schemathesis/bin/schemathesis

reproduce: tools build ## recomputes the report in R and Python and validates the package
	@scripts/say "The report, recomputed in R and Python"
	scripts/reproduce.sh $(UNMASK) $(TARGET)/reproduce

dist: web/dist/.stamp ## writes the release's packages to target/dist: archive, .deb, OCI image, checksums
	@scripts/test-tools.sh dist
	@scripts/say "Building the server (release, for glibc $(DIST_GLIBC))"
	PATH="$(abspath $(TARGET))/ziglang/bin:$(abspath $(TARGET))/zigbuild/bin:$$PATH" UNMASK_GLIBC=$(DIST_GLIBC) \
	  cargo zigbuild --release --locked -p unmask --target $(HOST).$(DIST_GLIBC)
	@scripts/say "Packages"
	@rm -rf $(TARGET)/dist
	scripts/dist.py $(DIST_UNMASK) $(TARGET)/dist

dist-check: tools dist ## installs the packages in a clean Debian root and runs a study with them; needs root
	@scripts/say "The packages, installed"
	$(if $(filter-out 0,$(shell id -u)),sudo --preserve-env=HOME,CARGO_HOME,SOURCE_DATE_EPOCH) scripts/dist-check.py $(DIST_UNMASK) $(TARGET)/dist --cache $(TARGET)/dist-check

e2e: tools build e2e/node_modules/.stamp ## runs the browser tests in Chromium against the release binary
	@scripts/say "Browser tests in Chromium"
	UNMASK_BINARY=$(abspath $(UNMASK)) npm --prefix e2e run --silent test

browsers: build e2e/node_modules/.stamp ## runs the journeys of all arms in Firefox and WebKit
	@scripts/test-tools.sh browsers
	@scripts/say "Journeys in Firefox and WebKit"
	UNMASK_BINARY=$(abspath $(UNMASK)) npm --prefix e2e run --silent browsers

screenshots: tools build e2e/node_modules/.stamp ## takes a screenshot of every page of STUDY in each language, theme and size
	STUDY=$(STUDY) UNMASK_BINARY=$(abspath $(UNMASK)) npm --prefix e2e run --silent screenshots
	@echo "Open $(TARGET)/screenshots/index.html"

bench: tools build e2e/node_modules/.stamp ## measures speed and memory, compared with oTree
	cargo build --release --locked -p unmask-bench
	bench/run.sh $(UNMASK) $(TARGET)/release/unmask-bench

# With the features of the whole workspace, the tests have built most of it.
bench-smoke: tools build e2e/node_modules/.stamp ## runs every benchmark for a second
	@scripts/say "Benchmarks, for a second each"
	cargo build --locked --workspace --bin unmask-bench
	bench/run.sh $(UNMASK) $(TARGET)/debug/unmask-bench --smoke

faults: tools build ## tests with kills, failovers and a bad network for over an hour that no acknowledged answer is lost
	cargo build --locked --workspace --bin unmask-faults
	for engine in sqlite postgres cluster; do \
	  nice $(TARGET)/debug/unmask-faults --engine $$engine --seconds 700 --kills 250 --participants 20 --pause 150 && \
	  nice $(TARGET)/debug/unmask-faults --engine $$engine --seconds 90 --kills 30 --study studies/_fixtures/small \
	    || exit 1; \
	done
	for engine in sqlite postgres; do \
	  nice $(TARGET)/debug/unmask-faults --waves --engine $$engine --seconds 900 --kills 500 --participants 500 --pause 50 \
	    || exit 1; \
	done

designs: tools ## allocates participants of 1,000 random designs through both stores, for about an hour
	UNMASK_DESIGNS=1000 nice cargo test --release --locked -p unmask --test api -- random_designs_are_exact --nocapture

stimuli: ## renders the example study's media again (hours); needs what tools/stimuli/README.md names
	cargo run --release --locked -p unmask-stimuli -- render
	cargo run --release --locked -p unmask-stimuli -- manifest

stimuli-manifest: ## writes stimuli.yaml from the rendered files
	cargo run --release --locked -p unmask-stimuli -- manifest

generate: web/node_modules/.stamp ## writes all generated files: OpenAPI document, JSON Schema, TypeScript types
	UPDATE=1 cargo nextest run --workspace --locked -E 'test(generated)'
	npm --prefix web run --silent generate

tools: ## installs what the tests need: Chromium, PostgreSQL, R, cargo-nextest, Python programs
	@scripts/test-tools.sh

# Not `npm ci`: it rejects a lock file that does not name every platform's optional binaries.
# `--no-save` uses the lock file and does not change it.
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
