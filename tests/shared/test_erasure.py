"""Forgetting people in the house's tables and in a service's copies (law 11), on both databases."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert, select
from sqlmodel import Session, col

from deploy.stack import SERVICES
from shared import inbox
from shared.clock import now
from shared.db import Database
from shared.erasure import SAID, SHOWN, STATE, redacted
from shared.events.envelope import Envelope
from shared.events.players import PlayerChanged
from shared.handlers import Handlers
from shared.log.base import Record
from shared.people import Person, display, named
from shared.settings import Settings
from shared.tables import Idempotency, Parked, ParkedAction
from shared.trace import configure_logging
from tests.house import app_of
from tests.registry.registry_forgetting import found_in
from tests.shared.copies import applier, copies_database, player, record

SURNAME, NICKNAME = "Ёлкина", "Жарптица"
BLANK = PlayerChanged(
    player="1007",
    revision=7,
    first_name="",
    surname="",
    nickname=None,
    city="",
    status="registered",
    erased=True,
)
ANSWER = {
    "entries": [
        {"entry": 1, "player": "1007", "name": "Ёлкина Алёна", "from_round": 1},
        {"entry": 2, "player": "1010", "name": "Ёлкина Алёна", "from_round": 1},
    ],
    "name": "Кубок Казани",
    "players": ["1007", "1010"],
}
PLAIN = frozenset(
    {
        *("player", "into", "winner", "head_judge", "asked", "old_numbers", "first_id", "last_id"),
        *("ids", "merge", "obstacle", "penalty", "suspension", "list_id", "tournament"),
        *("made_by", "given_by", "leased_by", "code", "where", "field", "rule", "rules"),
        *("infraction", "encoding", "delimiter", "zone", "rule_set", "preset", "format"),
        *("ban_list", "city_name", "date", "finished_at", "level_rule", "level_name", "judges"),
        *("a", "b", "players_added", "players_removed", "fields", "upload"),
    }
)
"""IDs, codes and names of things: no person's words. Whoever adds a field to an answer that is kept
for its Idempotency-Key says here, or in shared.erasure, what it is."""
FORGOTTEN = {
    **ANSWER,
    "entries": [
        {"entry": 1, "player": "1007", "name": "№ 1007", "from_round": 1},
        ANSWER["entries"][1],
    ],
}


@pytest.fixture
def db(database_url: str) -> Iterator[Database]:
    made = copies_database(database_url)
    yield made
    made.close()


def keep_answer(db: Database, key: str, answer: Any) -> None:
    """As a creating POST leaves it."""
    with db.write() as tx:
        tx.add(
            Idempotency(
                client="club",
                route="POST /v1/entries",
                key=key,
                body_hash="0",
                status=201,
                response=json.dumps(answer, ensure_ascii=False),
                created_at=now(),
            )
        )


def answers(db: Database) -> dict[str, Any]:
    """What is stored, by key."""
    with db.read() as tx:
        return {row.key: json.loads(row.response) for row in tx.scalars(select(Idempotency))}


def test_an_answer_is_redacted_and_keeps_its_form() -> None:
    assert redacted(ANSWER, {"1007"}) == FORGOTTEN
    assert redacted([ANSWER], {"1029"}) == [ANSWER]


def test_all_fields_of_a_persons_state_are_blank_and_a_place_of_a_right_is_not() -> None:
    state = {"player": "1007", "surname": SURNAME, "nickname": None, "city": "Казань", "row": 3}
    right = {"player": "1007", "name": "Ёлкина Алёна", "city": "kazan", "role": "coordinator"}
    assert redacted({"rows": [state, right]}, ["1007"]) == {
        "rows": [
            {"player": "1007", "surname": "", "nickname": None, "city": "", "row": 3},
            {"player": "1007", "name": "№ 1007", "city": "kazan", "role": "coordinator"},
        ]
    }


def test_an_opponent_is_forgotten_and_the_player_is_not() -> None:
    game = {"player": "1010", "name": "Ежов", "opponent": "1007", "opponent_name": SURNAME}
    assert redacted(game, ["1007"]) == {**game, "opponent_name": "№ 1007"}


def test_every_sentence_goes_whoever_it_calls_by_whatever_name() -> None:
    answer = {"player": None, "message": "Прозвище «ЖАРПТИЦА» занято: № 1007.", "code": NICKNAME}
    assert redacted(answer, ["1029"]) == {**answer, "message": "…"}
    both = {"rows": [{"message": {"ru": SURNAME, "en": None}}], "columns": {"email": SURNAME}}
    assert redacted(both, ["1029"]) == {
        "rows": [{"message": {"ru": "…", "en": None}}],
        "columns": {"email": "…"},
    }
    assert redacted({"ignored": [NICKNAME, 7]}, ["1029"]) == {"ignored": ["…", 7]}


@pytest.mark.parametrize("name", SERVICES)
def test_every_text_of_a_stored_answer_is_known_to_be_a_name_a_sentence_or_neither(
    tmp_path: Path, name: str
) -> None:
    app = app_of(name, Settings(database_url=f"sqlite:///{tmp_path}"))
    contract = app.openapi()
    app.state.db.close()
    found = set()
    for routes in contract["paths"].values():
        for route in routes.values():
            if any(each["name"] == "idempotency-key" for each in route.get("parameters", [])):
                found |= texts(contract, [*answers_of(route)], set())
    assert found <= SHOWN | STATE | SAID | PLAIN


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just(SURNAME),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["player", "name", "surname", "rows"]), inner, max_size=4)
        | inner.map(lambda rows: {"player": "1007", "name": SURNAME, "rows": rows})
    ),
    max_leaves=12,
)


@given(JSON)
def test_redaction_is_done_once_and_speaks_of_nobody_by_name(answer: Any) -> None:
    left = redacted(answer, ["1007"])
    assert redacted(left, ["1007"]) == left
    assert redacted(answer, []) == answer
    assert all(each.get("name") != SURNAME for each in objects(left) if each["player"] == "1007")


def answers_of(route: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Schemas of what a route answers if all is well."""
    for status, answer in route["responses"].items():
        if status.startswith("2"):
            yield answer["content"]["application/json"]["schema"]


