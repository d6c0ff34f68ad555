"""The stored ledger: whatever arrives, in whatever order and how often, it ends up the same."""

import hashlib
import random
import threading
from collections.abc import Mapping
from dataclasses import replace

import pytest

from services.rating import book, store
from services.rating.domain.kernel import rate_event
from shared.events.base import Event
from shared.events.envelope import Envelope, envelop
from shared.events.ratings import LedgerMoved, RatingChanged
from shared.events.tournaments import (
    FlagCode,
    GamesProjected,
    TournamentAnnulled,
    TournamentFinished,
    TournamentReinstated,
)
from tests.rating.rating_service_play import (
    Rating,
    corrected,
    delivered,
    finished,
    record_of,
    season,
    tournament_id,
)

A, B, C, D = "1008", "1018", "1028", "1038"
T1, T2, T3 = tournament_id(1), tournament_id(2), tournament_id(3)
K_TENTHS = {12: 160, 24: 240, 48: 320}


def replayed(bodies: Mapping[str, TournamentFinished]) -> str:
    """The digest of the plainest replay there is, without the service and its walk."""
    live: dict[str, int] = {}
    sha = hashlib.sha256()
    for tournament in sorted(bodies, key=lambda one: (bodies[one].finished_at, one)):
        body = bodies[tournament]
        ids = {entry: player for entry, player, _ in body.entries}
        games = [(ids[a], ids[b], halves) for a, b, halves in body.games]
        before = {player: live.get(player, 1_200_000) for game in games for player in game[:2]}
        k_tenths = next((k for size, k in K_TENTHS.items() if body.participants <= size), 400)
        for player, (delta, count) in sorted(rate_event(before, games, k_tenths).items()):
            live[player] = before[player] + delta
            row = (body.finished_at, tournament, player, before[player], delta, count)
            sha.update(("|".join(map(str, row)) + "\n").encode())
    return sha.hexdigest()


def eventful(
    bodies: Mapping[str, TournamentFinished],
) -> tuple[list[Envelope], dict[str, TournamentFinished]]:
    """A log with corrections, holds and annulments in it, and what counts in the end."""
    log: list[tuple[str, Event]] = []
    counted: dict[str, TournamentFinished] = {}
    for number, (tournament, body) in enumerate(bodies.items()):
        log.append((tournament, body))
        match number % 6:
            case 1:  # corrected
                body = corrected(body, 2)
                log.append((tournament, body))
            case 2:  # struck out
                log.append((tournament, TournamentAnnulled(revision=2, code="annulled")))
                continue
            case 3:  # held, corrected meanwhile, released
                body = corrected(body, 3)
                log += [
                    (tournament, TournamentAnnulled(revision=2, code="hold")),
                    (tournament, body),
                    (tournament, TournamentReinstated(revision=4, code="hold")),
                ]
            case 4:  # two codes, one lifted; a new statement lifts none
                log += [
                    (tournament, TournamentAnnulled(revision=2, code="hold")),
                    (tournament, TournamentAnnulled(revision=3, code="annulled")),
                    (tournament, TournamentReinstated(revision=4, code="hold")),
                    (tournament, replace(body, revision=5)),
                ]
                continue
            case 5:  # moved to another day
                body = replace(body, revision=2, finished_at="2011-02-03T10:00:00.000000Z")
                log.append((tournament, body))
        counted[tournament] = body
    sent = [
        envelop(event, key=key, source="/federation/pairing", who="console:tests")
        for key, event in log
    ]
    return sent, counted


def test_law_4_fifty_shuffles_with_duplicates_give_the_ledger_of_a_replay(rating: Rating) -> None:
    log, counted = eventful(season(tournaments=24, field_size=8, games=12, players=30))
    expected = replayed(counted)
    for seed in range(50):
        chance = random.Random(seed)
        arriving = [*log, *chance.sample(log, 15)]
        chance.shuffle(arriving)
        rating.empty()
        while arriving:
            size = chance.randint(1, 30)
            rating.apply(map(delivered, arriving[:size]))
            arriving = arriving[size:]
        assert rating.digest() == expected, f"seed {seed}"
        assert rating.parked() == []


def test_law_4_one_batch_and_one_by_one_give_the_same_ledger(rating: Rating) -> None:
    log, counted = eventful(season(tournaments=12, field_size=8, games=12, players=20))
    rating.apply(map(delivered, log))
    assert rating.digest() == replayed(counted)
    assert rating.get("/v1/ledger")["version"] == 1, "one walk for all of a transaction"
    rating.empty()
    for envelope in log:
        rating.apply([delivered(envelope)])
    assert rating.digest() == replayed(counted)


