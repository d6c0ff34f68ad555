"""A service's page names the routes that it has, and none that nobody has."""

import json
import re

import pytest

from deploy.stack import SERVICES
from tests.contracts.export import OPERATIONAL, ROOT

_ROUTE = re.compile(r"`(GET|POST|PUT|DELETE|PATCH) (/[^`?\s]+)[^`]*`")


def routes(name: str) -> set[tuple[str, str]]:
    """What a document offers, but for what every service has."""
    document = json.loads((ROOT / f"deploy/openapi/{name}.json").read_text(encoding="utf-8"))
    return {
        (method.upper(), path)
        for path, item in document["paths"].items()
        if path not in OPERATIONAL
        for method in item
        if method != "servers"
    }


@pytest.mark.parametrize("service", SERVICES)
def test_the_page_of_a_service_is_true_of_its_routes(service: str) -> None:
    page = (ROOT / f"services/{service}/README.md").read_text(encoding="utf-8")
    named = set(_ROUTE.findall(page))
    assert routes(service) - named == set(), "a route that the page is silent about"
    assert named - routes("federation") == set(), "a route that nobody has"
