"""Bad input: whoever reads the contract sees the limit of all that he may send."""

from collections.abc import Iterator
from typing import Any

import pytest

from deploy.stack import SERVICES
from tests.contracts.roles import apps

_METHODS = ("get", "post", "put", "delete", "patch")
_OF_TEXT = {"maxLength", "pattern", "enum", "const", "format"}
_OF_TIME = {"x-minimum", "x-maximum"}
_TIMES = ("date", "date-time")


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The contract of each service."""
    built = apps(tmp_path_factory.mktemp("contracts"))
    return {name: app.openapi() for name, app in built.items()}


def asked(document: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each parameter and request body of every operation, with its schema."""
    for path, item in document["paths"].items():
        for method in set(_METHODS) & set(item):
            operation, said = item[method], f"{method.upper()} {path}"
            for each in operation.get("parameters", []):
                yield f"{said}: {each['name']}", each["schema"]
            for content in operation.get("requestBody", {}).get("content", {}).values():
                yield f"{said}: body", content["schema"]


def unlimited(node: Any, document: dict[str, Any], where: str) -> Iterator[str]:
    """The texts and lists within a schema of any length, and the days and instants of any age."""
    if name := node.get("$ref", "").rpartition("/")[2]:
        yield from unlimited(document["components"]["schemas"][name], document, where)
    for each in (*node.get("anyOf", ()), *node.get("oneOf", ()), *node.get("allOf", ())):
        yield from unlimited(each, document, where)
    for key, each in node.get("properties", {}).items():
        yield from unlimited(each, document, f"{where}.{key}")
    if node.get("type") == "array":
        yield from unlimited(node["items"], document, f"{where}[]")
    if not _is_limited(node):
        yield where


def _is_limited(node: Any) -> bool:
    if node.get("format") in _TIMES:
        return _OF_TIME.issubset(node)
    if node.get("type") == "string":
        return bool(_OF_TEXT & node.keys())
    return node.get("type") != "array" or "maxItems" in node


def unsaid(node: Any) -> Iterator[str]:
    """The limits anywhere in a document that only programs see."""
    if isinstance(node, dict):
        kinds = [node, *node.get("anyOf", ())]
        stated = [value for kind in kinds for key, value in kind.items() if key.startswith("x-")]
        yield from (each for each in stated if each not in node.get("description", ""))
        within = [value for key, value in node.items() if key != "anyOf"]
        yield from unsaid([*within, *(list(kind.values()) for kind in kinds[1:])])
    elif isinstance(node, list):
        for each in node:
            yield from unsaid(each)


def without_limit(document: dict[str, Any]) -> list[str]:
    """What may be sent at any length, of all operations."""
    return sorted(
        found for where, schema in asked(document) for found in unlimited(schema, document, where)
    )


@pytest.mark.parametrize("name", SERVICES)
def test_law_8_everything_that_is_asked_for_has_its_limit(
    documents: dict[str, Any], name: str
) -> None:
    assert without_limit(documents[name]) == []


@pytest.mark.parametrize("name", SERVICES)
def test_law_8_limits_without_a_word_in_json_schema_are_said_in_words(
    documents: dict[str, Any], name: str
) -> None:
    assert list(unsaid(documents[name])) == []


def test_law_8_the_limits_of_days_and_instants_are_in_the_contract(
    documents: dict[str, Any],
) -> None:
    schemas = documents["registry"]["components"]["schemas"]
    since = schemas["JudgeIn"]["properties"]["since"]
    assert (since["x-minimum"], since["x-maximum"]) == ("2000-01-01", "2099-12-31")
    assert since["description"].endswith("Not before 2000-01-01, not after 2099-12-31.")
    for schema, field in (("PenaltyIn", "day"), ("Consent", "date")):
        day = schemas[schema]["properties"][field]
        assert (day["x-minimum"], day["x-maximum"]) == ("2000-01-01", "today")
    ends_at = schemas["StaffIn"]["properties"]["ends_at"]
    assert ends_at["anyOf"][0]["x-maximum"] == "2099-12-31T23:59:59.999999Z"
    assert "not after 2099-12-31T23:59:59.999999Z" in ends_at["description"]
    days = documents["decks"]["paths"]["/v1/formats/{format}/bans"]["get"]["parameters"]
    (as_of,) = (each for each in days if each["name"] == "as_of")
    assert as_of["description"].endswith("not after 2099-12-31.")


def test_a_limit_that_is_not_said_is_found() -> None:
    day = {"format": "date", "x-minimum": "2000-01-01", "x-maximum": "today"}
    node = {"anyOf": [day, {"type": "null"}], "description": "Not before 2000-01-01."}
    assert list(unsaid({"properties": {"day": node}})) == ["today"]


def test_a_field_without_a_limit_is_found() -> None:
    text = {"type": "string"}
    body = {
        "properties": {
            "names": {"type": "array", "maxItems": 3, "items": text},
            "day": {"anyOf": [{**text, "format": "date"}, {"type": "null"}]},
            "since": {**text, "format": "date", "x-minimum": "2000-01-01"},
            "at": {**text, "format": "date-time"},
            "until": {**text, "format": "date", "x-minimum": "2000-01-01", "x-maximum": "today"},
        }
    }
    document = {
        "paths": {
            "/v1/nodes/{node}": {
                "put": {
                    "parameters": [{"name": "node", "schema": {**text, "maxLength": 40}}],
                    "requestBody": {
                        "content": {"application/json": {"schema": {"$ref": "#/x/Node"}}}
                    },
                }
            }
        },
        "components": {"schemas": {"Node": body}},
    }
    assert without_limit(document) == [
        f"PUT /v1/nodes/{{node}}: body.{field}" for field in ("at", "day", "names[]", "since")
    ]
