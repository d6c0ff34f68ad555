"""Players' lists: taken, replaced, refused, shown, published."""

import threading
from typing import Any
from uuid import UUID, uuid4, uuid5

import pytest

from tests.decks.decks_service_desk import (
    BROKEN,
    CLASSIC,
    DAY,
    LEGAL,
    OTHER_TOURNAMENT,
    PLAYER,
    TOURNAMENT,
    Desk,
)
from tests.house import inside, ok, refused
from tests.shared.copies import player, record

CHANGED = LEGAL.replace("3 Гончая бездны", "3 Ночной подмастерье")
LIST_ID = str(uuid5(UUID(TOURNAMENT), PLAYER))
KEY = f"list:{TOURNAMENT}:{PLAYER}"


def test_rule_6_3_a_legal_list_is_taken_and_its_verdict_published(desk: Desk) -> None:
    answer = desk.submit()
    assert answer.status_code == 201
    given = answer.json()
    assert (given["legal"], given["rules"], given["warnings"]) == (True, [], [])
    assert (given["list_id"], given["version"], given["size"]) == (LIST_ID, 1, 30)
    assert (given["tournament"], given["player"]) == (TOURNAMENT, PLAYER)
    assert desk.published() == [
        (
            KEY,
            {
                "list_id": LIST_ID,
                "tournament": TOURNAMENT,
                "player": PLAYER,
                "revision": 1,
                "format": CLASSIC,
                "as_of": DAY,
                "legal": True,
                "rules": [],
                "rule_set": "berserk-2011",
            },
        )
    ]
    (row,) = desk.stored()
    assert (row.text, row.submitted_by) == (LEGAL, "club:kazan:2")
    assert (row.catalogue, row.ban_list) == (1, f"{CLASSIC}/2011-01-01")


def test_p_1_1_an_illegal_list_is_refused_with_every_violation_and_nothing_is_kept(
    desk: Desk,
) -> None:
    body = refused(desk.submit(BROKEN), 422, "deck_illegal")
    assert (body["rule"], body["where"]) == ("7.2.1", "body.text")
    assert "нарушений: 9" in body["detail"]
    assert "POST /v1/checks" in body["todo"]
    assert [(row["rule"], row["code"]) for row in body["errors"]] == [
        ("7.2.1", "deck_too_small"),
        ("7.2.1", "unreadable_line"),
        ("7.8.2", "banned"),
        ("7.2.1", "too_many_copies"),
        ("7.8.3", "limited"),
        ("7.5.6", "overlord_card"),
        ("7.2.1", "too_many_copies"),
        ("C.1", "not_released"),
        ("C.1", "unknown_card"),
    ]
    assert body["errors"][2]["message"].startswith("Карта «Кром» запрещена")
    assert (body["size"], body["as_of"], body["ban_list"]) == (15, DAY, f"{CLASSIC}/2011-01-01")
    assert (desk.stored(), desk.published()) == ([], [])
    refused(desk.verdict(), 404, "list_not_found")


def test_p_1_1_the_refusal_speaks_english_too(desk: Desk) -> None:
    body = refused(
        desk.submit(LEGAL + "1 Кром", by={**desk.kazan, "Accept-Language": "en"}),
        422,
        "deck_illegal",
    )
    assert body["rule"] == "7.8.2"
    assert body["detail"].startswith("The list is not accepted, violations: 1. “Кром” is banned")
    (row,) = body["errors"]
    assert row["fix"] == "Copies of “Кром” to take out: 1."


def test_law_10_the_same_list_again_changes_nothing(desk: Desk) -> None:
    first, again = ok(desk.submit()), ok(desk.submit())
    assert again == first
    assert len(desk.stored()) == len(desk.published()) == 1


def test_rule_6_3_a_changed_list_is_the_next_version_and_the_former_is_kept(desk: Desk) -> None:
    versions = [ok(desk.submit(text))["version"] for text in (LEGAL, CHANGED, CHANGED, LEGAL)]
    assert versions == [1, 2, 2, 3]
    assert [row.text for row in desk.stored()] == [LEGAL, CHANGED, LEGAL]
    assert [(key, data["revision"]) for key, data in desk.published()] == [
        (KEY, 1), (KEY, 2), (KEY, 3),
    ]  # fmt: skip
    assert {data["list_id"] for _, data in desk.published()} == {LIST_ID}
    assert ok(desk.whole(desk.kazan, version=2))["text"] == CHANGED
    assert ok(desk.whole(desk.kazan))["version"] == 3
    assert refused(desk.whole(desk.kazan, version=4), 404, "list_not_found")["where"] == "version"


