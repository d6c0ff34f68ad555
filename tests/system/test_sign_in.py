"""Signed in at the registry, at work at another service: codes, revocation, rotation of keys."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

from tests.house import Federation, ok, refused, wait_until
from tests.pairing.pairing_service_hall import CLASSIC, DAY

ROOT = Path(__file__).resolve().parents[2]
FEEDS = {
    "registry": "/v1/players.v1/events",
    "pairing": "/v1/tournaments.v1/events",
    "rating": "/v1/ratings.v1/events",
    "decks": "/v1/decks.v1/events",
}


def announce(federation: Federation) -> tuple[str, list[str]]:
    """A tournament of a club in Kazan with four players in it, of which the registry has heard."""
    federation.found()
    players = federation.newcomers(4)
    club = federation.client("pairing", federation.club_key("kazan"))
    body = {"name": "Кубок Казани", "city": "kazan", "date": DAY, "format": CLASSIC}

    def made() -> Any:
        answer = club.post("/v1/tournaments", json=body)
        early = answer.status_code == 422 and answer.json()["code"].endswith("_unknown")
        return None if early else ok(answer)

    tournament: str = wait_until(made)["tournament"]
    ok(club.post(f"/v1/tournaments/{tournament}/entries", json={"players": players}))
    return tournament, players


def appoint(federation: Federation, player: str, role: str, tournament: str) -> Any:
    """A right in a tournament, as soon as the registry has heard of it."""
    body = {"player": player, "role": role, "tournament": tournament}

    def given() -> Any:
        answer = federation.registry.post("/v1/staff", json=body)
        early = answer.status_code == 422 and answer.json()["code"] == "tournament_unknown"
        return None if early else ok(answer)

    return wait_until(given)


def sign_in(federation: Federation, code: str) -> str:
    """The token for a code."""
    answer = federation.anonymous("registry").post("/v1/sign-in", json={"code": code})
    return str(ok(answer)["access_token"])


def read(federation: Federation, name: str, token: str) -> Any:
    """A service's feed, which needs no token, but takes none that is no good."""
    headers = {"Authorization": f"Bearer {token}"}
    return federation.anonymous(name).get(FEEDS[name], headers=headers)


def known(federation: Federation, name: str, token: str) -> bool:
    """Whether a service takes a token by now."""
    return bool(read(federation, name, token).is_success)


def test_a_judge_signs_in_by_code_and_pairs_until_his_right_is_revoked(
    federation: Federation,
) -> None:
    tournament, players = announce(federation)
    made = appoint(federation, players[0], "head_judge", tournament)
    judge = federation.client_of("pairing", sign_in(federation, made["code"]))
    path = f"/v1/tournaments/{tournament}"
    ok(judge.post(f"{path}/rounds", json={"rounds": 2, "top": 0}))
    rows = ok(judge.get(f"{path}/log"))["items"]
    assert rows[-1]["who"] == f"person:{players[0]}"
    ok(federation.registry.delete(f"/v1/staff/{made['grant']}"))

    def turned_away() -> Any:
        answer = judge.post(f"{path}/rounds", json={"round": 1})
        return answer if answer.status_code == 401 else None

    refused(wait_until(turned_away), 401, "token_revoked")


def test_a_registry_that_is_away_signs_nobody_out(federation: Federation) -> None:
    tournament, players = announce(federation)
    codes = {
        role: appoint(federation, player, role, tournament)["code"]
        for role, player in (("head_judge", players[0]), ("floor_judge", players[1]))
    }
    judge, helper = (
        federation.client_of("pairing", sign_in(federation, code)) for code in codes.values()
    )
    federation.stop("registry")
    path = f"/v1/tournaments/{tournament}"
    played = ok(judge.post(f"{path}/rounds", json={"rounds": 1, "top": 0}))
    for table in played["tables"]:
        result = f"{path}/rounds/1/tables/{table['table']}/result"
        ok(helper.put(result, json={"kind": "draw"}))
    refused(helper.post(f"{path}/finish"), 403, "scope_missing")
    assert ok(judge.post(f"{path}/finish"))["status"] == "finished"


def test_after_the_signing_key_is_rotated_old_and_new_tokens_work_everywhere(
    federation: Federation,
) -> None:
    old = federation.token(federation.office_key)
    environment = {
        **os.environ,
        "DATABASE_URL": federation.settings.database_url,
        "EVENT_LOG_URL": federation.settings.event_log_url,
    }
    command = [sys.executable, "-m", "services.registry", "rotate-signing-key"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "signs from now on" in done.stdout
    new = federation.token(federation.office_key)
    for name in FEEDS:
        ok(read(federation, name, old))
        wait_until(partial(known, federation, name, new))
        ok(read(federation, name, old))
