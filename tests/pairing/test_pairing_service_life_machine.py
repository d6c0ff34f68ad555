"""Any sequence of commands on a tournament's life: answered or refused, never a fault (law 8)."""

from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.pairing.domain.evolve import fold
from services.pairing.domain.state import Status
from services.pairing.journal import Journal
from tests.house import ok
from tests.pairing.pairing_service_hall import Hall

PLANS = ("draft", "announced", "registration")
SETTINGS: tuple[dict[str, Any], ...] = (
    {"name": "Кубок Ёжика"},
    {"date": "2026-11-09", "expected": 90},
    {"official": False},
    {"official": True, "minutes": 5},
    {"rounds": 1, "top": 0},
    {"rounds": 2, "top": 2},
    {"capacity": 2},
    {"city": "Омск"},
    {"level": "highest"},
    {"level": "amateur", "head_judge": None},
    {"top": 3},
)
COMMANDS = st.one_of(
    st.tuples(st.just("plan"), st.sampled_from(PLANS)),
    st.tuples(st.just("change"), st.sampled_from(SETTINGS)),
    st.tuples(st.sampled_from(["cancel", "resume", "pair", "play", "play", "finish"]), st.none()),
    st.tuples(st.just("annul"), st.sampled_from(["hold", "annulled"])),
    st.tuples(st.just("reinstate"), st.sampled_from(["hold", "annulled", "quarantine"])),
    st.tuples(st.sampled_from(["enter", "drop"]), st.integers(0, 7)),
)
REFUSED_WHEN_CANCELLED = ("plan", "pair", "finish", "enter")


def answer(hall: Hall, made: str, command: str, what: Any) -> Any:
    """Do one thing, as the office; None where there is nothing to do."""
    match command:
        case "plan":
            return hall.do(made, "plan", hall.office, plan=what)
        case "change":
            path = f"/v1/tournaments/{made}"
            tag = hall.http.get(path).headers["ETag"]
            return hall.http.patch(path, json=what, headers={**hall.office, "If-Match": tag})
        case "annul" | "reinstate":
            return hall.do(made, command, hall.office, code=what, reason="Проверяем, кто играл.")
        case "enter":
            return hall.enter(made, [hall.players[what]], hall.office)
        case "drop":
            return hall.do(made, f"entries/{hall.players[what]}/drop", hall.office)
        case "pair":
            return hall.pair(made, hall.office)
        case "play":
            return _play(hall, made)
    return hall.do(made, command, hall.office)


def _play(hall: Hall, made: str) -> Any:
    """The next table without a result has one."""
    current = hall.http.get(f"/v1/tournaments/{made}/rounds/current")
    tables = current.json().get("tables", [])
    waiting = next((each for each in tables if each["result"] is None), None)
    if waiting is None:
        return None
    winner = waiting["a"]["player"]
    return hall.result(made, current.json()["round"], waiting["table"], "clean", winner)


def facts(hall: Hall, made: str) -> tuple[Any, list[tuple[str, Any]]]:
    return hall.get(made), hall.published(made)


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(COMMANDS, min_size=1, max_size=14), st.sampled_from(PLANS), st.booleans())
def test_law_8_any_life_is_one_of_six_and_what_is_refused_changes_nothing(
    hall: Hall, commands: list[tuple[str, Any]], first: str, full: bool
) -> None:
    if not hall.players:
        hall.meet(8)
    made = ok(hall.announce(club="kazan", by=hall.office, plan=first))["tournament"]
    if full:
        ok(hall.enter(made, hall.players[:4], hall.office))
    for command, what in commands:
        before, told = facts(hall, made)
        said = answer(hall, made, command, what)
        after, told_now = facts(hall, made)
        assert after["status"] in get_args(Status)
        if said is None:
            continue
        assert said.status_code < 500
        if not said.is_success:
            assert (after, told_now) == (before, told)
            assert said.json()["code"] and said.json()["detail"]
        if before["status"] == "cancelled" and command in REFUSED_WHEN_CANCELLED:
            assert said.json()["code"] == "tournament_cancelled"
        if before["status"] == "finished" and command == "cancel":
            assert said.json()["code"] == "tournament_was_finished"
        assert told_now[: len(told)] == told
    _agree(hall, made)


def _agree(hall: Hall, made: str) -> None:
    """The row of the list and a state folded anew say the same; the rating's counter rises by 1."""
    shown = hall.get(made)
    row = {
        each["tournament"]: each
        for each in ok(hall.http.get("/v1/tournaments?limit=500", headers=hall.office))["items"]
    }[made]
    assert row == {name: shown[name] for name in row}
    hall.app.state.desk.journal.drop()
    assert hall.get(made) == shown
    counted = [
        data["revision"]
        for type_, data in hall.published(made)
        if type_.split(".")[1] in ("finished", "annulled", "reinstated")
    ]
    assert counted == list(range(1, len(counted) + 1))


def test_law_2_the_past_of_a_life_can_be_looked_at(hall: Hall) -> None:
    made = ok(hall.announce(plan="draft"))["tournament"]
    for step in ("announced", "registration"):
        ok(hall.do(made, "plan", plan=step))
    ok(hall.do(made, "cancel"))
    ok(hall.do(made, "resume"))
    with hall.db.read() as tx:
        seen = [Journal().at(tx, made, number).status for number in range(1, 6)]
    assert seen == ["draft", "announced", "registration", "cancelled", "registration"]


def test_law_2_an_empty_log_is_no_tournament() -> None:
    with pytest.raises(ValueError, match="empty log"):
        fold("t", [])
