"""Who is in a round and how its tables ended: 7.0.1, 7.2.1, 7.2.2, S.2, S.7, R.1–R.10."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from services.pairing.domain.checker.findings import Finding, Unchecked
from services.pairing.domain.checker.scores import NEEDS_A_WINNER
from services.pairing.domain.state import Entry, Match, Round, TournamentState
from shared.events.rounds import ResultKind
from shared.refusals import Text
from shared.rulesets.model import RuleSet

Place = Literal["in", "out", "disqualified", "unknown"]
LOST_BY_PENALTY = frozenset(
    {"game_loss", "disqualification", "disqualification_without_prizes", "suspension"}
)
RULE_OF_KIND: dict[ResultKind, str] = {
    "clean": "R.1",
    "technical": "R.2",
    "no_show": "R.5",
    "draw": "R.3",
    "agreed_draw": "R.3",
    "both_absent": "R.6",
    "double_loss": "R.7",
}


def shape(state: TournamentState, ruleset: RuleSet) -> Iterator[Finding]:
    """7.0.1, 7.2.1, 7.2.2: of the tournament as a whole."""
    in_top = False
    for at in state.rounds:
        if in_top and at.stage == "swiss":
            text = Text("Швейцарский тур идёт после ТОПа.", "A Swiss round follows the TOP.")
            yield Finding("7.0.1", "swiss_after_top", text, at.number)
        in_top = in_top or at.stage == "top"
        if state.finished and at.open_tables:
            text = Text(
                "Турнир завершён, а у столов нет результата.",
                "The tournament is finished, and tables have no result.",
            )
            entries = tuple(e for table in at.open_tables for e in at.matches[table].players)
            yield Finding("7.0.1", "no_result", text, at.number, entries)
    seated = {entry for at in state.rounds for entry in present(at)}
    if state.rounds and len(seated) < ruleset.min_players:
        text = Text(
            "Игроков меньше, чем нужно для турнира.", "Fewer players than a tournament needs."
        )
        yield Finding("7.2.1", "too_few_players", text, entries=tuple(sorted(seated)))
    swiss = sum(at.stage == "swiss" for at in state.rounds)
    if state.structure is not None and swiss > state.structure.rounds:
        text = Text("Швейцарских туров больше объявленного.", "More Swiss rounds than were set.")
        yield Finding("7.2.2", "too_many_rounds", text, more=swiss - state.structure.rounds)


def present(at: Round) -> list[int]:
    """Everybody in a round, once for each place he has in it."""
    return [*at.byes, *(entry for match in at.matches.values() for entry in (match.a, match.b))]


def sound(state: TournamentState, at: Round) -> list[Finding]:
    """7.0.1, S.2: nobody twice, nobody against himself, nobody unknown."""
    found: list[Finding] = []
    for match in at.matches.values():
        if match.a == match.b:
            text = Text("Игрок играет сам с собой.", "A player meets himself.")
            found.append(Finding("S.2", "meets_himself", text, at.number, (match.a,)))
    seats = Counter(at.byes)
    for match in at.matches.values():
        seats.update({match.a, match.b})
    for entry, times in seats.items():
        if times > 1:
            text = Text("Игрок дважды в одном туре.", "A player is twice in one round.")
            found.append(Finding("7.0.1", "twice_in_round", text, at.number, (entry,)))
        if entry not in state.entries:
            text = Text("Такого участника в турнире нет.", "There is no such entry.")
            found.append(Finding("2.1.1", "unknown_entry", text, at.number, (entry,)))
    return found


def attendance(before: TournamentState, at: Round) -> Iterator[Finding | Unchecked]:
    """S.7, R.9: all of those who play and nobody else; before: when the round was published."""
    seated = set(present(at))
    unknown = False
    for number, entry in sorted(before.entries.items()):
        place = _place(before, entry, at.number)
        if number in seated and place == "disqualified":
            text = Text("В туре дисквалифицированный.", "A disqualified player is paired.")
            yield Finding("R.9", "disqualified_paired", text, at.number, (number,))
        elif number in seated and place == "out":
            text = Text(
                "В туре тот, кто ещё не вступил или уже выбыл.",
                "One is paired who had not joined yet, or had left.",
            )
            yield Finding("S.7", "paired_while_out", text, at.number, (number,))
        elif number not in seated and place == "in" and at.stage == "swiss":
            text = Text(
                "Игрок участвует, а пары у него нет.", "A player takes part and has no pair."
            )
            yield Finding("S.7", "not_paired", text, at.number, (number,))
        unknown = unknown or (number not in seated and place == "unknown" and at.stage == "swiss")
    if unknown:
        text = Text(
            "В загруженном файле не сказано, когда игроки выбыли.",
            "The upload does not say when players left.",
        )
        yield Unchecked("S.7", text, at.number)


def _place(before: TournamentState, entry: Entry, number: int) -> Place:
    """Where an entry was when a round was paired; an upload says it of some alone."""
    if entry.out_after is not None and number > entry.out_after:
        return "disqualified"
    if before.imported is not None and entry.number not in {
        each[0] for each in before.imported.details
    }:
        return "unknown"
    playing = any(
        since <= number and (until is None or number <= until) for since, until in entry.stints
    )
    return "in" if playing and not entry.waiting else "out"


def results(state: TournamentState, at: Round) -> Iterator[Finding]:
    """R.1–R.10: results that can't be."""
    for table in sorted(at.matches):
        match = at.matches[table]
        if match.kind is None:
            continue
        yield from _result(state, at, match, match.kind)


def _result(state: TournamentState, at: Round, match: Match, kind: ResultKind) -> Iterator[Finding]:
    needed = NEEDS_A_WINNER[kind]
    if needed and match.winner not in (match.a, match.b):
        text = Text("У победы нет победителя из этой пары.", "A win with no winner of the pair.")
        yield Finding(RULE_OF_KIND[kind], "winner_missing", text, at.number, match.players)
    if not needed and match.winner is not None:
        text = Text("У такого результата нет победителя.", "Such a result has no winner.")
        yield Finding(RULE_OF_KIND[kind], "winner_too_many", text, at.number, match.players)
    if at.stage == "top" and kind in ("draw", "agreed_draw"):
        text = Text("Игра ТОПа без победителя.", "A game of the TOP without a winner.")
        yield Finding("R.10", "top_without_winner", text, at.number, match.players)
    if kind == "double_loss" and state.imported is None and not _penalised(state, at, match):
        text = Text(
            "Обоюдное поражение без наказания, за которое проигрывают игру.",
            "A double loss without a penalty that costs the game.",
        )
        yield Finding("R.7", "double_loss_without_penalty", text, at.number, match.players)


def _penalised(state: TournamentState, at: Round, match: Match) -> bool:
    return any(
        each.entry in match.players
        and each.round == at.number
        and each.level in LOST_BY_PENALTY
        and not each.revoked
        for each in state.penalties.values()
    )
