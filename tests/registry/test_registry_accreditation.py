"""Accreditation of clubs and Overlord series of cities: periods of days, on both databases."""

from itertools import product
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select
from sqlmodel import Session

from services.registry import service_directory as service
from services.registry.domain.directory import VOID, counting, sharing_days
from services.registry.schemas.directory import PeriodIn
from services.registry.tables.directory import Accreditation
from shared.clock import now
from shared.events.players import on_day
from tests.house import inside, ok, refused
from tests.registry.registry_directory_desk import registry, states
from tests.registry.registry_turns import overlapping
from tests.tokens import bearer

__all__ = ["registry"]

PERIODS_OF = ("/v1/clubs/veter/accreditation", "/v1/cities/kazan/series")
DAYS = [f"2026-01-{day:02}" for day in range(1, 29)]


def accredit(registry: TestClient, since: str, until: str | None = None) -> Any:
    """Accredit the club; the answer."""
    body = {"since": since, "until": until}
    return registry.put("/v1/clubs/veter/accreditation", json=body)


def accredited(registry: TestClient, at: str) -> bool:
    """Whether the club is accredited on a day."""
    found: bool = ok(registry.get("/v1/clubs/veter", params={"at": at}))["accredited"]
    return found


def test_d_2_5_accreditation_has_days_and_an_end(registry: TestClient) -> None:
    given = ok(accredit(registry, "2026-02-01"))
    assert given["accredited_in"] == [{"since": "2026-02-01", "until": None}]
    assert given["accredited"] is True
    ended = ok(accredit(registry, "2026-02-01", "2026-06-30"))
    assert ended["accredited"] is False
    seen = {at: accredited(registry, at) for at in ("2026-01-31", "2026-02-01", "2026-06-30")}
    assert seen == {"2026-01-31": False, "2026-02-01": True, "2026-06-30": True}
    assert not accredited(registry, "2026-07-01")
    ok(accredit(registry, "2026-09-01"))
    assert states(registry, "club:veter")[-1] == {
        "club": "veter", "revision": 4, "name": "Ветер", "city": "kazan", "accredited": True,
        "accredited_in": [["2026-02-01", "2026-06-30"], ["2026-09-01", None]],
    }  # fmt: skip
    at = {"at": "2026-07-01"}
    assert [row["accredited"] for row in ok(registry.get("/v1/clubs", params=at))["items"]] == [
        False
    ]


def test_d_2_5_the_same_accreditation_again_changes_nothing(registry: TestClient) -> None:
    first = ok(accredit(registry, "2026-02-01", "2026-06-30"))
    assert ok(accredit(registry, "2026-02-01", "2026-06-30")) == first
    assert len(states(registry, "club:veter")) == 2


OVERLAPPING = [
    ("2026-01-01", None),
    ("2026-01-01", "2026-02-01"),
    ("2026-06-30", None),
    ("2026-03-01", "2026-03-01"),
]


