"""The OpenAPI document: problem responses on every operation, nothing undocumented."""

from typing import Any

from fastapi import FastAPI

from shared.problems import MEDIA_TYPE, Problem

_ALWAYS = {"400": "Malformed request", "422": "Data not accepted", "500": "Server error"}
_WITH_TOKEN = {"401": "Sign-in needed", "403": "Not allowed"}
_WITH_BODY = {"413": "Request too large"}
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
    for path in document["paths"].values():
        for method in _METHODS:
            if operation := path.get(method):
                _describe(operation)
    return document


def _describe(operation: dict[str, Any]) -> None:
    expected = dict(_ALWAYS)
    if operation.get("security"):
        expected |= _WITH_TOKEN
    if "requestBody" in operation:
        expected |= _WITH_BODY
    responses = operation["responses"]
    responses.pop("422", None)
    for status, description in expected.items():
        responses.setdefault(status, {"description": description})
    for status, response in responses.items():
        if status[0] in "45" and "content" not in response:
            schema = {"$ref": "#/components/schemas/Problem"}
            response["content"] = {MEDIA_TYPE: {"schema": schema}}
