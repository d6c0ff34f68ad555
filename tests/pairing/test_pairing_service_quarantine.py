"""D.3.1: an upload that holds a suspended player is never dropped and never silently rated."""

import json
from collections.abc import Iterator

import pytest
from sqlalchemy import select
from sqlmodel import col

from shared.events.envelope import Envelope
from shared.tables import Outbox
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import DAY, Hall
from tests.pairing.test_pairing_service_imports import take, upload
from tests.pairing.test_pairing_service_suspended import merged, suspended
from tests.rating.rating_service_play import Rating, delivered, rating_on


@pytest.fixture
def rating(database_url: str) -> Iterator[Rating]:
    """The rating service beside the hall."""
    with rating_on(database_url) as running:
        yield running


def deliver(hall: Hall, rating: Rating, tournament: str, *, backwards: bool = False) -> None:
    """All that the hall has published of a tournament, in its order or the other way round."""
    query = select(col(Outbox.envelope)).where(col(Outbox.key) == tournament)
    with hall.db.read() as tx:
        texts = list(tx.scalars(query.order_by(col(Outbox.seq))))
    if backwards:
        texts.reverse()
    for text in texts:
        rating.apply([delivered(Envelope.model_validate(json.loads(text)))])


def rated(rating: Rating, player: str) -> int:
    """How many games of a player the ledger counts."""
    return int(rating.get(f"/v1/ratings/{player}")["games"])


def test_d_3_1_a_suspended_players_upload_waits_in_quarantine_until_it_is_lifted(
    hall: Hall, rating: Rating
) -> None:
    players = hall.meet(6)
    rating.know(*players)
    hall.hear(suspended(players[3], DAY, None))
    made = ok(take(hall, upload(players)))
    assert (made["status"], made["flags"], made["outcome"]) == (
        "finished",
        ["quarantine"],
        "created",
    )
    (warning,) = made["warnings"]
    assert (warning["code"], warning["rule"]) == ("suspended_played", "D.3.1")
    assert players[3] in warning["message"]
    assert [kind for kind, _ in hall.published(made["tournament"])] == [
        "tournament.created.v1",
        "tournament.imported.v1",
        "tournament.annulled.v1",
        "tournament.finished.v1",
    ]
    assert [data.get("revision") for _, data in hall.published(made["tournament"])[2:]] == [1, 2]
    deliver(hall, rating, made["tournament"])
    assert [rated(rating, player) for player in players] == [0] * 6
    refused(hall.do(made["tournament"], "reinstate", code="quarantine"), 403, "scope_missing")
    lifted = ok(hall.do(made["tournament"], "reinstate", hall.office, code="quarantine"))
    assert lifted["flags"] == []
    deliver(hall, rating, made["tournament"])
    assert [rated(rating, player) for player in players] == [3] * 6
    assert hall.get(made["tournament"])["warnings"] == []


def test_d_3_1_whatever_comes_first_nothing_of_it_is_rated(hall: Hall, rating: Rating) -> None:
    players = hall.meet(4)
    rating.know(*players)
    hall.hear(suspended(players[0], "2026-01-01", DAY))
    made = ok(take(hall, upload(players, rounds=1)))["tournament"]
    deliver(hall, rating, made, backwards=True)
    assert [rated(rating, player) for player in players] == [0] * 4


@pytest.mark.parametrize(
    ("since", "until", "quarantined"),
    [
        ("2026-11-06", None, False),
        (DAY, DAY, True),
        ("2026-01-01", "2026-11-04", False),
        ("2026-01-01", None, True),
    ],
)
def test_d_3_1_the_local_start_date_counts(
    hall: Hall, since: str, until: str | None, quarantined: bool
) -> None:
    players = hall.meet(4)
    hall.hear(merged("1", players[1]), suspended("1", since, until))
    body = upload(players, rounds=1, finished_at="2026-11-06T02:00:00+03:00")
    made = ok(take(hall, body))
    assert made["flags"] == (["quarantine"] if quarantined else [])


def test_d_3_1_only_an_upload_that_changes_something_is_held_again(hall: Hall) -> None:
    players = hall.meet(4)
    body = upload(players, rounds=1, official=False)
    made = ok(take(hall, body))["tournament"]
    hall.hear(suspended(players[3], DAY, None))  # learnt of later: the office knows of both
    answer = ok(take(hall, body))
    assert (answer["outcome"], answer["flags"]) == ("known", [])
    assert [each["code"] for each in answer["warnings"]] == ["suspended_played"]
    body["rounds"][0]["matches"][0] |= {"kind": "technical"}
    assert ok(take(hall, body, dry_run=True))["warnings"][0]["code"] == "suspended_played"
    assert ok(take(hall, body))["flags"] == ["quarantine"]
    ok(hall.do(made, "reinstate", hall.office, code="quarantine"))
    assert ok(take(hall, body))["flags"] == []