def test_d_2_5_periods_of_one_club_share_no_day(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    before = ok(accredit(registry, "2026-02-01", "2026-06-30"))
    for since, until in OVERLAPPING:
        with subtests.test(since=since, until=until):
            problem = refused(accredit(registry, since, until), 409, "period_overlaps")
            assert (problem["since"], problem["until"]) == ("2026-02-01", "2026-06-30")
            assert "2026-02-01" in problem["todo"]
    assert ok(registry.get("/v1/clubs/veter"))["accredited_in"] == before["accredited_in"]


def test_d_2_5_an_accreditation_given_by_mistake_never_was_and_is_kept(
    registry: TestClient,
) -> None:
    ok(accredit(registry, "2026-02-01"))
    path = "/v1/clubs/veter/accreditation"
    voided = ok(registry.delete(f"{path}/2026-02-01"))
    assert (voided["accredited"], voided["accredited_in"]) == (False, [])
    assert ok(registry.delete(f"{path}/2026-02-01")) == voided
    assert len(states(registry, "club:veter")) == 3
    refused(registry.delete(f"{path}/2026-02-02"), 404, "period_not_found")
    ok(accredit(registry, "2026-02-01", "2026-02-28"))
    assert accredited(registry, "2026-02-28")
    with inside(registry).db.read() as tx:
        kept = [(row.since, row.until) for row in tx.scalars(select(Accreditation))]
    assert kept == [("2026-02-01", None), ("2026-02-01", VOID), ("2026-02-01", "2026-02-28")]


def test_d_2_5_two_periods_at_once_that_share_a_day(registry: TestClient) -> None:
    periods = iter(("2026-01-01", "2026-02-01"))

    def act(tx: Session) -> object:
        return service.accredit_club(tx, "veter", period(next(periods)), "console:tests").accredited

    assert overlapping(inside(registry).db, act) == [True, "period_overlaps"]
    assert [state["revision"] for state in states(registry, "club:veter")] == [1, 2]


def period(since: str) -> PeriodIn:
    """From a day on, without an end."""
    return PeriodIn.model_validate({"since": since})


def test_d_2_5_a_club_founded_as_accredited_is_so_without_limit(registry: TestClient) -> None:
    club = {"club": "ezh", "name": "Ёж", "city": "kazan", "accredited": True}
    made = ok(registry.post("/v1/clubs", json=club))
    assert made["accredited_in"] == [{"since": "2000-01-01", "until": None}]
    assert ok(registry.get("/v1/clubs/ezh")) == made
    ended = {"since": "2000-01-01", "until": "2026-06-30"}
    assert ok(registry.put("/v1/clubs/ezh/accreditation", json=ended))["accredited_in"] == [ended]


def test_a_city_runs_its_overlord_series_on_its_days(registry: TestClient) -> None:
    path = "/v1/cities/kazan"
    series = {"since": "2026-09-01", "until": "2026-12-31"}
    given = ok(registry.put(f"{path}/series", json=series))
    assert ok(registry.put(f"{path}/series", json=series)) == given
    assert given["series_in"] == [series]
    days = {"2026-08-31": False, "2026-09-01": True, "2026-12-31": True, "2027-01-01": False}
    for at, running in days.items():
        assert ok(registry.get(path, params={"at": at}))["series"] is running
    refused(registry.put(f"{path}/series", json={"since": "2026-10-01"}), 409, "period_overlaps")
    refused(registry.put("/v1/cities/omsk/series", json=series), 404, "city_not_found")
    assert states(registry, "city:kazan")[-1] == {
        "city": "kazan", "revision": 2, "name": "Казань", "zone": "Europe/Moscow",
        "series_in": [["2026-09-01", "2026-12-31"]],
    }  # fmt: skip
    assert ok(registry.delete(f"{path}/series/2026-09-01"))["series_in"] == []
    assert states(registry, "city:kazan")[-1]["series_in"] == []


def test_d_2_5_only_the_office_gives_and_ends_accreditation(registry: TestClient) -> None:
    theirs = bearer(inside(registry).db, ["staff", "players"], club="veter")
    body = {"since": "2026-02-01"}
    for answer in (
        registry.put("/v1/clubs/veter/accreditation", json=body, headers=theirs),
        registry.delete("/v1/clubs/veter/accreditation/2026-02-01", headers=theirs),
        registry.put("/v1/cities/kazan/series", json=body, headers=theirs),
        registry.delete("/v1/cities/kazan/series/2026-02-01", headers=theirs),
        registry.put("/v1/clubs/veter", json={"name": "Я", "city": "kazan"}, headers=theirs),
    ):
        assert refused(answer, 403, "scope_missing")["where"] == "office"


NO_DAYS: list[tuple[dict[str, Any], str]] = [
    ({"since": "1999-12-31"}, "body.since"),
    ({"since": "завтра"}, "body.since"),
    ({"since": 20260101}, "body.since"),
    ({"since": "2026-02-30"}, "body.since"),
    ({"since": "2026-02-02", "until": "2026-02-01"}, "body.until"),
    ({"until": "2026-02-01"}, "body.since"),
    ({"since": "2026-02-01", "till": "2026-02-01"}, "body.till"),
]


def test_law_8_days_that_are_none_are_refused_in_words(
    registry: TestClient, subtests: pytest.Subtests
) -> None:
    for (body, where), path in product(NO_DAYS, PERIODS_OF):
        with subtests.test(path=path, **body):
            problem = refused(registry.put(path, json=body), 422, "validation")
            assert [row["where"] for row in problem["errors"]] == [where]
    refused(registry.get("/v1/clubs/veter", params={"at": "вчера"}), 422, "validation")
    refused(registry.delete("/v1/clubs/veter/accreditation/вчера"), 422, "validation")
    assert ok(registry.get("/v1/clubs/veter"))["accredited_in"] == []
    assert ok(registry.get("/v1/cities/kazan"))["series_in"] == []


def row(since: str, until: str | None) -> Accreditation:
    return Accreditation(
        kind="club", subject="к", since=since, until=until, given_by="я", given_at=now()
    )


PERIODS = st.lists(
    st.tuples(st.sampled_from(DAYS), st.none() | st.sampled_from(DAYS) | st.just(VOID)),
    max_size=8,
)


@given(PERIODS, st.sampled_from(DAYS))
def test_d_2_5_of_one_first_day_the_last_word_counts(
    given_periods: list[tuple[str, str | None]], day: str
) -> None:
    counted = [(each.since, each.until) for each in counting(row(*p) for p in given_periods)]
    assert counted == sorted(
        (since, until) for since, until in dict(given_periods).items() if until != VOID
    )
    begun = [each for each in counted if each[0] <= day]
    held = on_day(counted, day)
    if held is None:
        assert not begun or (begun[-1][1] or day) < day
    else:
        assert held == begun[-1]


@given(PERIODS, st.sampled_from(DAYS), st.none() | st.sampled_from(DAYS))
def test_d_2_5_what_overlaps_shares_a_day(
    given_periods: list[tuple[str, str | None]], since: str, until: str | None
) -> None:
    periods = [row(a, b) for a, b in given_periods if b is None or a <= b]
    if until is not None and until < since:
        since, until = until, since

    def days(first: str, last: str | None) -> set[str]:
        return {day for day in DAYS if first <= day and (last is None or day <= last)}

    shared = [
        each
        for each in periods
        if each.since != since and days(each.since, each.until) & days(since, until)
    ]
    assert sharing_days(periods, since, until) is (shared[0] if shared else None)
