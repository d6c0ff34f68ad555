"""What the registry keeps of ``tournaments.v1``: who was paired, and who is a newcomer no more."""

from datetime import timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update
from sqlmodel import Session, col

from services.registry import service_played, service_registration
from services.registry.domain.status import status_of
from services.registry.schemas.people import NewPlayer
from services.registry.store import played
from services.registry.tables.people import Block, Player
from services.registry.tables.played import Entrant
from shared.auth import Principal
from shared.clock import now
from shared.events.entries import EntryAdded
from shared.events.tournaments import (
    GamesProjected,
    TournamentChanged,
    TournamentFinished,
    TournamentImported,
)
from shared.player_ids import player_id
from tests.house import ok, person
from tests.registry.registry_played_desk import (
    TITLE,
    Office,
    created,
    finished,
    office,
    told,
)
from tests.registry.registry_turns import in_turn

__all__ = ["office"]

NEW, FULL = "provisional", "registered"
OFFICE = Principal("office:federation:1", frozenset({"office", "players"}))


def test_d_2_2_only_who_was_paired_becomes_registered(office: Office) -> None:
    one, two, dropped, absent = office.newcomers(4)
    office.play("t1", [one, two], [dropped])
    assert office.statuses(one, two, dropped, absent) == [FULL, FULL, NEW, NEW]
    shown = ok(office.client.get("/v1/players"))["items"]
    assert [row["player"] for row in shown] == [one, two]
    assert [row["status"] for row in office.published(f"player:{one}")] == [NEW, FULL]
    assert [row["status"] for row in office.published(f"player:{dropped}")] == [NEW]


def test_d_2_2_a_correction_moves_the_pairing_to_who_really_played(office: Office) -> None:
    wrong, right, other = office.newcomers(3)
    office.play("t1", [wrong, other])
    office.play("t1", [right, other], revision=2)
    assert office.statuses(wrong, right, other) == [NEW, FULL, FULL]
    office.play("t1", [wrong, other])  # an old statement that comes late
    assert office.statuses(wrong, right, other) == [NEW, FULL, FULL]
    assert [row["revision"] for row in office.published(f"player:{wrong}")] == [1, 2, 3]
    assert [row["revision"] for row in office.published(f"player:{other}")] == [1, 2]


def test_d_2_2_one_wrong_tournament_of_two_takes_nothing_back(office: Office) -> None:
    one, two, three = office.newcomers(3)
    office.play("t1", [one, two])
    office.play("t2", [one, three])
    office.play("t2", [two, three], revision=2)
    assert office.statuses(one, two, three) == [FULL, FULL, FULL]


def test_d_2_2_what_is_still_played_confirms_nobody(office: Office) -> None:
    one, two = office.newcomers(2)
    body = finished([(1, one, True), (2, two, True)])
    office.hear(
        told("t1", created()),
        told("t1", EntryAdded(entry=1, player=one)),
        told("t1", GamesProjected(**vars(body))),
    )
    assert office.statuses(one, two) == [NEW, NEW]


def test_d_2_2_an_id_that_nobody_has_yet_is_remembered_as_paired(office: Office) -> None:
    (one,) = office.newcomers(1)
    office.play("t1", [one, "99992"])
    with office.db.read() as tx:
        assert played.was_paired(tx, [one, "99992", "1010000"]) == {one, "99992"}
    assert office.statuses(one) == [FULL]


def test_d_2_2_whoever_was_registered_before_stays_so(office: Office) -> None:
    """Of what was played before migration 0002 there are no entrants."""
    one, two, three = office.newcomers(3)
    with office.db.write() as tx:
        earlier = update(Player).where(col(Player.player) == one)
        tx.execute(earlier.values(status=FULL, played_before=True))
    office.play("t1", [one, two])
    office.play("t1", [three, two], revision=2)
    assert office.statuses(one, two, three) == [FULL, FULL, FULL]
    office.undo(office.merge(three, one))
    assert office.statuses(one, two, three) == [FULL, FULL, FULL]


def test_d_2_2_who_was_erased_becomes_registered_no_more_but_stays_it(office: Office) -> None:
    one, two, before = office.newcomers(3)
    office.play("t1", [before, two])
    with office.db.write() as tx:
        gone = update(Player).where(col(Player.player).in_([one, before]))
        tx.execute(gone.values(erased_at=now()))
    office.play("t2", [one, before])
    assert office.statuses(one, before) == [NEW, FULL]


@given(st.sampled_from([NEW, FULL]), st.booleans(), st.booleans())
def test_d_2_2_nobody_is_registered_who_never_played(
    before: str, has_played: bool, erased: bool
) -> None:
    after = status_of(before, played=has_played, erased=erased)
    assert has_played or after == NEW
    assert erased or after == (FULL if has_played else NEW)
    assert status_of(after, played=has_played, erased=erased) == after


def test_rule_2_1_5_a_finish_that_comes_first_says_where_and_when(office: Office) -> None:
    one, two = office.newcomers(2)
    office.play("t1", [one, two], name="Открытый кубок", date="2026-11-29")
    office.hear(told("t1", created("Кубок")), told("t2", created()))
    with office.db.read() as tx:
        rows = played.tournaments_among(tx, ["t1", "t2", "t3"])
        assert {row.tournament: row.name for row in rows.values()} == {
            "t1": "Открытый кубок",
            "t2": TITLE,
        }
        assert [rows["t1"].day, rows["t1"].revision, rows["t2"].revision] == ["2026-11-29", 1, 0]


