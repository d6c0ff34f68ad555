"""The contracts in the repo are the code's own, and old events still parse."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from shared.events.base import REGISTRY
from shared.events.envelope import Envelope
from tests.contracts.export import ROOT, contracts, merged

PAYLOADS = sorted(Path(__file__).with_name("payloads").glob("*.json"))


def test_every_contract_file_is_up_to_date(tmp_path: Path) -> None:
    stale = [
        str(path)
        for path, content in contracts(tmp_path)
        if not (ROOT / path).exists() or (ROOT / path).read_text(encoding="utf-8") != content
    ]
    assert stale == [], "run `make contracts` and look at the difference"


def test_no_contract_file_is_left_over(tmp_path: Path) -> None:
    known = {ROOT / path for path, _ in contracts(tmp_path)}
    found = {*(ROOT / "shared/events/schemas").iterdir(), *(ROOT / "deploy/openapi").iterdir()}
    assert found - known == set()


@pytest.mark.parametrize("path", PAYLOADS, ids=lambda p: p.stem)
def test_an_event_of_the_past_still_parses(path: Path) -> None:
    """Within v1 fields are only added: what was once written must be readable for ever."""
    envelope = Envelope.model_validate_json(path.read_text(encoding="utf-8"))
    event = envelope.event()
    schema = json.loads(
        (ROOT / "shared/events/schemas" / f"{envelope.type}.json").read_text(encoding="utf-8")
    )
    assert type(event) is REGISTRY[envelope.type]
    assert list(Draft202012Validator(schema).iter_errors(envelope.data)) == []


def test_every_event_type_has_a_payload_of_the_past() -> None:
    written = {json.loads(path.read_text(encoding="utf-8"))["type"] for path in PAYLOADS}
    assert written == set(REGISTRY)


def _document(path: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "paths": {path: {}},
        "components": {"schemas": {"Thing": schema}, "securitySchemes": {}},
    }


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (_document("/v1/a", {"type": "object"}), "/v1/a"),
        (_document("/v1/b", {"type": "string"}), "Thing"),
    ],
)
def test_colliding_paths_and_schemas_are_caught(other: dict[str, Any], said: str) -> None:
    first = _document("/v1/a", {"type": "object"})
    with pytest.raises(ValueError, match=said):
        merged({"registry": first, "pairing": other})
