"""Whoever reads the contract sees, for every operation, what goes in and what comes out."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.contracts.export import ROOT

DOCUMENTS = sorted((ROOT / "deploy/openapi").glob("*.json"))
_METHODS = ("get", "post", "put", "delete", "patch")


def bodies(document: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The request body and every 2xx JSON answer of each operation, with what it is."""
    for path, item in document["paths"].items():
        for method in set(_METHODS) & set(item):
            operation = item[method]
            said = {"request": operation.get("requestBody", {})}
            said |= {f"{s} answer": r for s, r in operation["responses"].items() if s[0] == "2"}
            for what, part in said.items():
                if content := part.get("content", {}).get("application/json"):
                    yield f"{method.upper()} {path}: {what}", content


def has_example(node: Any, document: dict[str, Any], seen: frozenset[str] = frozenset()) -> bool:
    """Whether an example is anywhere in a part of a document, or in what it refers to."""
    if isinstance(node, list):
        return any(has_example(each, document, seen) for each in node)
    if not isinstance(node, dict):
        return False
    if node.get("example") is not None or node.get("examples"):
        return True
    name = str(node.get("$ref", "")).rpartition("/")[2]
    if name and name not in seen:
        return has_example(document["components"]["schemas"][name], document, seen | {name})
    return any(has_example(each, document, seen) for each in node.values())


def without_example(document: dict[str, Any]) -> list[str]:
    """The bodies that show none."""
    return sorted(w for w, content in bodies(document) if not has_example(content, document))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.stem)
def test_every_operation_shows_an_example(path: Path) -> None:
    assert without_example(json.loads(path.read_text(encoding="utf-8"))) == []


def test_a_body_without_an_example_is_found() -> None:
    answer = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Node"}}}}
    node: dict[str, Any] = {"properties": {"child": {"$ref": "#/components/schemas/Node"}}}
    document: dict[str, Any] = {
        "paths": {"/v1/nodes": {"get": {"responses": {"200": answer, "404": answer}}}},
        "components": {"schemas": {"Node": node}},
    }
    assert without_example(document) == ["GET /v1/nodes: 200 answer"]
    node["properties"]["name"] = {"examples": ["Казань"]}
    assert without_example(document) == []
