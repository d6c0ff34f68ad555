"""What a tournament is at one moment: the fold of its log (law 2). Built by ``evolve`` alone.

Mappings are never changed in place: a new state copies the one small mapping that differs and
shares all the rest with the state before it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from shared.events.tournaments import (
    FlagCode,
    ResultKind,
    Stage,
    TournamentCreated,
    TournamentImported,
)

Status = Literal["announced", "running", "finished"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A player in this tournament (S.7).

    from_round: the first round that he takes part in; dropped_after: the last one, None while he
    plays on; rating_milli: frozen for T.6, in thousandths, None when he had none.
    """

    number: int
    player: str
    from_round: int = 1
    dropped_after: int | None = None
    rating_milli: int | None = None

    @property
    def takes_part(self) -> bool:
        """S.7: not who left before his first round."""
        return self.plays(self.from_round)

    def plays(self, round_number: int) -> bool:
        """S.7: whether the entry is to be paired in this round."""
        return self.from_round <= round_number and (
            self.dropped_after is None or round_number <= self.dropped_after
        )


@dataclass(frozen=True, slots=True)
class Match:
    """A table of a round. ``version`` 0: no result yet; it counts the results that were given."""

    table: int
    a: int
    b: int
    kind: ResultKind | None = None
    winner: int | None = None
    version: int = 0

    @property
    def players(self) -> tuple[int, int]:
        """Both entries."""
        return self.a, self.b

    @property
    def loser(self) -> int | None:
        """The other one than the winner; None when nobody won."""
        if self.winner is None:
            return None
        return self.b if self.winner == self.a else self.a


@dataclass(frozen=True, slots=True)
class Round:
    """A published round: its matches by table, its auto-wins (R.4), its rematches (S.2).

    warnings: codes of what was overridden to pair it.
    """

    number: int
    stage: Stage
    matches: Mapping[int, Match]
    byes: tuple[int, ...] = ()
    rematches: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def open_tables(self) -> tuple[int, ...]:
        """Tables without a result, in order."""
        return tuple(sorted(table for table, match in self.matches.items() if not match.version))

    @property
    def complete(self) -> bool:
        """Whether every table has a result."""
        return all(match.version for match in self.matches.values())

    def match_of(self, entry: int) -> Match | None:
        """The match that an entry plays in this round, None for a bye or nobody."""
        return next((match for match in self.matches.values() if entry in match.players), None)


@dataclass(frozen=True, slots=True)
class Structure:
    """7.2.2 as it was used: Swiss rounds and the size of the TOP, 0 for none."""

    rounds: int
    top: int
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TournamentState:
    """The whole tournament.

    entries: by number, counted from 1. structure: None until round 1. seeds: the TOP's field in
    seed order, empty before the cut. flags: codes in force (hold, annulled). revision: the counter
    that finished, annulled and reinstated share. finished_at: the first finish (D.4.3), None while
    it runs. imported: what was uploaded, if it was played elsewhere. version: events folded.
    """

    id: str
    created: TournamentCreated
    entries: Mapping[int, Entry] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    structure: Structure | None = None
    seeds: tuple[int, ...] = ()
    flags: frozenset[FlagCode] = frozenset()
    revision: int = 0
    finished_at: str | None = None
    imported: TournamentImported | None = None
    version: int = 1

    @property
    def status(self) -> Status:
        """Where it stands; hold and annulled are flags beside it."""
        if self.finished_at is not None:
            return "finished"
        return "announced" if self.structure is None else "running"

    @property
    def players(self) -> int:
        """S.7: how many take or took part: not who left before his first round."""
        return sum(entry.takes_part for entry in self.entries.values())

    @property
    def current(self) -> Round | None:
        """The round published last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def due(self) -> int:
        """The number that the next round will have."""
        return len(self.rounds) + 1

    @property
    def swiss(self) -> tuple[Round, ...]:
        """The Swiss rounds so far (7.0.1)."""
        return tuple(each for each in self.rounds if each.stage == "swiss")

    @property
    def top(self) -> tuple[Round, ...]:
        """The TOP's rounds so far (T.9)."""
        return tuple(each for each in self.rounds if each.stage == "top")

    def playing(self, round_number: int) -> tuple[Entry, ...]:
        """S.7: the entries to be paired in this round, by number."""
        return tuple(entry for entry in self.entries.values() if entry.plays(round_number))

    def round(self, number: int) -> Round | None:
        """A published round by its number."""
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else None

    def entry_of(self, player: str) -> Entry | None:
        """The entry under which a player ID takes part."""
        return next((each for each in self.entries.values() if each.player == player), None)
