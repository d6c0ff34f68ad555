"""Served on the machine's address in the hall's network, so that phones open what they scan."""

from pathlib import Path

import httpx
import pytest

from deploy.stack import StackError, running
from tests.house import ok
from tests.registry.registry_office import ALYONA

HALL = "localhost"
"""Not what the services are served on if nobody says so, and every machine has it."""


def test_d_2_5_a_phone_opens_the_link_by_the_address_that_the_office_used(tmp_path: Path) -> None:
    with running(tmp_path, host=HALL) as stack, httpx.Client(base_url=stack.urls["registry"]) as it:
        key = {"key": stack.office_key}
        it.headers["Authorization"] = (
            f"Bearer {ok(it.post('/v1/tokens', json=key))['access_token']}"
        )
        ok(it.put("/v1/cities/kazan", json={"name": "Казань", "zone": "Europe/Moscow"}))
        player = ok(it.post("/v1/players", json=ALYONA))["player"]
        made = ok(it.post("/v1/staff", json={"player": player, "role": "office"}))
        assert made["link"].startswith(f"http://{HALL}:")
        page = httpx.get(made["link"])
        assert (page.status_code, made["code"] in page.text) == (200, True)
        assert stack.memory_mib() > 0


@pytest.mark.parametrize("host", ["0.0.0.0", "", "192.0.2.1", "::"])
def test_law_8_an_address_that_no_phone_could_open_is_refused(tmp_path: Path, host: str) -> None:
    with pytest.raises(StackError, match="has no address"), running(tmp_path, host=host):
        pass
