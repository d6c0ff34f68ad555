"""The fold of an uploaded tournament (2.1.5): what was corrected here outlives the next upload."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from services.pairing.domain.state import Entry, Match, Round, Structure, TournamentState
from shared.events.rounds import ResultKind
from shared.events.tournaments import TournamentImported

Detail = tuple[int, int | None, int | None, int | None]
"""First round, last one, round of a disqualification, rating in thousandths."""
Said = tuple[int, int, int, ResultKind, int | None]
"""``(table, a, b, kind, winner)``."""

PLAIN: Detail = (1, None, None, None)
"""What is so of an entry of whom an upload says no more than who he is."""


def imported(state: TournamentState, event: TournamentImported) -> TournamentState:
    """The state after an upload: all of it as uploaded, but for what stays as it is here.

    Stays: an entry, a pair's result and a granted one of which this upload says what the one
    before it said. No ratings (T.6) and no seeds (T.9) are there but those that it states.
    """
    rounds = tuple(_round(number, state, event) for number in range(1, len(event.rounds) + 1))
    played = Structure(sum(each.stage == "swiss" for each in rounds), len(_in_top(rounds)))
    return replace(
        state,
        entries=_entries(state, event),
        rounds=rounds,
        structure=played if event.structure is None else Structure(*event.structure),
        seeds=event.seeds,
        imported=event,
    )


def details(event: TournamentImported | None) -> Mapping[int, Detail]:
    """By entry number, what an upload says of entries beyond who they are."""
    said = event.details if event else ()
    return {entry: (since, until, out, rating) for entry, since, until, out, rating in said}


def _entries(state: TournamentState, event: TournamentImported) -> Mapping[int, Entry]:
    before = dict(state.imported.entries) if state.imported else {}
    said_before, said = details(state.imported), details(event)
    made: dict[int, Entry] = {}
    for number, player in event.entries:
        old, now = state.entries.get(number), said.get(number, PLAIN)
        same = before.get(number) == player and said_before.get(number, PLAIN) == now
        made[number] = old if old and same else _entry(number, player, now, old)
    return made


def _entry(number: int, player: str, said: Detail, old: Entry | None) -> Entry:
    """R.9: a disqualification of ours stands, whatever an upload says of the rest."""
    since, until, out, rating = said
    out = out if old is None or out is not None else old.out_after
    return Entry(number, player, ((since, until),), rating, out_after=out)


def _round(number: int, state: TournamentState, event: TournamentImported) -> Round:
    stage, pairs, byes = event.rounds[number - 1]
    ours, before = state.round(number), _pairs(state.imported, number)
    stays = {frozenset(match.players): match for match in ours.matches.values()} if ours else {}
    matches: dict[int, Match] = {}
    for table, a, b, kind, winner in pairs:
        pair = frozenset((a, b))
        old = stays.get(pair) or (ours.matches.get(table) if ours else None)
        version = old.version if old else 0
        if pair in stays and before.get(pair) == (kind, winner):
            old = stays[pair]
            matches[table] = Match(table, a, b, old.kind, old.winner, version)
        else:
            matches[table] = Match(table, a, b, kind, winner, version + 1)
    return Round(number, stage, matches, byes, granted=_granted(number, state, event))


def _pairs(
    event: TournamentImported | None, number: int
) -> Mapping[frozenset[int], tuple[ResultKind, int | None]]:
    if event is None or number > len(event.rounds):
        return {}
    _, pairs, _ = event.rounds[number - 1]
    return {frozenset((a, b)): (kind, winner) for _, a, b, kind, winner in pairs}


def _granted(number: int, state: TournamentState, event: TournamentImported) -> Mapping[int, int]:
    """S.7: entry -> points ×2, those of ours where the upload says as before."""
    ours = state.round(number)
    before, said = _said_granted(state.imported, number), _said_granted(event, number)
    if ours is None:
        return said
    stays = {
        entry: points
        for entry, points in ours.granted.items()
        if before.get(entry) == said.get(entry)
    }
    news = {entry: points for entry, points in said.items() if before.get(entry) != points}
    return stays | news


def _said_granted(event: TournamentImported | None, number: int) -> dict[int, int]:
    return {e: points for at, e, points in event.granted if at == number} if event else {}


def _in_top(rounds: Iterable[Round]) -> set[int]:
    return {
        entry
        for each in rounds
        if each.stage == "top"
        for entry in (
            *each.byes,
            *(one for match in each.matches.values() for one in match.players),
        )
    }
