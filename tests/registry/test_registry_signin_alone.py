"""A club's laptop with no network: its registry alone, on SQLite, its log nowhere to be found."""

from pathlib import Path

import httpx
from fastapi import FastAPI

from services.registry import keys
from services.registry.schemas.access import KeyIn
from shared.settings import Settings
from tests.house import app_of, ok, person, refused, serving


def founded(app: FastAPI, at: httpx.Client) -> str:
    """A city, a club and one person of it, registered by the office; his ID."""
    with app.state.db.write() as tx:
        key = keys.make_key(tx, KeyIn(role="office", name="ноутбук"), "console:office-key").key
    token = ok(at.post("/v1/tokens", json={"key": key}))["access_token"]
    at.headers["Authorization"] = f"Bearer {token}"
    ok(at.put("/v1/cities/kazan", json={"name": "Казань", "zone": "Europe/Moscow"}))
    ok(at.post("/v1/clubs", json={"club": "kazan", "name": "Клуб", "city": "kazan"}))
    return str(ok(at.post("/v1/players", json=person(1)))["player"])


def test_a_person_signs_in_renews_and_is_revoked_with_nobody_else_there(
    tmp_path: Path, unused_port: int
) -> None:
    settings = Settings(
        database_url=f"sqlite:///{tmp_path.as_posix()}",
        event_log_url="kafka://127.0.0.1:9",
        registry_url="http://127.0.0.1:9",
        decks_url="http://127.0.0.1:9",
    )
    app = app_of("registry", settings)
    with serving(app, unused_port) as url, httpx.Client(base_url=url, timeout=30) as office:
        player = founded(app, office)
        right = {"player": player, "role": "club", "club": "kazan"}
        made = ok(office.post("/v1/staff", json=right))
        assert made["link"].startswith(f"{url}/sign-in?code=")
        with httpx.Client(base_url=url, timeout=30) as his:
            page = his.get(made["link"])
            assert f'value="{made["code"]}"' in page.text
            token = ok(his.post("/v1/sign-in", json={"code": made["code"]}))["access_token"]
            his.headers["Authorization"] = f"Bearer {token}"
            token = ok(his.post("/v1/tokens:renew"))["access_token"]
            his.headers["Authorization"] = f"Bearer {token}"
            registered = ok(his.post("/v1/players", json=person(2)))
            assert registered["player"] != player
            ok(office.delete(f"/v1/staff/{made['grant']}"))
            refused(his.get("/v1/staff"), 401, "token_revoked")
