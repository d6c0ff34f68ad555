"""Use cases of results: recording, correcting, clearing (R.1–R.10, T.8, D.4.10)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import uuid4

from services.pairing.domain.consequences import Consequences, consequences
from services.pairing.domain.decide import results
from services.pairing.domain.decide.penalties import Misdeed, give_with_result
from services.pairing.domain.decide.results import COSTS_THE_GAME, Judged
from services.pairing.domain.state import Match, Round, TournamentState
from services.pairing.listing import may_correct
from services.pairing.schemas.penalties import AtTablePenaltyIn
from services.pairing.schemas.results import ResultIn, ResultLineIn
from services.pairing.service_entries import At
from services.pairing.service_penalties import tell
from shared import people, rulesets
from shared.auth import scope_missing
from shared.clock import iso, now
from shared.refusals import Refusal, Text
from shared.rulesets import RuleSet


class Recorded(NamedTuple):
    """A table after its result; changed: what a correction did, None for a first result."""

    state: TournamentState
    round: Round
    match: Match
    changed: Consequences | None


def record(at: At, number: int, table: int, given: ResultIn, expected: int | None) -> Recorded:
    """R.1–R.10, R.7: a table's result, or its correction, and penalties along with it.

    The same one again changes nothing; another one must name the version that it replaces, which
    only a correction needs (law 10). After the finish it takes who may correct (D.4.10).
    """
    before, ruleset = _open(at)
    match = _match(before, number, table)
    asked = _misdeeds(at, before, match, given.penalties)
    penalties = give_with_result(before, ruleset, asked, number, None)
    decided = results.record_result(
        before,
        ruleset,
        round_number=number,
        table=table,
        kind=given.kind,
        winner=_winner(before, match, given.winner),
        now=iso(now()),
        expected_version=expected,
        called=_called(at, before),
        penalised=any(each.level in COSTS_THE_GAME for each in penalties),
    )
    result = next((each for each in decided if isinstance(each, results.Said)), None)
    penalties = give_with_result(before, ruleset, asked, number, result)
    texts = {each.penalty: told.text for each, told in zip(asked, given.penalties, strict=True)}
    for each in penalties:
        tell(at, before, each.penalty, each.entry, texts[each.penalty])
    state = at.append(before, (*decided[:1], *penalties, *decided[1:]))
    return _recorded(before, state, ruleset, number, table)


def record_many(
    at: At, number: int, lines: Sequence[ResultLineIn]
) -> tuple[TournamentState, tuple[Judged, ...], Consequences | None]:
    """R.1–R.10: results of many tables at once, each judged by itself; the good ones are kept."""
    before, ruleset = _open(at)
    events, judged = results.record_results(
        before,
        ruleset,
        number,
        [
            results.Line(
                each.table,
                each.kind,
                _winner(before, _match(before, number, each.table), each.winner),
                each.version,
            )
            for each in lines
        ],
        now=iso(now()),
        called=_called(at, before),
    )
    state = at.append(before, events)
    corrected = any(each.replaced for each in judged)
    return state, judged, consequences(before, state, ruleset) if corrected else None


def clear(at: At, number: int, table: int, expected: int | None) -> Recorded:
    """T.8: a result that was given at the wrong table is taken away; twice changes nothing."""
    before, ruleset = _open(at)
    events = results.clear_result(
        before,
        ruleset,
        round_number=number,
        table=table,
        now=iso(now()),
        expected_version=expected,
        called=_called(at, before),
    )
    return _recorded(before, at.append(before, events), ruleset, number, table)


def _open(at: At) -> tuple[TournamentState, RuleSet]:
    state = at.state()
    may_correct(state, at.caller, now())
    return state, rulesets.load(state.created.rule_set)


def _recorded(
    before: TournamentState, state: TournamentState, ruleset: RuleSet, number: int, table: int
) -> Recorded:
    """What a correction did is worked out for a correction alone: most results are first ones."""
    was = before.rounds[number - 1].matches[table]
    played = state.rounds[number - 1]
    match = played.matches[table]
    again = was.kind is not None and match.version != was.version
    return Recorded(state, played, match, consequences(before, state, ruleset) if again else None)


def _match(state: TournamentState, number: int, table: int) -> Match | None:
    at = state.round(number)
    return at.matches.get(table) if at else None


def _winner(state: TournamentState, match: Match | None, winner: str | None) -> int | None:
    """The entry of a side or a player ID; 0, which sits at no table, for one who is not in."""
    if winner is None:
        return None
    if winner in ("a", "b"):
        return 0 if match is None else match.a if winner == "a" else match.b
    entry = state.entry_of(winner)
    return entry.number if entry else 0


def _called(at: At, state: TournamentState) -> Callable[[int], str]:
    def called(entry: int) -> str:
        player = state.entries[entry].player
        return f"{people.display(people.named(at.tx, [player]), player)} ({player})"

    return called


def _misdeeds(
    at: At,
    state: TournamentState,
    match: Match | None,
    given: Sequence[AtTablePenaltyIn],
) -> list[Misdeed]:
    """P.11: of who sits at the table. Refuses another one, and who may not judge."""
    if not given:
        return []
    if "judging" not in at.caller.scopes:
        raise scope_missing("judging")
    found: list[Misdeed] = []
    for place, each in enumerate(given):
        entry = state.entry_of(each.player)
        if match is None or entry is None or entry.number not in match.players:
            raise Refusal(
                "invalid",
                "not_at_table",
                Text(
                    f"№ {each.player} не сидит за этим столом.",
                    f"{each.player} does not sit at this table.",
                ),
                rule="P.11",
                where=f"body.penalties.{place}.player",
                todo=Text("Проверьте стол и номер игрока.", "Check the table and the player's ID."),
            )
        found.append(Misdeed(str(uuid4()), entry.number, each.infraction, each.level))
    return found
