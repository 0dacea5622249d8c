# Needs Python 3.11+ and make; everything else goes into .venv, but for Delta Lake's jars, which
# Spark keeps in the home folder. `make` alone lists the targets.

PYTHON ?= python3
WORKERS ?= auto
EXAMPLES ?= 2000
KILLS ?= 200
ENGINE ?=

BIN := .venv/bin
# Two steps, because Spark is large: what runs without it does not wait for it.
STAMP := .venv/.stamp
SPARK_STAMP := .venv/.stamp-spark
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --maxprocesses 8

# pip reads the two variables also for the build backend, which the -c option does not reach.
PIP := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
       PIP_DISABLE_PIP_VERSION_CHECK=1 $(BIN)/python -m pip

.PHONY: help setup demo test spark fast tpch lint docs bench fuzz faults

help:
	@echo "make setup   create .venv and install what duckstream needs, Spark included"
	@echo "make demo    watch the views of a shop being maintained, on DuckDB and on Spark;"
	@echo "             ENGINE=duckdb takes seconds and needs no Spark"
	@echo "make test    lint, then the tests, on DuckDB and on Spark"
	@echo "make spark   all tests on Spark, also TPC-H, clusters and Spark Connect: over an hour"
	@echo "make fast    the tests that are not slow and need no Spark, in under three minutes"
	@echo "make tpch    all queries of TPC-H on both engines, alone and together"
	@echo "make lint    ruff and ty"
	@echo "make docs    write docs/sql-support.md and docs/reference.md"
	@echo "make bench   refresh against recompute, timed"
	@echo "make fuzz    random queries and changes, EXAMPLES=$(EXAMPLES) of them per property;"
	@echo "             and whether the tests' scenarios themselves make sense"
	@echo "make faults  KILLS=$(KILLS) refreshes killed at random times, and processes that meet"

setup: $(STAMP) $(SPARK_STAMP)

# A .venv without a working pip is what an interrupted setup leaves behind: start it over.
$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "duckstream needs Python 3.11 or newer, and '$(PYTHON)' is not:" \
	       "$$($(PYTHON) --version 2>&1). Name another with: make PYTHON=python3.12 setup" >&2; exit 1; }
	@if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
	  echo "setting up .venv: new environment"; $(PYTHON) -m venv --clear .venv; fi
	@echo "setting up .venv: installing packages"
	@$(PIP) install --quiet --no-input -c constraints.txt -e '.[duckdb,dev]'
	@touch $@
	@echo "setting up .venv: done"

$(SPARK_STAMP): $(STAMP)
	@echo "setting up Spark: installing packages, about 500 MB to fetch the first time"
	@$(PIP) install --quiet --no-input -c constraints.txt -e '.[duckdb,spark,dev]'
	@$(BIN)/python -m duckstream.engines.delta.setup
	@touch $@
	@echo "setting up Spark: done"

demo: $(if $(filter duckdb,$(ENGINE)),$(STAMP),$(SPARK_STAMP))
	@$(BIN)/duckstream demo $(if $(ENGINE),--engine $(ENGINE))

test: $(SPARK_STAMP) lint
	$(PYTEST) -m "not sound and not whole"

spark: $(SPARK_STAMP)
	$(PYTEST) -m "spark and not sound"

fast: $(STAMP)
	$(PYTEST) -m "not slow and not spark and not sound"

tpch: $(SPARK_STAMP)
	$(PYTEST) tests/tpch

# ty reads the types of PySpark.
lint: $(SPARK_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/ty check

docs: $(STAMP)
	$(BIN)/python -m tests.support.write
	$(BIN)/python -m tests.docs.write

bench: $(SPARK_STAMP)
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/growth.py
	$(BIN)/python benchmarks/spark.py

# Hypothesis marks its own tests with `hypothesis`; tests/conftest.py defines the profile.
fuzz: $(STAMP)
	HYPOTHESIS_PROFILE=fuzz DUCKSTREAM_FUZZ=$(EXAMPLES) $(PYTEST) tests/equivalence tests/support \
	  -m "(hypothesis or sound or whole) and not spark"

faults: $(SPARK_STAMP)
	DUCKSTREAM_FAULTS=$(KILLS) DUCKSTREAM_TOGETHER=120 DUCKSTREAM_SPARK_FAULTS=8 \
	  $(PYTEST) tests/faults tests/spark/test_killed.py
