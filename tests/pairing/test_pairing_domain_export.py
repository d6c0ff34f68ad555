"""2.1.5: whatever happened in a tournament, its export has the same standings elsewhere."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.pairing.domain import decide
from services.pairing.domain.evolve import evolve, fold
from services.pairing.domain.points import records
from services.pairing.domain.standings import standings
from services.pairing.domain.state import TournamentState
from services.pairing.domain.top import final_places
from services.pairing.importing import stated
from services.pairing.schemas.imports import ImportIn
from services.pairing.views_imports import export
from shared.events.tournaments import TournamentReopened
from tests.pairing.pairing_domain_play import ANNOUNCEMENT, NOW, RULES, Play
from tests.pairing.pairing_generator import Evening

ID = "6f1c9a52-6f0b-4f0e-9a53-0b0f6f0e7d11"


def with_ids(state: TournamentState) -> TournamentState:
    """The tournament of people whose IDs are as long as IDs are."""
    entries = {
        number: replace(entry, player=f"{1000 + number}") for number, entry in state.entries.items()
    }
    return replace(state, entries=entries)


def taken_elsewhere(state: TournamentState) -> TournamentState:
    """The tournament as somebody else has it, who got nothing but its export."""
    body = ImportIn.model_validate_json(export(state).model_dump_json())
    assert body.seed is not None
    beside = decide.Circumstances(str(state.finished_at), body.seed, {})
    events = decide.import_finished(None, RULES, ANNOUNCEMENT, stated(body), beside)
    return fold(ID, events)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.integers(4, 24))
def test_rule_2_1_5_an_export_imported_elsewhere_has_the_same_standings(
    seed: int, size: int
) -> None:
    evening = Evening(seed, size)
    evening.evening()
    here = with_ids(evening.state)
    there = taken_elsewhere(here)
    assert standings(there, RULES) == standings(here, RULES)
    assert final_places(there, RULES) == final_places(here, RULES)
    assert (there.structure, there.seeds) == (
        here.structure and replace(here.structure, warnings=()),
        here.seeds,
    )
    assert export(there).model_dump(exclude={"source", "external_id"}) == export(here).model_dump(
        exclude={"source", "external_id"}
    )


def test_s_3_a_judges_bye_survives_export_and_import_and_is_never_followed_by_a_second() -> None:
    for seed in range(20):
        play = Play(9, seed=seed)
        play.start(rounds=4, top_size=0, wish=decide.Wish(hand=decide.Hand((), (1,)), reason="n"))
        play.favourites_win()
        play.pair()
        play.favourites_win()
        assert 1 in play.state.rounds[0].byes
        here = replace(with_ids(play.state), finished_at=NOW)
        there = taken_elsewhere(here)
        assert there.rounds[0].byes == here.rounds[0].byes
        there = evolve(there, TournamentReopened())
        for _ in range(2):  # it goes on where it was taken to
            there = fold(ID, decide.pair_next(there, RULES), there)
            for table in there.rounds[-1].open_tables:
                winner = min(there.rounds[-1].matches[table].players)
                result = decide.record_result(
                    there,
                    RULES,
                    round_number=there.due - 1,
                    table=table,
                    kind="clean",
                    winner=winner,
                    now=NOW,
                )
                there = fold(ID, result, there)
        assert (
            max(each.auto_wins for each in records(there.entries, there.swiss, RULES).values()) == 1
        )
        assert [1 in each.byes for each in there.rounds] == [True, False, False, False]
