"""Bad input: whoever reads the contract sees the limit of all that he may send."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.export import ROOT

DOCUMENTS = sorted((ROOT / "deploy/openapi").glob("*.json"))
_METHODS = ("get", "post", "put", "delete", "patch")
_OF_TEXT = {"maxLength", "pattern", "enum", "const", "format"}


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
    """The texts and lists within a schema that may be of any length."""
    if name := node.get("$ref", "").rpartition("/")[2]:
        yield from unlimited(document["components"]["schemas"][name], document, where)
    for each in (*node.get("anyOf", ()), *node.get("oneOf", ()), *node.get("allOf", ())):
        yield from unlimited(each, document, where)
    for key, each in node.get("properties", {}).items():
        yield from unlimited(each, document, f"{where}.{key}")
    if node.get("type") == "array":
        yield from unlimited(node["items"], document, f"{where}[]")
    if (node.get("type") == "string" and not _OF_TEXT & node.keys()) or (
        node.get("type") == "array" and "maxItems" not in node
    ):
        yield where


def without_limit(document: dict[str, Any]) -> list[str]:
    """What may be sent at any length, of all operations."""
    return sorted(
        found for where, schema in asked(document) for found in unlimited(schema, document, where)
    )


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.stem)
def test_law_8_every_text_and_list_that_is_asked_for_has_its_limit(path: Path) -> None:
    assert without_limit(json.loads(path.read_text(encoding="utf-8"))) == []


def test_a_field_without_a_limit_is_found() -> None:
    text = {"type": "string"}
    body = {"properties": {"names": {"type": "array", "maxItems": 3, "items": text}}}
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
    assert without_limit(document) == ["PUT /v1/nodes/{node}: body.names[]"]
