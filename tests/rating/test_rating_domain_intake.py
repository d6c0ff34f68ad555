"""What is known of a tournament, whatever the order in which its events came."""

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.rating.domain.intake import (
    Flag,
    StatusEvent,
    TournamentRecord,
    absorb,
    in_force,
    ledger_key,
    rated,
)
from services.rating.domain.ledger import Key, Rated
from shared.events.tournaments import (
    FlagCode,
    GamesProjected,
    TournamentAnnulled,
    TournamentFinished,
    TournamentReinstated,
)
from shared.refusals import Refusal
from shared.rulesets import DEFAULT, load

NOTHING = TournamentRecord()
RATING = load(DEFAULT).rating

FINISHED = TournamentFinished(
    revision=1,
    finished_at="2011-11-05T18:30:00+03:00",
    zone="Europe/Moscow",
    date="2011-11-05",
    name="Кубок Казани",
    rule_set=DEFAULT,
    format="constructed-classic",
    family="constructed",
    city="kazan",
    club="kazan-1",
    official=True,
    participants=4,
    entries=((1, "18", True), (2, "26", True), (3, "34", True), (4, "42", True)),
    games=((1, 2, 2), (3, 4, 1), (4, 1, 0)),
)


def after(*events: StatusEvent) -> TournamentRecord:
    record = NOTHING
    for event in events:
        record = absorb(record, event)
    return record


def finished(revision: int, participants: int = 4) -> TournamentFinished:
    return replace(FINISHED, revision=revision, participants=participants)


def annulled(revision: int, code: FlagCode = "annulled") -> TournamentAnnulled:
    return TournamentAnnulled(revision=revision, code=code)


def reinstated(revision: int, code: FlagCode = "annulled") -> TournamentReinstated:
    return TournamentReinstated(revision=revision, code=code)


def test_d_2_5_an_official_tournament_counts_when_it_finishes() -> None:
    assert in_force(NOTHING) is None
    assert in_force(after(FINISHED)) == FINISHED


def test_d_2_5_an_unofficial_tournament_never_counts() -> None:
    assert in_force(after(replace(FINISHED, official=False))) is None


def test_d_4_5_the_highest_revision_counts_and_a_lower_one_changes_nothing() -> None:
    old, new = finished(1), finished(2, participants=5)
    assert in_force(after(old, new, old)) == new


def test_d_2_5_a_hold_may_come_before_the_finish_and_is_released() -> None:
    held = after(annulled(1, "hold"), finished(2))
    assert in_force(held) is None
    assert in_force(absorb(held, reinstated(3, "hold"))) == finished(2)


def test_d_2_5_each_code_is_lifted_by_itself_alone() -> None:
    both = after(finished(1), annulled(2, "hold"), annulled(3, "annulled"))
    released = absorb(both, reinstated(4, "hold"))
    assert in_force(released) is None
    assert in_force(absorb(released, reinstated(5, "annulled"))) == finished(1)


def test_d_3_1_a_quarantine_keeps_an_upload_from_the_rating_until_it_is_decided() -> None:
    waiting = after(finished(1), annulled(2, "quarantine"))
    assert in_force(waiting) is None
    assert in_force(absorb(waiting, reinstated(3, "hold"))) is None
    assert in_force(absorb(waiting, reinstated(3, "quarantine"))) == finished(1)


def test_d_2_5_a_new_finish_lifts_no_code() -> None:
    assert in_force(after(finished(1), annulled(2), finished(3))) is None


def test_d_4_3_annulled_twice_then_reinstated_once_counts_again() -> None:
    record = after(finished(1), annulled(2), annulled(3), reinstated(4))
    assert in_force(record) == finished(1)
    assert record.flags == (Flag("annulled", 4, False),)


def test_d_4_5_a_projection_of_a_running_tournament_never_counts() -> None:
    projected = GamesProjected(**{**vars(FINISHED), "revision": 9})
    assert absorb(NOTHING, projected) == NOTHING
    assert in_force(after(FINISHED, projected)) == FINISHED


revisions = st.integers(1, 5)
codes = st.sampled_from(["hold", "annulled", "quarantine"])
status_events = st.one_of(
    st.builds(finished, revisions, st.integers(2, 60)),
    st.builds(annulled, revisions, codes),
    st.builds(reinstated, revisions, codes),
)


@given(st.lists(status_events, max_size=12), st.randoms())
def test_d_4_3_order_and_duplicates_of_events_cannot_matter(
    events: list[StatusEvent], chance: random.Random
) -> None:
    shuffled = events + [chance.choice(events) for _ in range(3) if events]
    chance.shuffle(shuffled)
    assert after(*shuffled) == after(*events)


def test_rule_4_2_the_body_gives_games_by_player_and_the_tournaments_k() -> None:
    assert rated(FINISHED, RATING) == Rated(
        games=(("18", "26", 2), ("34", "42", 1), ("42", "18", 0)), k_tenths=160
    )


@pytest.mark.parametrize(
    ("participants", "k_tenths"),
    [(12, 160), (13, 240), (24, 240), (25, 320), (48, 320), (49, 400)],
)
def test_rule_4_3_coefficient_by_participants(participants: int, k_tenths: int) -> None:
    assert rated(finished(1, participants), RATING).k_tenths == k_tenths


@pytest.mark.parametrize(
    ("games", "code"),
    [
        (((1, 9, 2),), "unknown_entry"),
        (((1, 1, 2),), "game_with_oneself"),
        (((1, 2, 3),), "impossible_score"),
    ],
)
def test_rule_4_2_games_that_nobody_could_have_played_are_refused(
    games: tuple[tuple[int, int, int], ...], code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        rated(replace(FINISHED, games=games), RATING)
    assert (refused.value.code, refused.value.where) == (code, "games[0]")


def test_rule_4_2_a_player_entered_twice_cannot_have_met_himself() -> None:
    twins = replace(FINISHED, entries=((1, "18", True), (2, "18", True)), games=((1, 2, 2),))
    with pytest.raises(Refusal, match="game_with_oneself"):
        rated(twins, RATING)


@pytest.mark.parametrize(
    "written",
    [
        "2011-11-05T18:30:00+03:00",
        "2011-11-05T15:30:00Z",
        "2011-11-05T15:30:00.000000+00:00",
        "2011-11-06T01:30:00+10:00",
    ],
)
def test_d_4_3_one_instant_is_one_place_however_it_is_written(written: str) -> None:
    body = replace(FINISHED, finished_at=written)
    assert ledger_key("t-1", body) == Key("2011-11-05T15:30:00.000000Z", "t-1")


@given(
    st.lists(
        st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=st.timezones()),
        min_size=2,
    )
)
def test_d_4_3_places_sort_by_instant(moments: list[datetime]) -> None:
    keyed = {
        ledger_key("t", replace(FINISHED, finished_at=one.isoformat())): one for one in moments
    }
    instants = [keyed[key].astimezone(UTC) for key in sorted(keyed)]
    assert instants == sorted({one.astimezone(UTC) for one in moments})


@pytest.mark.parametrize("written", ["2011-11-05T18:30:00", "2011-11-05", "вчера", ""])
def test_d_4_3_a_time_without_an_offset_is_refused(written: str) -> None:
    with pytest.raises(Refusal, match="not_an_instant"):
        ledger_key("t-1", replace(FINISHED, finished_at=written))