def test_rule_6_3_a_list_is_judged_by_its_tournament_alone(desk: Desk) -> None:
    made = ok(desk.submit(format=CLASSIC, rule_set="berserk-2011", as_of=DAY))
    assert (made["format"], made["rule_set"], made["as_of"]) == (CLASSIC, "berserk-2011", DAY)
    other = str(uuid4())
    desk.hear_of(other, date="2010-12-31")
    assert ok(desk.submit(tournament=other))["as_of"] == "2010-12-31"


@pytest.mark.parametrize(
    ("field", "value", "own", "rule"),
    [
        ("format", "constructed-mono", CLASSIC, "7.2.1"),
        ("rule_set", "berserk-1999", "berserk-2011", "6.3"),
        ("as_of", "2010-01-01", DAY, "6.3"),
    ],
)
def test_rule_6_3_other_terms_than_the_tournament_s_are_refused(
    desk: Desk, field: str, value: str, own: str, rule: str
) -> None:
    changed: dict[str, Any] = {field: value}
    problem = refused(desk.submit(**changed), 422, "not_as_the_tournament")
    assert (problem["where"], problem["rule"]) == (f"body.{field}", rule)
    assert (problem["tournament_has"], own in problem["detail"]) == (own, True)
    assert (desk.stored(), desk.published()) == ([], [])


def test_rule_6_3_a_tournament_that_decks_has_not_heard_of_yet_is_told_apart(desk: Desk) -> None:
    other = str(uuid4())
    problem = refused(desk.submit(tournament=other), 409, "tournament_unknown")
    assert problem["where"] == "body.tournament"
    assert "через несколько секунд" in problem["todo"]
    desk.hear_of(other)
    assert ok(desk.submit(tournament=other))["version"] == 1


def test_law_4_news_of_a_tournament_twice_changes_nothing(desk: Desk) -> None:
    desk.hear_of(TOURNAMENT)
    assert ok(desk.submit())["as_of"] == DAY


def test_an_illegal_change_leaves_the_list_as_it_was(desk: Desk) -> None:
    ok(desk.submit())
    refused(desk.submit(LEGAL + "4 Кром"), 422, "deck_illegal")
    assert ok(desk.verdict())["version"] == 1
    assert len(desk.published()) == 1


def test_the_verdict_is_for_anybody_and_never_shows_cards(desk: Desk) -> None:
    ok(desk.submit())
    answer = desk.verdict()
    body = ok(answer)
    assert (body["legal"], body["rules"], body["version"], body["as_of"]) == (True, [], 1, DAY)
    assert "Топляк" not in answer.text
    assert "Болотный дозор" not in answer.text
    same = desk.http.get(answer.url.path, headers={"If-None-Match": answer.headers["ETag"]})
    assert same.status_code == 304


def test_rule_6_3_all_verdicts_of_a_tournament_are_one_question(desk: Desk) -> None:
    def verdicts(tournament: str) -> Any:
        return ok(desk.http.get(f"/v1/lists/{tournament}/verdicts"))

    assert verdicts(TOURNAMENT) == []
    for text in (LEGAL, CHANGED):
        ok(desk.submit(text))
    ok(desk.submit(player="1015"))
    ok(desk.submit(player="1023", tournament=OTHER_TOURNAMENT))
    assert verdicts(TOURNAMENT) == [
        {"player": PLAYER, "legal": True, "rules": [], "version": 2},
        {"player": "1015", "legal": True, "rules": [], "version": 1},
    ]
    assert [row["player"] for row in verdicts(OTHER_TOURNAMENT)] == ["1023"]


def test_the_judge_sees_the_cards_as_they_were_written(desk: Desk) -> None:
    ok(desk.submit())
    body = ok(desk.whole(desk.kazan))
    assert (body["name"], body["size"], body["text"]) == ("Болотный дозор", 30, LEGAL)
    assert {"name": "Снежный екай", "count": 3} in body["cards"]
    assert sum(row["count"] for row in body["cards"]) == 30
    assert body["submitted_by"] == "club:kazan:2"


