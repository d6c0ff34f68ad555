"""Helpers of the TOP's tests: one that is played, and one of eight built by hand."""

from services.pairing.domain.evolve import fold
from services.pairing.domain.state import TournamentState
from services.pairing.domain.top import final_places
from shared.events.base import Event
from shared.events.rounds import ResultRecorded, RoundPublished
from shared.events.tournaments import TopCut
from tests.pairing.pairing_domain_play import RULES, Play, built


def in_top(players: int, size: int) -> Play:
    """One Swiss round is played and the TOP's first round is out."""
    play = Play(players)
    play.start(rounds=1, top_size=size)
    play.favourites_win()
    play.pair()
    return play


def better_seeds_win(play: Play) -> None:
    seeds, now = play.state.seeds, play.state.rounds[-1]
    for table in now.open_tables:
        play.result(now.number, table, "clean", min(now.matches[table].players, key=seeds.index))


EIGHT = tuple(range(1, 9))


def top_of_eight(*rounds: Event) -> TournamentState:
    """Seeds are the entries' numbers; one Swiss round of draws, then these events."""
    swiss = built(
        8,
        ([(1, 2, "draw", None), (3, 4, "draw", None), (5, 6, "draw", None), (7, 8, "draw", None)],
         ()),
    )  # fmt: skip
    events: list[Event] = [TopCut(EIGHT), *rounds]
    return fold("t", events, swiss)


QUARTERS = (
    RoundPublished(2, "top", ((1, 1, 8), (2, 4, 5), (3, 2, 7), (4, 3, 6))),
    *(ResultRecorded(2, table, "clean", winner) for table, winner in enumerate((1, 4, 2, 3), 1)),
)
SEMIS = (
    *QUARTERS,
    RoundPublished(3, "top", ((1, 1, 4), (2, 2, 3))),
    ResultRecorded(3, 1, "clean", 1),
)


def order(state: TournamentState) -> list[int]:
    return [row.entry for row in final_places(state, RULES)]
