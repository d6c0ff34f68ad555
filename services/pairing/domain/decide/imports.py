"""Taking in a finished tournament that was played elsewhere (2.1.5, 7.0.1, 7.2.1)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from services.pairing.domain import rated
from services.pairing.domain.decide.life import Announcement, create
from services.pairing.domain.decide.result_faults import result_fault
from services.pairing.domain.decide.rounds import enough_players
from services.pairing.domain.evolve import begin, evolve
from services.pairing.domain.state import TournamentState
from shared.events.base import Event
from shared.events.rounds import ResultKind, Stage
from shared.events.tournaments import TournamentCreated, TournamentFinished, TournamentImported
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """A game by player IDs; ``winner``: one of the two, or None where nobody won."""

    a: str
    b: str
    kind: ResultKind
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class ImportedRound:
    """A round: its games, numbered as tables in this order, and those with an auto-win (R.4)."""

    stage: Stage
    matches: Sequence[ImportedMatch]
    byes: Sequence[str] = ()


def import_finished(
    state: TournamentState | None,
    ruleset: RuleSet,
    announcement: Announcement,
    *,
    tool: str,
    tool_id: str,
    players: Sequence[str],
    rounds: Sequence[ImportedRound],
    finished_at: str,
    seed: int,
) -> tuple[Event, ...]:
    """2.1.5, 7.2.1: a whole tournament as one upload: created, imported, finished.

    tool, tool_id: the program or site that gave the id. players: IDs, in the order that numbers
    them from 1. finished_at: an ISO instant in UTC. state: None, or what an earlier upload of the
    same id made: the same content then changes nothing, another is a conflict.

    Refuses, with a row for each fault: fewer players than the minimum (7.2.1), not counting who is
    in no round; a player listed twice or not at all (2.1.3), one who meets himself (S.2) or is
    twice in a round (7.0.1), Swiss after the TOP (7.0.1), an impossible result (R.1–R.10).
    """
    number_of = {player: number for number, player in enumerate(players, start=1)}
    faults = [*_player_faults(players, rounds, number_of)]
    faults += [] if faults else _round_faults(rounds)
    if faults:
        raise _refused(faults)
    enough_players(len(_took_part(rounds)), ruleset, uploaded=True)
    (created,) = create(announcement, ruleset, seed)
    imported = _event(tool, tool_id, number_of, rounds)
    if state is not None:
        return _known(state, created, imported, finished_at)
    played = evolve(begin(tool_id, created), imported)
    finished = rated.body(TournamentFinished, played, ruleset, revision=1, finished_at=finished_at)
    return created, imported, finished


def _event(
    tool: str, tool_id: str, number_of: Mapping[str, int], rounds: Sequence[ImportedRound]
) -> TournamentImported:
    return TournamentImported(
        tool,
        tool_id,
        tuple((number, player) for player, number in number_of.items()),
        tuple(
            (
                each.stage,
                tuple(
                    (
                        table,
                        number_of[match.a],
                        number_of[match.b],
                        match.kind,
                        None if match.winner is None else number_of[match.winner],
                    )
                    for table, match in enumerate(each.matches, start=1)
                ),
                tuple(number_of[player] for player in each.byes),
            )
            for each in rounds
        ),
    )


def _known(
    state: TournamentState,
    created: TournamentCreated,
    imported: TournamentImported,
    finished_at: str,
) -> tuple[Event, ...]:
    """A repeated upload: later corrections and flags of ours stay as they are."""
    same = (
        replace(created, seed=state.created.seed) == state.created
        and imported == state.imported
        and finished_at == state.finished_at
    )
    if same:
        return ()
    raise Refusal(
        "conflict",
        "import_differs",
        Text(
            "Этот турнир уже загружен с другим содержанием.",
            "This tournament was uploaded before with other content.",
        ),
        rule="2.1.5",
        todo=Text(
            "Исправьте результаты в загруженном турнире.",
            "Correct the results in the tournament that is here.",
        ),
    )


@dataclass(frozen=True, slots=True)
class _Fault:
    where: str
    rule: str | None
    code: str
    text: Text

    def row(self) -> dict[str, Any]:
        return {
            "where": f"body.{self.where}",
            "rule": self.rule,
            "code": self.code,
            "message": self.text,
        }


def _refused(faults: Sequence[_Fault]) -> Refusal:
    first = faults[0]
    return Refusal(
        "invalid",
        first.code,
        first.text,
        rule=first.rule,
        where=f"body.{first.where}",
        todo=Text(
            "Исправьте отмеченное и загрузите файл снова: ничего не сохранено.",
            "Mend what is named and upload again: nothing was kept.",
        ),
        details=tuple(fault.row() for fault in faults),
    )


def _named(match: ImportedMatch) -> tuple[str, ...]:
    return (match.a, match.b) if match.winner is None else (match.a, match.b, match.winner)


def _took_part(rounds: Sequence[ImportedRound]) -> set[str]:
    """Who was paired, or had a bye, in some round."""
    paired = {player for each in rounds for match in each.matches for player in (match.a, match.b)}
    return paired | {player for each in rounds for player in each.byes}


def _player_faults(
    players: Sequence[str], rounds: Sequence[ImportedRound], number_of: Mapping[str, int]
) -> Iterator[_Fault]:
    """2.1.3: every ID is listed, and listed once."""
    for player, times in Counter(players).items():
        if times > 1:
            text = Text(f"Игрок {player} указан дважды.", f"Player {player} is listed twice.")
            yield _Fault("players", "2.1.3", "player_listed_twice", text)
    for at, each in enumerate(rounds):
        named = [player for match in each.matches for player in _named(match)]
        for player in dict.fromkeys([*named, *each.byes]):
            if player not in number_of:
                text = Text(
                    f"Игрока {player} нет в списке участников.",
                    f"Player {player} is not among the players.",
                )
                yield _Fault(f"rounds.{at}", "2.1.3", "player_unknown", text)


def _round_faults(rounds: Sequence[ImportedRound]) -> Iterator[_Fault]:
    if not any(each.matches for each in rounds):
        text = Text("В турнире нет ни одной игры.", "The tournament has no game.")
        yield _Fault("rounds", "7.0.1", "no_games", text)
    in_top = False
    for at, each in enumerate(rounds):
        if in_top and each.stage == "swiss":
            text = Text(
                "Швейцарский тур не может идти после ТОПа.", "A Swiss round can't follow the TOP."
            )
            yield _Fault(f"rounds.{at}.stage", "7.0.1", "swiss_after_top", text)
        in_top = in_top or each.stage == "top"
        yield from _pairing_faults(at, each)
        yield from _result_faults(at, each)


def _pairing_faults(at: int, each: ImportedRound) -> Iterator[_Fault]:
    """S.2, 7.0.1: nobody meets himself, nobody is twice in a round."""
    seats: Counter[str] = Counter(each.byes)
    for place, match in enumerate(each.matches):
        if match.a == match.b:
            text = Text(f"Игрок {match.a} играет сам с собой.", f"Player {match.a} meets himself.")
            yield _Fault(f"rounds.{at}.matches.{place}", "S.2", "player_meets_himself", text)
        seats.update({match.a, match.b})
    for player, times in seats.items():
        if times > 1:
            text = Text(
                f"Игрок {player} дважды в одном туре.", f"Player {player} is twice in one round."
            )
            yield _Fault(f"rounds.{at}", "7.0.1", "player_twice_in_round", text)


def _result_faults(at: int, each: ImportedRound) -> Iterator[_Fault]:
    """R.1–R.10: the same checks as at a table of ours."""
    for place, match in enumerate(each.matches):
        pair = match.a, match.b
        if fault := result_fault(match.kind, match.winner, pair, each.stage == "top"):
            field = str(fault.where).removeprefix("body.")
            where = f"rounds.{at}.matches.{place}.{field}"
            yield _Fault(where, fault.rule, fault.code, fault.message)
