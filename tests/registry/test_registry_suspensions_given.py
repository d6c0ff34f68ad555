"""3.2, D.3.1: suspensions through the public contract, on both databases."""

from typing import Any

from sqlalchemy import select
from sqlmodel import col

from shared.tables import Outbox
from tests.house import ok, refused
from tests.registry.registry_discipline_desk import (
    SINCE,
    TEXT,
    UNTIL,
    change,
    history,
    office,
    penalise,
    player,
    published,
    standing,
    suspend,
)
from tests.registry.registry_played_desk import Office

__all__ = ["office", "player"]


def test_p_10_a_suspension_rests_on_a_penalty_of_that_person_that_counts(
    office: Office, player: str
) -> None:
    (other,) = office.newcomers(1, start=7)
    penalty = ok(penalise(office, player))["penalty"]
    refused(suspend(office, other, penalty=penalty), 422, "penalty_not_found")
    refused(suspend(office, player, penalty="нет"), 422, "penalty_not_found")
    refused(suspend(office, player, penalty=penalty, infraction="P.5.2"), 422, "validation")
    ok(office.client.post(f"/v1/penalties/{penalty}/revoke", json={"reason": "Ошибка"}))
    refused(suspend(office, player, penalty=penalty), 409, "penalty_revoked", "P.10")
    assert office.published("suspension:") == []


def test_rule_3_2_a_suspension_is_published_without_what_for(office: Office, player: str) -> None:
    made = ok(suspend(office, player, infraction="P.5.2", text=TEXT))
    (state,) = office.published(f"suspension:{made['suspension']}")
    assert state == {
        "suspension": made["suspension"],
        "revision": 1,
        "player": player,
        "since": SINCE,
        "until": UNTIL,
        "revoked": False,
    }
    with office.db.read() as tx:
        assert not any(TEXT in envelope for envelope in tx.scalars(select(col(Outbox.envelope))))


def test_p_10_another_end_is_a_new_revision_with_its_history(office: Office, player: str) -> None:
    suspension = ok(suspend(office, player))["suspension"]
    ok(change(office, suspension, 1, until=None, text="До решения"))
    ok(change(office, suspension, 2, until="2027-01-31"))
    same = ok(change(office, suspension, None, until="2027-01-31"))
    assert same["revision"] == 3
    assert [line["until"] for line in same["history"]] == [UNTIL, None, "2027-01-31"]
    assert published(office, suspension) == [
        (1, UNTIL, False),
        (2, None, False),
        (3, "2027-01-31", False),
    ]


def test_law_10_a_change_names_the_revision_that_it_replaces(office: Office, player: str) -> None:
    suspension = ok(suspend(office, player))["suspension"]
    for revision in (None, 2):
        problem = refused(
            change(office, suspension, revision, until=None), 412, "suspension_differs"
        )
        assert problem["revision"] == 1
    assert published(office, suspension) == [(1, UNTIL, False)]


def test_p_10_a_suspension_ends_on_its_first_day_or_later(office: Office, player: str) -> None:
    refused(suspend(office, player, until="2026-11-04"), 422, "ends_before_it_begins", "P.10")
    suspension = ok(suspend(office, player, until=SINCE))["suspension"]
    answer = change(office, suspension, 1, until="2026-11-04")
    refused(answer, 422, "ends_before_it_begins", "P.10")
    assert published(office, suspension) == [(1, SINCE, False)]


def test_d_3_1_a_revoked_suspension_has_never_been(office: Office, player: str) -> None:
    suspension = ok(suspend(office, player, text=TEXT))["suspension"]
    address = f"/v1/suspensions/{suspension}"
    assert standing(office, player, SINCE)["suspended"]
    for reason in ("Апелляция", "Ещё раз"):
        assert ok(office.client.post(f"{address}/revoke", json={"reason": reason}))["revoked"]
    assert not standing(office, player, SINCE)["suspended"]
    assert published(office, suspension) == [(1, UNTIL, False), (2, UNTIL, True)]
    assert history(office, address) == [("given", TEXT), ("revoked", "Апелляция")]
    refused(change(office, suspension, 2, until=None), 409, "suspension_revoked", "D.3.1")


def test_d_3_1_a_suspension_is_judged_on_the_tournaments_local_start_date(
    office: Office, player: str
) -> None:
    made = ok(suspend(office, player, text=TEXT))["suspension"]
    days = {"2026-11-04": False, SINCE: True, UNTIL: True, "2026-11-13": False}
    for at, suspended in days.items():
        assert standing(office, player, at) == {
            "player": player,
            "at": at,
            "suspended": suspended,
            "until": UNTIL if suspended else None,
            "suspensions": [made] if suspended else [],
            "rule": "D.3.1",
        }


def test_d_3_1_the_day_is_the_askers_to_name(office: Office, player: str) -> None:
    refused(office.client.get(f"/v1/players/{player}/standing"), 422, "validation")
    refused(
        office.client.get("/v1/players/1184/standing", params={"at": SINCE}),
        404,
        "player_not_found",
        "2.1.1",
    )


def test_d_3_1_a_merged_person_is_suspended_under_each_id(office: Office) -> None:
    one, two = office.newcomers(2)
    made = ok(suspend(office, one, text=TEXT))["suspension"]
    first = ok(penalise(office, one))["penalty"]
    merge = office.merge(one, two)
    assert ok(penalise(office, two))["earlier"] != []
    assert standing(office, two, SINCE)["suspensions"] == [made]
    for each in (one, two):
        page = ok(office.client.get("/v1/suspensions", params={"player": each}))
        assert [row["suspension"] for row in page["items"]] == [made]
        told_of = ok(office.client.get(f"/v1/players/{each}/penalties"))
        assert (told_of["player"], told_of["players"]) == (two, [two, one])
        assert len(told_of["penalties"]) == 2
    ok(suspend(office, two, penalty=first))
    office.undo(merge)
    assert standing(office, one, SINCE)["suspensions"] == [made]


def test_suspensions_are_listed_by_person_day_and_end(office: Office) -> None:
    one, two = office.newcomers(2)
    first = ok(suspend(office, one))["suspension"]
    later = ok(suspend(office, two, since="2026-12-01", until=None))["suspension"]
    gone = ok(suspend(office, two, since="2026-10-01", until=None))["suspension"]
    ok(office.client.post(f"/v1/suspensions/{gone}/revoke", json={"reason": "Ошибка"}))

    def listed(**asked: Any) -> list[str]:
        items = ok(office.client.get("/v1/suspensions", params=asked))["items"]
        return [row["suspension"] for row in items]

    assert listed() == [gone, first, later]
    assert listed(player=two) == [gone, later]
    assert listed(at=UNTIL) == [first]
    assert listed(at="2026-12-01") == listed(open=True) == [later]
    assert listed(open=False) == [first]
    assert listed(open=True, player=one) == []
    pages: list[str] = []
    cursor = None
    while cursor or not pages:
        page = ok(office.client.get("/v1/suspensions", params={"limit": 1, "cursor": cursor}))
        pages += [row["suspension"] for row in page["items"]]
        cursor = page["next"]
    assert pages == [gone, first, later]
    refused(office.client.get("/v1/suspensions", params={"cursor": "нет"}), 422, "bad_cursor")
    refused(
        office.client.get("/v1/suspensions", params={"player": "1184"}), 404, "player_not_found"
    )