def test_rule_2_1_5_other_settings_are_followed_and_unknown_ones_passed_over(
    office: Office,
) -> None:
    said: dict[str, Any] = {
        "level": "amateur",
        "preset": None,
        "head_judge": None,
        "official": True,
    }
    said |= {"capacity": None, "expected": None, "minutes": 50, "format": "constructed-classic"}
    moved = {"name": "Кубок «Ё»", "city": "omsk", "zone": "Asia/Omsk", "date": "2026-12-05"}
    changed = TournamentChanged(**{**said, **moved, "club": "omsk"})
    office.hear(told("t1", created()), told("t1", changed), told("t2", changed))
    with office.db.read() as tx:
        rows = played.tournaments_among(tx, ["t1", "t2"])
        assert list(rows) == ["t1"]
        row = rows["t1"]
        assert (row.name, row.city, row.club, row.day) == (
            "Кубок «Ё»",
            "omsk",
            "omsk",
            "2026-12-05",
        )
    one, two = office.newcomers(2)
    office.play("t1", [one, two], name="Кубок «Ё»", date="2026-12-05")
    assert office.statuses(one, two) == [FULL, FULL]


def test_a_tournament_played_elsewhere_says_who_its_entries_are(office: Office) -> None:
    one, two = office.newcomers(2)
    event = TournamentImported(
        tool="swiss", tool_id="7", entries=((1, one), (2, two)), rounds=(("swiss", (), (1, 2)),)
    )
    office.hear(told("t1", created()), told("t1", event))
    with office.db.read() as tx:
        rows = list(tx.scalars(select(Entrant).order_by(col(Entrant.entry))))
    assert [(row.entry, row.player, row.paired) for row in rows] == [
        (1, one, False),
        (2, two, False),
    ]


def test_law_3_an_event_of_long_ago_may_have_been_anybodys(office: Office) -> None:
    one, two = office.newcomers(2)
    event = told("t1", finished([(1, one, True), (2, two, True)]))
    office.hear(event.model_copy(update={"who": "судья Иван"}))
    assert office.statuses(one, two) == [FULL, FULL]


def lapsed_since(office: Office, player: str, days: int) -> None:
    """He was entered so long ago, and never played."""
    waiting = update(Player).where(col(Player.player) == player)
    with office.db.write() as tx:
        tx.execute(waiting.values(waiting_since=now() - timedelta(days=days)))


def test_d_2_2_an_id_that_lapsed_is_revived_by_an_offline_tournament(office: Office) -> None:
    one, other = office.newcomers(2)
    lapsed_since(office, one, 400)
    name = person(0)["surname"]

    def seen() -> tuple[str, bool]:
        shown = ok(office.client.get(f"/v1/players/{one}"))
        found = ok(office.client.get("/v1/players:identify", params={"q": name}))
        return shown["status"], one in [row["player"] for row in found["players"]]

    assert seen() == ("lapsed", False)
    office.play("t1", [other], [one])  # entered, and not paired
    assert seen() == ("lapsed", False)
    office.play("t1", [other, one], revision=2)
    assert seen() == (FULL, True)
    assert ok(office.client.get("/v1/players"))["items"][0]["player"] == one


def test_d_2_2_a_person_who_comes_after_his_tournament_is_registered_at_once(
    office: Office,
) -> None:
    """A club's laptop gave the ID out of its block; the tournament came up first."""
    (one,) = office.newcomers(1)
    lease(office, 5000, 5009)
    mine, idle = player_id(5000), player_id(5001)
    office.play("t1", [one, mine], [idle])
    for number, (player, status) in enumerate(((mine, FULL), (idle, NEW)), 1):
        given = {**person(number), "player": player}
        made = ok(office.client.post("/v1/players", json=given))
        assert (made["player"], made["status"]) == (player, status)
    assert [row["status"] for row in office.published(f"player:{mine}")] == [FULL]


def test_d_2_2_a_person_and_his_tournament_at_the_same_moment(office: Office) -> None:
    (one,) = office.newcomers(1)
    lease(office, 5000, 5009)
    for number, first in enumerate(("person", "tournament")):
        player = player_id(5000 + number)
        given = NewPlayer.model_validate({**person(number + 1), "player": player})
        event = finished([(1, one, True), (2, player, True)])

        def enrol(tx: Session, given: NewPlayer = given) -> None:
            service_registration.register_many(tx, [given], OFFICE)

        def finish(
            tx: Session, event: TournamentFinished = event, tournament: str = f"t{number}"
        ) -> None:
            service_played.finished(tx, tournament, event, "person:1074")

        in_turn(office.db, *((enrol, finish) if first == "person" else (finish, enrol)))
        assert office.statuses(player) == [FULL], first


def lease(office: Office, first: int, last: int) -> None:
    """A club's block of serials."""
    block = Block(
        first=first, last=last, club="kazan", leased_by="office:federation:1", leased_at=now()
    )
    with office.db.write() as tx:
        tx.add(block)


def test_law_3_a_statement_of_the_largest_size_is_taken_whole(office: Office) -> None:
    some = office.newcomers(3)
    strangers = [str(number) for number in range(100_000, 101_197)]
    office.play("t1", [*some, *strangers])
    with office.db.read() as tx:
        assert len(played.paired_in(tx, "t1")) == 1200
        assert played.was_paired(tx, strangers) == set(strangers)
    assert office.statuses(*some) == [FULL] * 3
