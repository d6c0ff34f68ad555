"""The OpenAPI document: problem responses on every operation, nothing undocumented."""

from typing import Any

from fastapi import FastAPI

from shared.problems import MEDIA_TYPE, Problem

_METHODS = ("get", "post", "put", "delete", "patch")


def describe(app: FastAPI) -> None:
    """Replace the app's ``openapi()`` by one that tells of problems as they are sent."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _with_problems(plain())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _with_problems(document: dict[str, Any]) -> dict[str, Any]:
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas["Problem"] = Problem.model_json_schema()
    for path, item in document["paths"].items():
        for method in _METHODS:
            if operation := item.get(method):
                _describe(operation, _expected(path, method, operation))
    _say_limits(document)
    return document


def _say_limits(node: Any) -> None:
    """Says in each description what ``contract.Limit`` states for programs alone."""
    if isinstance(node, list):
        for each in node:
            _say_limits(each)
    if not isinstance(node, dict):
        return
    kinds = node.get("anyOf", [])
    if limits := "".join(map(_in_words, [node, *kinds])):
        node["description"] = f"{node.get('description', '')}{limits}".strip()
    within = [each for name, each in node.items() if name != "anyOf"]
    _say_limits([*within, *(list(kind.values()) for kind in kinds)])
    if "schema" in node and "in" in node and "description" in node["schema"]:
        node["description"] = node["schema"]["description"]  # a parameter has it twice


def _in_words(schema: dict[str, Any]) -> str:
    least, most, needs = (schema.get(f"x-{name}") for name in ("minimum", "maximum", "needs"))
    said = [f" Not before {least}, not after {most}."] if least and most else []
    return "".join([*said, f" Needs {needs}."] if needs else said)


def _expected(path: str, method: str, operation: dict[str, Any]) -> dict[str, str]:
    """Problems that an operation of this kind can answer with."""
    expected = {
        "400": "Malformed request",
        "422": "Data not accepted",
        "500": "Server error",
        "503": "A part of the service is away: try again",
    }
    ways = operation.get("security", [])
    if ways:
        expected["401"] = "Sign-in needed"
    if ways and {} not in ways:  # else nobody needs a token, but one that is no good is refused
        expected["403"] = "Not allowed"
        if method != "get":
            expected["409"] = "Conflict"
    if any(
        parameter["name"].lower() == "if-match" for parameter in operation.get("parameters", ())
    ):
        expected["412"] = "Changed meanwhile"
    if "{" in path:
        expected["404"] = "Not found"
    if "requestBody" in operation:
        expected["413"] = "Request too large"
    return expected


def _describe(operation: dict[str, Any], expected: dict[str, str]) -> None:
    responses = operation["responses"]
    responses.pop("422", None)
    for status, description in sorted(expected.items()):
        responses.setdefault(status, {"description": description})
    for status, response in responses.items():
        for content in response.get("content", {}).values():
            content.get("schema", {}).pop("title", None)  # made of the route's address by FastAPI
        if status[0] in "45" and "content" not in response:
            schema = {"$ref": "#/components/schemas/Problem"}
            response["content"] = {MEDIA_TYPE: {"schema": schema}}