def texts(contract: Any, schemas: list[Any], seen: set[str], field: str = "") -> set[str]:
    """The fields in them, at any depth, that hold a string of no set form."""
    found: set[str] = set()
    for schema in schemas:
        inner = [each for way in ("anyOf", "oneOf", "allOf") for each in schema.get(way, [])]
        inner += [schema[way] for way in ("items", "additionalProperties") if schema.get(way)]
        found |= texts(contract, inner, seen, field)
        if schema.get("type") == "string" and not schema.keys() & {"enum", "const", "format"}:
            found.add(field)
        named = schema.get("$ref", "").rpartition("/")[2]
        if named and named not in seen and field not in SAID:
            seen.add(named)
            fields = contract["components"]["schemas"][named].get("properties", {})
            for name, each in fields.items():
                found |= texts(contract, [each], seen, name)
    return found


def objects(answer: Any) -> Iterator[dict[str, Any]]:
    """Every object in it that has a player."""
    inner = answer.values() if isinstance(answer, dict) else answer
    if isinstance(answer, dict) and "player" in answer:
        yield answer
    if isinstance(answer, dict | list):
        for each in inner:
            yield from objects(each)


def test_law_11_the_blank_state_wipes_what_a_service_holds(db: Database) -> None:
    applier(db).apply([record(player("1007", 1, NICKNAME), "player:1007", 1)])
    keep_answer(db, "his", ANSWER)
    keep_answer(db, "others", {"player": "1010", "name": "Ежов Пётр"})
    with db.write() as tx:
        late = Record("players.v1", 0, 2, "player:1007", f'{{"surname": "{SURNAME}"}}')
        inbox.park(tx, late, 3, f"нельзя: {SURNAME}")
        inbox.note(tx, "players.v1", "player:1007", "skip", "Ирина", f"skipped: {SURNAME}")
        inbox.note(tx, "players.v1", "player:1010", "skip", "Ирина", "skipped: нельзя")
    marks = (SURNAME, NICKNAME, "Казань")
    assert {mark for mark, *_ in found_in(db, marks)} == set(marks)
    applier(db).apply([record(BLANK, "player:1007", 3)])
    assert found_in(db, marks) == {(SURNAME, "idempotency", "response")}  # the namesake's
    assert answers(db) == {"his": FORGOTTEN, "others": {"player": "1010", "name": "Ежов Пётр"}}
    with db.read() as tx:
        assert tx.scalars(select(Parked)).all() == []
        assert [
            row.outcome for row in tx.scalars(select(ParkedAction).order_by(col(ParkedAction.seq)))
        ] == ["…", "skipped: нельзя"]
        people = named(tx, ["1007"])
        assert display(people, "1007") == people["1007"].name == "№ 1007"


def test_law_11_an_older_state_that_arrives_late_brings_no_name_back(db: Database) -> None:
    applier(db).apply([record(BLANK, "player:1007", 1)])
    applier(db).apply([record(player("1007", 6, NICKNAME), "player:1007", 2)])
    with db.read() as tx:
        assert tx.get_one(Person, "1007").surname == ""
    assert found_in(db, (SURNAME, NICKNAME)) == set()


def test_a_parked_blank_state_wipes_when_it_is_retried(db: Database) -> None:
    applier(db).apply([record(player("1007", 1, NICKNAME), "player:1007", 1)])
    with db.write() as tx:
        inbox.park(tx, record(BLANK, "player:1007", 2), 3, "база")
    assert applier(db).retry("players.v1", "player:1007", "Ирина") == "applied"
    assert found_in(db, (SURNAME, NICKNAME)) == set()


def test_what_fails_in_the_database_is_told_without_the_row(db: Database) -> None:
    stream = io.StringIO()
    configure_logging("tests", stream)
    try:
        keep_answer(db, NICKNAME, ANSWER)
        twice = Handlers()

        @twice.on(PlayerChanged)
        def again(tx: Session, _envelope: Envelope, _event: PlayerChanged) -> None:
            row = {"client": "club", "route": "POST /v1/entries", "key": NICKNAME}
            tx.execute(insert(Idempotency).values(**row, body_hash="0", created_at=now()))

        of_twice = applier(db, twice)
        of_twice.apply([record(player("1007", 1, NICKNAME), "player:1007", 1)])
        outcome = of_twice.retry("players.v1", "player:1007", "Ирина")
    finally:
        structlog.reset_defaults()
    with db.read() as tx:
        (parked,) = tx.scalars(select(Parked))
    assert "IntegrityError" in parked.reason
    assert outcome is not None
    said = parked.reason + outcome + stream.getvalue()
    assert "IntegrityError" in stream.getvalue()
    assert NICKNAME not in said
    assert SURNAME not in said
