"""The documentation page works in a hall without a network."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from shared.settings import Settings
from tests.house import app_of, serving


@pytest.fixture
def service(tmp_path: Path, unused_port: int) -> Iterator[httpx.Client]:
    app = app_of("registry", Settings(database_url=f"sqlite:///{tmp_path.as_posix()}"))
    with serving(app, unused_port) as url, httpx.Client(base_url=url) as client:
        yield client


def test_the_documentation_page_asks_no_foreign_host(service: httpx.Client) -> None:
    page = service.get("/docs")
    assert page.status_code == 200
    assert not re.findall(r"(?:https?:)?//[\w.-]+\.\w+", page.text)
    assert '"validatorUrl": null' in page.text
    files = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert {file.rpartition(".")[2] for file in files} == {"js", "css", "png"}
    for file in files:
        answer = service.get(f"/{file}")
        assert (answer.status_code, bool(answer.content)) == (200, True), file
        known = {"If-None-Match": answer.headers["ETag"]}
        assert service.get(f"/{file}", headers=known).status_code == 304
    assert "url: 'openapi.json'" in page.text
    assert service.get("/openapi.json").json()["openapi"].startswith("3.1")


def test_a_page_that_is_not_there_is_still_a_problem(service: httpx.Client) -> None:
    for path in ("/static/docs/нет.js", "/redoc"):
        answer = service.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_path")
