"""What a tournament is at one moment: the fold of its log (law 2). Built by ``evolve`` alone.

Mappings are never changed in place: a new state copies the one small mapping that differs and
shares all the rest with the state before it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeVar

from shared.events.rounds import PenaltyLevel, ResultKind, Stage
from shared.events.tournaments import FlagCode, Plan, TournamentCreated, TournamentImported

Status = Literal["draft", "announced", "registration", "running", "finished", "cancelled"]
DISQUALIFIES: frozenset[PenaltyLevel] = frozenset(
    {"disqualification", "disqualification_without_prizes", "suspension"}
)
"""P.10: the levels that end a player's tournament (R.9)."""

K = TypeVar("K")
V = TypeVar("V")


def nothing() -> Mapping[K, V]:
    """An empty mapping that nobody can fill."""
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Entry:
    """A player in this tournament (S.7).

    stints: (first round, last round or None) that he takes part in, in order: more than one if he
    came back. waiting: on the waiting list, not in. present: whether he checked in, None: nobody
    has looked. table: where he always sits. rating_milli: frozen for T.6, in thousandths, None when
    he had none. out_after: R.9: the round of his disqualification.
    """

    number: int
    player: str
    stints: tuple[tuple[int, int | None], ...] = ((1, None),)
    rating_milli: int | None = None
    waiting: bool = False
    present: bool | None = None
    table: int | None = None
    out_after: int | None = None

    @property
    def from_round(self) -> int:
        """S.7: the first round that he takes part in."""
        played = (since for since, until in self.stints if until is None or since <= until)
        return next(played, self.stints[0][0])

    @property
    def dropped_after(self) -> int | None:
        """S.7: the last round that he takes part in, None while he plays on."""
        return self.stints[-1][1] if self.out_after is None else self.out_after

    @property
    def disqualified(self) -> bool:
        """R.9: out of the places, listed as disqualified."""
        return self.out_after is not None

    @property
    def takes_part(self) -> bool:
        """S.7: not who left before his first round, nor who only waits."""
        return not self.waiting and any(
            until is None or since <= until for since, until in self.stints
        )

    def plays(self, round_number: int) -> bool:
        """S.7, R.9: whether the entry is to be paired in this round."""
        if self.waiting or (self.out_after is not None and round_number > self.out_after):
            return False
        return any(
            since <= round_number and (until is None or round_number <= until)
            for since, until in self.stints
        )


@dataclass(frozen=True, slots=True)
class Match:
    """A table of a round. ``kind`` None: no result; ``version`` counts what was said of it."""

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
    """A round, published or drafted: its matches by table, its auto-wins (R.4), rematches (S.2).

    warnings: codes of what was overridden to pair it. attempt: how often it was drawn anew (S.1).
    hand_tables, hand_byes: what the judge set (S.8); reason: the id of a note that says why.
    granted: S.7: entry -> points ×2 for the round, which he was not paired in. since: the number
    in the log of its publication, 0 in an import.
    """

    number: int
    stage: Stage
    matches: Mapping[int, Match]
    byes: tuple[int, ...] = ()
    rematches: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()
    attempt: int = 0
    hand_tables: tuple[int, ...] = ()
    hand_byes: tuple[int, ...] = ()
    reason: str | None = None
    granted: Mapping[int, int] = field(default_factory=nothing)
    since: int = 0

    @property
    def open_tables(self) -> tuple[int, ...]:
        """Tables without a result, in order."""
        return tuple(sorted(t for t, match in self.matches.items() if match.kind is None))

    @property
    def complete(self) -> bool:
        """Whether every table has a result."""
        return all(match.kind is not None for match in self.matches.values())

    def match_of(self, entry: int) -> Match | None:
        """The match that an entry plays in this round, None for a bye or nobody."""
        return next((match for match in self.matches.values() if entry in match.players), None)


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock. started: the instant (ISO, UTC) it runs from, None while it stands;
    left_seconds: what was left then; more: seconds that a table has beyond it.
    """

    round: int
    started: str | None
    left_seconds: int
    more: Mapping[int, int] = field(default_factory=nothing)


@dataclass(frozen=True, slots=True)
class Penalty:
    """P.10, P.11: a penalty of this tournament, codes alone; its story is the note of this id.

    made: (round, table, version) of the results that came of it.
    """

    id: str
    entry: int
    infraction: str
    level: PenaltyLevel
    round: int | None
    revoked: bool = False
    made: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Structure:
    """7.2.2 as it was used: Swiss rounds and the size of the TOP, 0 for none."""

    rounds: int
    top: int
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TournamentState:
    """The whole tournament.

    entries: by number, counted from 1. structure: None until round 1. draft: a round that is not
    published yet. seeds: the TOP's field in seed order, empty before the cut. penalties: by id, in
    the order given. flags: codes in force. revision: the counter that finished, annulled and
    reinstated share. finished_at: the first finish (D.4.3), None before it; reopened: it is not
    finished after all. imported: what was uploaded, if it was played elsewhere. undone: numbers of
    events that were taken back. settings_version: how often ``created`` was stated: what If-Match
    of a change names (law 10). version: events folded.
    """

    id: str
    created: TournamentCreated
    plan: Plan = "announced"
    entries: Mapping[int, Entry] = field(default_factory=nothing)
    rounds: tuple[Round, ...] = ()
    draft: Round | None = None
    structure: Structure | None = None
    seeds: tuple[int, ...] = ()
    clock: Clock | None = None
    penalties: Mapping[str, Penalty] = field(default_factory=nothing)
    flags: frozenset[FlagCode] = frozenset()
    revision: int = 0
    finished_at: str | None = None
    reopened: bool = False
    cancelled: bool = False
    imported: TournamentImported | None = None
    undone: frozenset[int] = frozenset()
    settings_version: int = 1
    version: int = 1

    @property
    def finished(self) -> bool:
        """Whether it is over, the last finish not being taken back."""
        return self.finished_at is not None and not self.reopened

    @property
    def status(self) -> Status:
        """Where it stands; hold, annulled and quarantine are flags beside it."""
        if self.cancelled:
            return "cancelled"
        if self.finished:
            return "finished"
        return self.plan if self.structure is None else "running"

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