def test_names_come_from_players_v1(desk: Desk) -> None:
    assert ok(desk.submit())["player_name"] == "№ 1008"
    known = record(player(PLAYER, 1), f"player:{PLAYER}", 0)
    inside(desk.http).applier.apply([known])
    assert ok(desk.verdict())["player_name"] == "Ёлкина Алёна"


def test_law_11_what_a_deck_holds_is_its_club_s_business(desk: Desk) -> None:
    refused(desk.submit(by=desk.omsk), 403, "not_your_club")
    refused(desk.submit(by=desk.bearer(["decks"])), 403, "not_your_club")
    ok(desk.submit())
    refused(desk.whole(desk.omsk), 403, "not_your_club")
    refused(desk.submit(CHANGED, by=desk.omsk), 403, "not_your_club")
    assert ok(desk.verdict())["version"] == 1
    assert ok(desk.whole(desk.office))["text"] == LEGAL
    assert ok(desk.submit(CHANGED, by=desk.office))["version"] == 2
    assert ok(desk.whole(desk.kazan))["text"] == CHANGED


def test_lists_of_other_tournaments_and_players_are_apart(desk: Desk) -> None:
    ok(desk.submit())
    ok(desk.submit(CHANGED, tournament=OTHER_TOURNAMENT))
    ok(desk.submit(CHANGED, player="1015"))
    assert [
        ok(desk.verdict(*one))["version"]
        for one in ((TOURNAMENT, PLAYER), (OTHER_TOURNAMENT, PLAYER), (TOURNAMENT, "1015"))
    ] == [1, 1, 1]
    refused(desk.verdict(OTHER_TOURNAMENT, "1015"), 404, "list_not_found")


def test_law_8_an_idempotency_key_gets_the_same_answer_and_a_refusal_leaves_it_free(
    desk: Desk,
) -> None:
    keyed = {**desk.kazan, "Idempotency-Key": "список-1".encode().hex()}
    refused(desk.submit(BROKEN, by=keyed), 422, "deck_illegal")
    first = desk.submit(by=keyed)
    assert first.status_code == 201
    again = desk.submit(by=keyed)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json() == first.json()
    refused(desk.submit(CHANGED, by=keyed), 422, "idempotency_key_reused")


def test_law_10_desks_at_once_make_versions_without_gaps_or_losses(desk: Desk) -> None:
    texts = [LEGAL + f"// стол {number}\n" for number in range(6)]
    answers: list[Any] = []
    threads = [
        threading.Thread(target=lambda text=text: answers.append(desk.submit(text)))
        for text in texts
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ok(answer)["version"] for answer in answers) == [1, 2, 3, 4, 5, 6]
    assert sorted(row.text for row in desk.stored()) == texts
    assert [data["revision"] for _, data in desk.published()] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"tournament": "Кубок Казани"}, "body.tournament"),
        ({"player": "Ёлкина"}, "body.player"),
        ({"player": 1008}, "body.player"),
        ({"as_of": "5 ноября"}, "body.as_of"),
        ({"format": "mono"}, "body.format"),
        ({"rule_set": "berserk-1999"}, "body.rule_set"),
        ({"text": "\n"}, "body.text"),
    ],
)
def test_law_8_bad_input_is_a_clear_problem(desk: Desk, change: dict[str, Any], where: str) -> None:
    answer = desk.submit(**change)
    assert answer.status_code == 422
    assert answer.json()["where"] == where
    assert (desk.stored(), desk.published()) == ([], [])


def test_a_list_needs_the_scope_decks(desk: Desk) -> None:
    from_nobody = {"Accept-Language": "en"}
    assert refused(desk.submit(by=from_nobody), 401, "token_missing")["detail"] == (
        "A token is needed."
    )
    refused(desk.whole(from_nobody), 401, "token_missing")
    without = desk.bearer(["players"])
    assert refused(desk.submit(by=without), 403, "scope_missing")["where"] == "decks"
    refused(desk.whole(without), 403, "scope_missing")


def test_law_8_bad_addresses_are_clear_problems(desk: Desk) -> None:
    assert refused(desk.verdict("кубок"), 422, "validation")["where"] == "path.tournament"
    assert refused(desk.verdict(player="Ёж"), 422, "validation")["where"] == "path.player"
