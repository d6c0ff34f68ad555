"""What can't be rated waits in sight and stops nobody."""

from dataclasses import replace

import pytest

from services.rating import service
from shared.events.tournaments import TournamentAnnulled, TournamentFinished
from shared.rulesets import RuleSet
from tests.rating.rating_service_play import Rating, finished, record_of, tournament_id

A, B, C = "1008", "1018", "1028"
T1, T2 = tournament_id(1), tournament_id(2)
GOOD = finished([(A, B, 2)])


@pytest.mark.parametrize(
    ("body", "code", "rule", "field"),
    [
        (replace(GOOD, rule_set="berserk-1999"), "unknown_rule_set", "D.4.8", "rule_set"),
        (replace(GOOD, finished_at="вчера"), "not_an_instant", "D.4.3", "finished_at"),
        (replace(GOOD, games=((1, 7, 2),)), "unknown_entry", "4.2", "games[0]"),
        (replace(GOOD, games=((1, 2, 2), (1, 1, 2))), "game_with_oneself", "4.2", "games[1]"),
        (replace(GOOD, games=((1, 2, 3),)), "impossible_score", "4.2", "games[0]"),
    ],
)
def test_law_8_what_cant_be_rated_is_queued_with_its_reason_and_stops_nobody(
    rating: Rating, body: TournamentFinished, code: str, rule: str, field: str
) -> None:
    rating.apply([record_of(body, T1), record_of(finished([(B, C, 2)]), T2)])
    (row,) = rating.get("/v1/queue")["items"]
    assert (row["tournament"], row["code"], row["rule"], row["field"]) == (T1, code, rule, field)
    assert rating.get(f"/v1/tournaments/{T1}/ratings")["queued"] is True
    assert rating.get("/v1/ledger")["tournaments"] == 1
    assert rating.parked() == [], "its key goes on"

    rating.tell(T1, replace(GOOD, revision=2))
    assert rating.get("/v1/queue")["items"] == []
    assert rating.get("/v1/ledger")["tournaments"] == 2


def test_law_8_the_reason_is_told_in_russian_and_in_english(rating: Rating) -> None:
    rating.tell(T1, replace(GOOD, games=((1, 1, 2),)))
    (russian,) = rating.get("/v1/queue")["items"]
    (english,) = rating.get("/v1/queue", lang="en")["items"]
    assert russian["reason"] == "Игрок записан соперником самому себе."
    assert english["reason"] == "A player is his own opponent."


def test_law_4_a_rated_tournament_restated_wrongly_leaves_the_ledger_in_any_order(
    rating: Rating,
) -> None:
    wrong = replace(GOOD, revision=2, rule_set="berserk-1999")
    rating.tell(T1, GOOD, wrong)
    rating.tell(T2, wrong, GOOD)
    assert [row["tournament"] for row in rating.pages("/v1/queue", limit=1)] == sorted((T1, T2))
    assert rating.get("/v1/ledger")["players"] == 0


def test_d_2_5_an_annulled_tournament_waits_in_no_queue(rating: Rating) -> None:
    rating.tell(T1, replace(GOOD, rule_set="berserk-1999"))
    rating.tell(T1, TournamentAnnulled(revision=2, code="annulled"))
    assert rating.get("/v1/queue")["items"] == []


def test_d_4_8_a_release_that_knows_the_rule_set_rates_what_waited(
    rating: Rating, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_there(rule_set: str) -> RuleSet:
        raise KeyError(rule_set)

    with monkeypatch.context() as older:
        older.setattr(service, "load", not_there)
        rating.tell(T1, GOOD)
        assert rating.get("/v1/queue")["items"][0]["code"] == "unknown_rule_set"
        with rating.db.write() as tx:
            assert service.retry_queue(tx) == 1
    with rating.db.write() as tx:
        assert service.retry_queue(tx) == 0
    assert rating.get(f"/v1/ratings/{A}")["rating_milli"] == 1_208_000


def test_law_3_an_unreadable_event_parks_its_key_and_the_rest_is_rated(rating: Rating) -> None:
    broken = record_of(GOOD, T1)
    broken = replace(broken, value=broken.value.replace('"revision":1', '"revision":"первая"'))
    rating.apply([broken, record_of(finished([(B, C, 2)]), T2)])
    assert [key for key, _ in rating.parked()] == [T1]
    assert rating.get(f"/v1/ratings/{B}")["games"] == 1
