"""Law 4, law 8: whatever is corrected in whatever order, the views are what the log says."""

from typing import Any

from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.pairing.domain.evolve import fold
from services.pairing.journal import Journal
from tests.house import app_of, ok
from tests.pairing.pairing_service_hall import Hall

KINDS = ("clean", "technical", "draw", "no_show", "both_absent", "double_loss")
LEVELS = ("warning", "game_loss", "disqualification")
WHY: dict[str, Any] = {"reason": "Ошибка в протоколе у Ёлкиной."}
COMMANDS = (
    *("result", "result", "round", "pair", "penalty", "revoke", "undo", "event", "clear"),
    *("rewind", "reopen", "finish", "drop", "return", "correct", "correct", "enter"),
)
ACTS = st.tuples(st.sampled_from(COMMANDS), st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))


def act(hall: Hall, made: str, what: str, one: int, two: int, three: int) -> Any:
    """Do one thing, as the club: which, is told by the numbers."""
    path = f"/v1/tournaments/{made}"
    player, number = hall.players[one], two + 1
    table = f"{path}/rounds/{number}/tables/{one % 3 + 1}/result"
    winner = ("a", "b", None)[three % 3]
    body: Any = {"kind": KINDS[three], "winner": winner}
    match what:
        case "result":
            return hall.http.put(table, json=body, headers=hall.kazan)
        case "correct":
            seen = {"If-Match": f'"v{three}"'}
            return hall.http.put(table, json=body, headers={**hall.kazan, **seen})
        case "round":
            lines = [{"table": each, "winner": "ab"[(one + each) % 2]} for each in (1, 2, 3)]
            lines += [{**body, "table": 1, "version": two}]
            return hall.http.post(
                f"{path}/rounds/{number}/results", json={"results": lines}, headers=hall.kazan
            )
        case "clear":
            return hall.http.delete(table, headers={**hall.kazan, "If-Match": f'"v{three}"'})
        case "penalty":
            body = {"player": player, "infraction": "P.5.2", "level": LEVELS[three % 3]}
            return hall.do(made, "penalties", **body, correct=two % 2 == 0)
        case "revoke":
            given: Any = ok(hall.http.get(f"{path}/penalties", headers=hall.kazan))
            chosen = given[one % len(given)]["penalty"] if given else made
            return hall.do(made, f"penalties/{chosen}/revoke", hall.kazan, **WHY)
        case "event":
            return hall.do(made, "undo", event=hall.get(made)["version"] - one * 6 - two)
        case "rewind":
            return hall.do(made, "rewind", hall.kazan, round=one, **WHY)
        case "reopen":
            return hall.do(made, "reopen", hall.kazan, **WHY)
        case "drop" | "return":
            return hall.do(made, f"entries/{player}/{what}")
        case "enter":
            return hall.enter(made, [hall.players[6 + one]])
        case "pair":
            return hall.pair(made)
    return hall.do(made, what)


def shown(http: TestClient, made: str) -> list[Any]:
    """All that is public of a tournament."""
    path = f"/v1/tournaments/{made}"
    rounds = [f"/rounds/{number}" for number in range(1, 8)]
    every = ("", "/standings", "/bracket", "/entries", "/log?limit=500", *rounds)
    return [_untraced(http.get(f"{path}{each}").json()) for each in every]


def _untraced(answer: Any) -> Any:
    return {name: each for name, each in answer.items() if name != "trace_id"}


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(ACTS, min_size=5, max_size=25), st.integers(0, 2))
def test_law_4_corrected_in_any_order_all_views_equal_a_recompute(
    hall: Hall, acts: list[tuple[str, int, int, int]], played: int
) -> None:
    if not hall.players:
        hall.meet(12)
    made = hall.tournament()
    ok(hall.enter(made, hall.players[:6]))
    for number in range(1, played + 1):
        hall.favourites_win(made, ok(hall.pair(made, round=number)))
    for each in acts:
        before = hall.get(made)
        answer = act(hall, made, *each)
        assert answer.status_code < 500, answer.text
        assert answer.is_success or hall.get(made) == before, each
    now = shown(hall.http, made)
    hall.app.state.desk.journal.drop()
    other = app_of("pairing", hall.app.state.settings)  # knows only what is stored
    assert shown(TestClient(other), made) == now
    with hall.db.read() as tx:
        folded = fold(made, Journal().whole(tx, made))
        assert folded == hall.app.state.desk.journal.load(tx, made)
    other.state.db.close()
