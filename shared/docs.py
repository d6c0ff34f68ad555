"""The page that shows and tries a service's API, served by us: a hall without a network has it."""

from fastapi import FastAPI, Request
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

_FILES = "static/docs"
"""Relative to the page, so that it also works behind a proxy's prefix."""


def serve_docs(app: FastAPI) -> None:
    """Add ``/docs`` and, from the package that carries them, the files it is made of."""
    app.mount(f"/{_FILES}", StaticFiles(packages=[("fastapi_offline", "static")]), name="docs")

    app.get("/docs", include_in_schema=False)(_docs)


def _docs(request: Request) -> HTMLResponse:
    """Swagger UI on ``/openapi.json``; its badge would ask a foreign host, so it is off.

    No closure over the app: FastAPI remembers endpoints for good, and would keep each test's app.
    """
    return get_swagger_ui_html(
        openapi_url="openapi.json",
        title=request.app.title,
        swagger_js_url=f"{_FILES}/swagger-ui-bundle.js",
        swagger_css_url=f"{_FILES}/swagger-ui.css",
        swagger_favicon_url=f"{_FILES}/favicon.png",
        swagger_ui_parameters={"validatorUrl": None},
    )
