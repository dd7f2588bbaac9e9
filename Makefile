# Every target creates .venv and installs the locked versions.
# Uses `uv` if it is installed, otherwise venv, and in it uv or pip.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
ATHERIS := $(VENV)/.fuzz
SITE    := $(VENV)/.docs
SECONDS ?= 30
TARGETS ?=
TSC    := $(VENV)/node/node_modules/.bin/tsc
TYPESCRIPT := 7.0.2
WHEELS := linux-x86_64 linux-aarch64 macos-x86_64 macos-arm64 windows-x86_64 windows-arm64 any

.PHONY: installed-by-uv installed-by-pip demo test test-all fuzz fuzz-tests fuzz-coverage soak chaos mutants examples lint site dist bench lock playthroughs typescript clean
.DEFAULT_GOAL := demo

$(READY): pyproject.toml requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Lanista needs Python 3.11 or newer, but $(PYTHON) is %d.%d. Set PYTHON=/path/to/python3.11." % sys.version_info[:2])'
	@echo "Setting up $(VENV) (once) ..."
	@if command -v uv >/dev/null 2>&1; then \
	  uv venv --quiet --clear --python $(PYTHON) $(VENV) && \
	  uv pip install --quiet --python $(BIN)/python --compile-bytecode --require-hashes -r requirements/dev.txt && \
	  uv pip install --quiet --python $(BIN)/python --compile-bytecode --no-deps --no-build-isolation -e . ; \
	else \
	  $(PYTHON) -m venv --clear $(VENV) && { $(MAKE) --silent installed-by-uv || $(MAKE) --silent installed-by-pip ; } ; \
	fi
	@$(BIN)/python -m compileall -q src
	@touch $@

# uv installs in seconds what takes pip more than a minute; it is tried first, and pip does it where uv cannot.
installed-by-uv:
	@$(PIP) --only-binary :all: --require-hashes -r requirements/uv.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --compile-bytecode --require-hashes -r requirements/dev.txt
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --compile-bytecode --no-deps --no-build-isolation -e .

installed-by-pip:
	@$(PIP) --require-hashes -r requirements/dev.txt
	@$(PIP) --no-deps --no-build-isolation -e .

demo: $(READY)  ## play a first match of every game, in the terminal
	@$(BIN)/lanista demo

# Bytecode is kept, whatever the environment says: without it every worker and every bot compiles its modules again.
test: $(READY)  ## run the tests, but for those with the marker `long`; four workers for two cores, since many tests wait for bots and browsers
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 4 --dist worksteal

test-all: $(READY)  ## all tests, fuzzing, faults, mutants and a soak: an hour and more
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 4 --dist worksteal -m ""
	@$(MAKE) fuzz-tests chaos mutants soak

fuzz: fuzz-tests fuzz-coverage  ## both kinds of fuzzing; SECONDS=N for each target, TARGETS="moves hub.frames"

fuzz-tests: $(READY)  ## run the fuzz tests with thirty times as many inputs
	@LANISTA_FUZZ=30 $(BIN)/python -m pytest -n 2 --dist worksteal --timeout 3000 tests/fuzz

fuzz-coverage: $(ATHERIS)  ## fuzz every parser, guided by coverage; continues where it stopped
	@$(BIN)/python -m tests.fuzz $(TARGETS) --seconds $(SECONDS)

# Tools that few need; each has a file of requirements
$(ATHERIS) $(SITE): $(VENV)/.%: requirements/%.txt | $(READY)
	@if command -v uv >/dev/null 2>&1; then \
	  uv pip install --quiet --python $(BIN)/python --require-hashes -r $< ; \
	else \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $< ; \
	fi
	@touch $@

soak: $(READY)  ## 20,000 matches of good and hostile bots; resumes where it ended (SOAK='--fresh' starts anew)
	@$(BIN)/python -m tests.soak $(SOAK)

chaos: $(READY)  ## kill parts of leagues 100 times; resumes where it ended (CHAOS='--fresh' starts anew, '--shows' compares)
	@$(BIN)/python -m tests.chaos $(CHAOS)

mutants: $(READY)  ## mutation-test the rules and the referee; takes ten minutes
	@$(BIN)/python -m tests.mutants

examples: $(READY)  ## run the manual's longer examples; PyTorch must be installed in .venv (`pip install torch`)
	@LANISTA_SLOW=1 $(BIN)/python -m pytest -n 0 --timeout 1800 tests/examples

lint: $(READY)  ## check style, types, and the direction of dependencies
	@$(BIN)/ruff check src tests examples website hatch_build.py
	@$(BIN)/ruff format --check src tests examples website hatch_build.py
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@if [ -x $(TSC) ]; then $(TSC) -p src/lanista/web/static/jsconfig.json && echo "The viewer's scripts type-check"; \
	else echo "The viewer's scripts are not type-checked: run \`make typescript\` first (needs npm)"; fi

typescript: $(TSC)  ## install the type checker for the viewer's scripts

$(TSC): | $(READY)
	@npm install --silent --no-audit --no-fund --prefix $(VENV)/node typescript@$(TYPESCRIPT)

site: $(SITE)  ## build the manual's site in build/site, and check every link of it
	@$(BIN)/python -m website

dist: $(READY)  ## build the source archive and the wheels of all systems; Zig compiles for each, in some minutes
	@for machine in $(WHEELS); do LANISTA_WHEEL=$$machine $(BIN)/python -m hatchling build -t wheel -d dist || exit 1; done
	@$(BIN)/python -m hatchling build -t sdist -d dist

bench: $(READY)  ## measure speeds, as ratios within one run
	@for game in overdrive rampage sproutopia tanks tower_defence; do $(BIN)/lanista bench $$game; done

playthroughs: $(READY)  ## regenerate the golden playthroughs, after an intended change of behaviour
	@$(BIN)/python -m lanista.tools.conformance.playthrough tests/playthroughs

lock:  ## update the locked versions (needs uv)
	@uv pip compile --quiet pyproject.toml --extra postgres --extra ray --extra learn --extra dev --universal --python-version 3.11 \
	  --no-emit-index-url --no-header --generate-hashes --upgrade -o requirements/dev.txt
	@uv pip compile --quiet --group fuzz --universal --python-version 3.11 \
	  --no-emit-index-url --no-header --generate-hashes --upgrade -o requirements/fuzz.txt
	@uv pip compile --quiet --group docs --universal --python-version 3.11 \
	  --no-emit-index-url --no-header --generate-hashes --upgrade -o requirements/docs.txt
	@echo uv | uv pip compile --quiet - --universal --python-version 3.11 \
	  --no-emit-index-url --no-header --generate-hashes --upgrade -o requirements/uv.txt

clean:
	@rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