def test_law_4_the_size_of_the_chunks_read_and_written_changes_nothing(
    rating: Rating, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Edges of chunks fall inside tournaments, between them, and in the middle of a walk."""
    log, counted = eventful(season(tournaments=18, field_size=8, games=12, players=20))
    expected = replayed(counted)
    for chunk in (1, 3, 7):
        monkeypatch.setattr(store, "_ROWS", chunk)
        for name in ("_IDS", "_RECORDS", "_STEPS"):
            monkeypatch.setattr(book, name, chunk)
        rating.empty()
        random.Random(chunk).shuffle(log)
        for start in range(0, len(log), 10):
            rating.apply(map(delivered, log[start : start + 10]))
        assert rating.digest() == expected


def test_law_4_two_consumers_at_once_write_one_ledger(rating: Rating) -> None:
    bodies = season(tournaments=30, field_size=8, games=12, players=20)
    records = [record_of(body, tournament) for tournament, body in bodies.items()]
    random.Random(1).shuffle(records)

    def consume(mine: int) -> None:
        for record in records[mine::2]:
            rating.apply([record])

    threads = [threading.Thread(target=consume, args=(mine,)) for mine in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert rating.digest() == replayed(bodies)
    assert rating.get("/v1/ledger")["version"] == 30


def test_law_4_the_newest_published_rating_is_the_live_one(rating: Rating) -> None:
    log, _ = eventful(season(tournaments=12, field_size=8, games=12, players=20))
    random.Random(5).shuffle(log)
    for start in range(0, len(log), 4):
        rating.apply(map(delivered, log[start : start + 4]))
    newest = {event.player: event for event in rating.published(RatingChanged)}
    assert len(newest) == 20
    for player, event in newest.items():
        live = rating.get(f"/v1/ratings/{player}") if event.games else {}
        assert live.get("rating_milli", 1_200_000) == event.rating_milli
        assert live.get("games", 0) == event.games


def test_d_4_3_a_correction_re_rates_what_came_after_it(rating: Rating) -> None:
    first, second = finished([(A, B, 2)], day=1), finished([(B, C, 2)], day=2)
    other = finished([(D, "1048", 2)], day=3)
    rating.apply([record_of(first, T1), record_of(second, T2), record_of(other, T3)])
    assert rating.get(f"/v1/ratings/{B}/history/{T2}")["before_milli"] == 1_192_000

    rating.tell(T1, corrected(first, 2))
    assert rating.get(f"/v1/ratings/{B}/history/{T2}")["before_milli"] == 1_208_000
    assert rating.digest() == replayed({T1: corrected(first, 2), T2: second, T3: other})
    moved = rating.published(LedgerMoved)[-1]
    assert moved == LedgerMoved(
        version=2, tournaments=(T1,), since=first.finished_at, rerated=2, changed=3
    )
    told = {event.player for event in rating.published(RatingChanged) if event.version == 2}
    assert told == {A, B, C}, "and nobody whose rating stayed"


def test_d_4_3_a_late_tournament_is_inserted_where_it_belongs(rating: Rating) -> None:
    early, late = finished([(A, B, 2)], day=1), finished([(A, B, 2)], day=9)
    rating.tell(T2, late)
    rating.tell(T1, early)
    rows = rating.get(f"/v1/ratings/{A}/history")["items"]
    assert [row["tournament"] for row in rows] == [T2, T1]
    assert [row["before_milli"] for row in rows] == [1_208_000, 1_200_000]


@pytest.mark.parametrize("code", ["hold", "annulled", "quarantine"])
def test_d_2_5_held_and_annulled_tournaments_do_not_count_until_reinstated(
    rating: Rating, code: FlagCode
) -> None:
    rating.tell(T1, finished([(A, B, 2)]))
    counted = rating.digest()
    rating.tell(T1, TournamentAnnulled(revision=2, code=code))
    table = rating.get(f"/v1/tournaments/{T1}/ratings")
    assert (table["flags"], table["weight"], table["rows"]) == ([code], None, [])
    assert rating.get("/v1/ledger")["tournaments"] == 0
    assert rating.digest() == hashlib.sha256().hexdigest() != counted
    gone = [event for event in rating.published(RatingChanged) if event.version == 2]
    assert {(event.rating_milli, event.games) for event in gone} == {(1_200_000, 0)}
    rating.tell(T1, TournamentReinstated(revision=3, code=code))
    assert rating.digest() == counted


def test_d_2_5_a_tournament_that_is_not_official_is_not_rated(rating: Rating) -> None:
    rating.tell(T1, finished([(A, B, 2)], official=False))
    assert rating.get("/v1/ledger")["games"] == 0
    assert rating.get(f"/v1/tournaments/{T1}/ratings")["official"] is False
    assert rating.get("/v1/queue")["items"] == []


def test_d_4_5_a_projection_of_running_play_never_enters_the_ledger(rating: Rating) -> None:
    rating.tell(T1, GamesProjected(**vars(finished([(A, B, 2)]))))
    assert rating.get("/v1/ledger") == {
        "version": 0,
        "tournaments": 0,
        "games": 0,
        "players": 0,
        "digest": hashlib.sha256().hexdigest(),
    }


@pytest.mark.parametrize(
    ("participants", "coefficient_tenths", "change"),
    [(12, 8, 8_000), (13, 12, 12_000), (24, 12, 12_000), (25, 16, 16_000), (49, 20, 20_000)],
)
def test_rule_4_3_the_coefficient_follows_the_participants(
    rating: Rating, participants: int, coefficient_tenths: int, change: int
) -> None:
    rating.tell(T1, finished([(A, B, 2)], participants=participants, rule_set="berserk-2024"))
    row = rating.get(f"/v1/ratings/{A}/history")["items"][0]
    assert row["participants"] == participants
    assert row["coefficient_tenths"] == coefficient_tenths
    assert row["k_tenths"] == 20 * coefficient_tenths
    assert row["delta_milli"] == change


def test_law_3_the_same_again_moves_nothing_and_tells_nobody(rating: Rating) -> None:
    body = finished([(A, B, 2)])
    rating.tell(T1, body, body, replace(body, revision=2, name="Кубок Казани, уточнённый"))
    assert rating.get("/v1/ledger")["version"] == 1
    assert len(rating.published(LedgerMoved)) == 1
    row = rating.get(f"/v1/ratings/{A}/history")["items"][0]
    assert row["tournament_name"] == "Кубок Казани, уточнённый"
