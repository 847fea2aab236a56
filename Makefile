# make help lists everything; make check is what CI runs besides the tests.
PY := .venv/bin/python
BIN := .venv/bin

.PHONY: help run test screens check lint format types contracts migrations law supply lock prove

help:  ## list what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run:  ## serve on http://127.0.0.1:8000
	./run

test:  ## run the tests
	./run test

screens:  ## pictures of the main pages of what `./run` serves, at both widths, into var/screens
	$(PY) -m tests.web.screens

check: lint types contracts migrations law  ## everything that CI checks without running the product

lint:  ## ruff and djlint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint --lint --quiet templates

format:  ## let ruff format
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

types:  ## mypy --strict
	$(BIN)/mypy

contracts:  ## who may import whom
	$(BIN)/lint-imports

law:  ## every clause has rule, test and page, and no law file changed unread
	$(PY) manage.py law_coverage --check >/dev/null

migrations:  ## no model without its migration
	$(PY) manage.py makemigrations --check --dry-run

supply: weak secrets licences bill ## what comes with the product, and what must not be in it

weak:  ## bandit: code that invites attacks
	$(BIN)/bandit --configfile pyproject.toml --quiet -ll --recursive config funds municipalities payments manage.py

secrets:  ## no key or password in a file of ours
	git ls-files -z | xargs -0 $(BIN)/detect-secrets-hook --baseline .secrets.baseline

licences:  ## every package we ship has a licence that we accept
	$(BIN)/pip-licenses --packages $$(grep -oE '^[a-z0-9._-]+' requirements.txt | sort -u) > var/licences.txt

bill:  ## the bill of materials, var/sbom.json
	$(BIN)/cyclonedx-py requirements requirements.txt --output-reproducible --of JSON -o var/sbom.json

lock:  ## lock the dependencies anew, with hashes
	$(BIN)/uv pip compile -q --generate-hashes --universal --python-version 3.11 requirements.in -o requirements.txt
	$(BIN)/uv pip compile -q --generate-hashes --universal --python-version 3.11 requirements-dev.in -o requirements-dev.txt

prove:  ## every measured proof
	./run prove
