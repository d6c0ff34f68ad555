# The two commands of the README are `make demo` and `make test`; the rest is for daily work.
# Everything runs in .venv, made on first use by deploy/environment.py from the locked lists.
PYTHON ?= python3
PY := .venv/bin/python
export PYTHONUTF8 = 1

.PHONY: demo run test bench check-pairings kafka postgres contracts rules rules-check lock clean

demo:       ## One tournament and a season, end to end. DATA=file.jsonl[.gz] REAL=1
	@DATA="$(DATA)" REAL="$(REAL)" $(PYTHON) deploy/up.py demo

run:        ## Serve on this machine until Ctrl-C. ARGS="--empty --port 9001"
	@$(PYTHON) deploy/up.py run $(ARGS)

test: dev   ## Lint, types and the whole suite, on both pairs. ARGS="-k swiss"
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -m pytest -n auto --maxprocesses 4 --dist worksteal $(ARGS)

bench: dev  ## Figures, beside a peer or a limit. ONLY=pipeline
	@$(PY) -m tests.bench $(ONLY)

check-pairings: dev ## Random tournaments, each draw against three oracles. N=5000 SEED=1
	@$(PY) -m tests.pairing.check_pairings $(or $(N),5000) --seed $(or $(SEED),1)

kafka: env  ## Apache Kafka in the foreground, on loopback. ARGS="--data DIR --port 9092"
	@$(PY) deploy/kafka/start.py $(ARGS)

postgres: env ## PostgreSQL in the foreground, on loopback. ARGS="--data DIR --port 5433"
	@$(PY) deploy/postgres/start.py $(ARGS)

contracts: dev ## Export OpenAPI, AsyncAPI and event schemas after an intended change
	@$(PY) -m tests.contracts.export

rules: dev  ## Generate RULES.md from the index and the code
	@$(PY) -m tests.rules.index --write

rules-check: dev ## Enforced rules without a function or a test
	@$(PY) -m tests.rules.index

lock:       ## Lock the dependencies anew (needs uv); names no index
	for kind in runtime dev; do \
	  uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-header --no-annotate -q $$([ $$kind = dev ] && echo --extra dev) \
	    pyproject.toml -o deploy/requirements/$$kind.lock; done

clean:      ## Forget data and environment
	rm -rf var .venv

.PHONY: env dev
env:
	@$(PYTHON) deploy/environment.py
dev:
	@$(PYTHON) deploy/environment.py --dev
