"""Each API fuzzed from its own contract: it never fails, and answers only as it says it does."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks

from deploy.demo.play import CATALOGUE
from deploy.stack import SERVICES
from shared.auth import SCOPES
from shared.contract import FIRST_DAY, FIRST_MOMENT, LAST_DAY, LAST_MOMENT
from shared.log import open_log
from shared.log.topics import TOPICS
from shared.settings import Settings
from tests.house import app_of, ok
from tests.tokens import bearer

NOBODY = "http://127.0.0.1:9"
EXAMPLES = 25
load_all_checks()

_zone = st.just(UTC)
_days: st.SearchStrategy[date] = st.dates(FIRST_DAY, LAST_DAY) | st.dates()
_moments: st.SearchStrategy[datetime] = st.datetimes(
    FIRST_MOMENT.replace(tzinfo=None), LAST_MOMENT.replace(tzinfo=None), timezones=_zone
) | st.datetimes(timezones=_zone)
schemathesis.openapi.format("date", _days.map(date.isoformat))
schemathesis.openapi.format("date-time", _moments.map(datetime.isoformat))
"""Half of them within the contract's limits, which JSON Schema can't tell: else hardly any were."""

SEEN = [
    CHECKS.get_one(name)
    for name in (
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_schema_conformance",
    )
]


@pytest.mark.parametrize("name", SERVICES)
def test_an_api_answers_as_its_contract_says(name: str, tmp_path: Path) -> None:
    """Neighbours are away, which is the harder case; the caller may do everything."""
    event_log = f"sqlite:///{tmp_path.as_posix()}/log.sqlite"
    open_log(event_log).ensure(TOPICS)  # without it the relay lags, and the service is not ready
    given_settings = {
        "database_url": f"sqlite:///{tmp_path.as_posix()}",
        "event_log_url": event_log,
        "neighbour_timeout": 0.2,
        "registry_url": NOBODY,
        "decks_url": NOBODY,
    }
    app = app_of(name, Settings.model_validate(given_settings))
    headers = bearer(app.state.db, SCOPES)
    if name == "decks":
        document = json.loads(CATALOGUE.read_text(encoding="utf-8"))
        ok(TestClient(app).put("/v1/catalogue", json=document, headers=headers))
    schema = schemathesis.openapi.from_asgi("/openapi.json", app)
    operations: list[Any] = [result.ok() for result in schema.get_all_operations()]  # type: ignore[union-attr]
    for operation in operations:
        _fuzz(operation, headers)
    app.state.db.close()


def _fuzz(operation: Any, headers: dict[str, str]) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def answers(case: Any) -> None:
        case.query = {**(case.query or {}), "wait": 0} if "/events" in case.path else case.query
        response = case.call(headers=headers)
        case.validate_response(response, checks=SEEN)

    answers()
