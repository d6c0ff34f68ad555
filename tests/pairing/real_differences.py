"""Real tournaments, recomputed: what differs from what was published, each difference with a kind.

A file of them is as ``deploy.demo.real`` reads it, with ``"standings": [[rank, player, points,
wins, losses, draws], …]`` beside the rounds. None is in this repository.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from deploy.demo.real import Tournament, clean
from services.pairing.domain import decide
from services.pairing.domain.evolve import fold
from services.pairing.domain.points import Record, records
from services.pairing.domain.state import TournamentState
from services.pairing.domain.top import FinalRow, final_places
from services.pairing.domain.uploads import ImportedMatch, ImportedRound, Upload, UploadedPlayer
from shared.refusals import Refusal
from tests.pairing.pairing_domain_play import ANNOUNCEMENT, NOW, RULES

WIN, DRAW = 3, 1
"""There and here alike, and a bye is a win."""

POINTS = {
    "same": "as published",
    "nowhere_in_rounds": "in the published table, in no round that the file has",
    "game_left_out": "a game of his can't be told (two in a round, with two results, himself)",
    "earlier_table": "the published table was taken after an earlier round",
    "top_counted": "wins of the TOP count as points there",
    "rounds_absent": "he is not in some rounds that the file has, and scored in them",
    "rounds_missing": "the table has more points than the file's rounds can give",
    "bye_not_counted": "a bye counts nothing there",
    "bye_as_draw": "a bye counts as a draw there",
    "record_contradicts": "his published wins and draws are not his published points",
    "other_result": "the table goes by another result than the rounds say",
}
PLACES = {
    "same": "as published",
    "in_no_round": "a published place of somebody who is in no round",
    "pushed_down": "as published, but for those who are in no round",
    "other_tiebreaks": "among those with as many points, by other tie-breaks",
    "top_order": "in the TOP, in another order (other seeds, a game that was left out)",
    "top_not_ranked": "the published place is that of the Swiss",
    "points_differ": "as his published points have it, which are not ours",
    "not_by_points": "the published places do not follow the published points",
}
REFUSED = {"too_few_players": "7.2.1: fewer than four", "no_games": "7.0.1: no game is left"}


@dataclass
class Judged:
    """One tournament. refused: the code, or None; the rest: kind -> how often."""

    refused: str | None = None
    points: Counter[str] = field(default_factory=Counter)
    places: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    unpublished: int = 0
    """Players of the rounds who are not in the published table."""


def table(judged: Iterable[Judged]) -> str:
    """Counts of every kind, with what it means."""
    points: Counter[str] = Counter()
    places: Counter[str] = Counter()
    left: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    for each in judged:
        points += each.points
        places += each.places
        left += each.left_out
        refused[each.refused or "taken in"] += 1
    parts = {"tournaments": refused, "not taken": left, "points": points, "places": places}
    words = {**POINTS, **REFUSED}
    return "\n".join(
        f"{part:12} {many:7} {kind}: {(PLACES if part == 'places' else words).get(kind, '')}"
        for part, counts in parts.items()
        for kind, many in counts.most_common()
    )


def upload_of(cleaned: Tournament) -> Upload:
    """What is sent of it."""
    return Upload(
        cleaned.source,
        cleaned.external_id,
        [UploadedPlayer(str(player)) for player in cleaned.players],
        [
            ImportedRound(
                "top" if stage == "top" else "swiss",
                [
                    ImportedMatch(
                        str(a),
                        str(b),
                        "clean" if winner is not None else "draw",
                        None if winner is None else str(winner),
                    )
                    for a, b, _, winner in matches
                ],
                [str(player) for player in byes],
            )
            for stage, matches, byes in cleaned.rounds
        ],
    )


def judge(raw: Mapping[str, Any]) -> Judged:
    """Import it, compute points and places anew, and say of every row what became of it."""
    cleaned = clean(dict(raw))
    found = Judged(left_out=left_out(raw, cleaned))
    beside = decide.Circumstances(NOW, 1, {})
    try:
        events = decide.import_finished(None, RULES, ANNOUNCEMENT, upload_of(cleaned), beside)
    except Refusal as no:
        found.refused = no.code
        return found
    told = _Told(raw, fold("t", events))
    for rank, player, points, wins, _, draws in raw["standings"]:
        record = WIN * wins + DRAW * draws if wins or draws else None
        found.points[told.of_points(str(player), points, record)] += 1
        found.places[told.of_place(str(player), rank)] += 1
    found.unpublished = len(told.ours.keys() - told.published.keys())
    return found


def left_out(raw: Mapping[str, Any], cleaned: Tournament) -> Counter[str]:
    """What of the file is no result, by kind; and pairs that it lists from both sides."""
    found = Counter(line.rpartition(" / ")[2].partition(":")[0] for line in cleaned.skipped)
    for part in raw["rounds"]:
        pairs = Counter(frozenset(match[:2]) for match in part["matches"] if None not in match[:2])
        found["listed from both sides"] += sum(times - 1 for times in pairs.values())
    return +found


@dataclass
class _Told:
    """A tournament as published, and as it is here; people are strings, points as published."""

    raw: Mapping[str, Any]
    state: TournamentState

    @cached_property
    def published(self) -> dict[str, int]:
        return {str(row[1]): row[2] for row in self.raw["standings"]}

    @cached_property
    def records(self) -> dict[str, Record]:
        found = records(self.state.entries, self.state.swiss, RULES)
        return {self.state.entries[entry].player: record for entry, record in found.items()}

    @cached_property
    def ours(self) -> dict[str, FinalRow]:
        rows = final_places(self.state, RULES)
        return {self.state.entries[row.entry].player: row for row in rows}

    @cached_property
    def top(self) -> dict[str, int]:
        """Wins and byes of the TOP."""
        found: Counter[str] = Counter()
        for each in self.state.top:
            won = [m.winner for m in each.matches.values() if m.winner is not None]
            found.update(self.state.entries[entry].player for entry in (*won, *each.byes))
        return found

    @cached_property
    def reached(self) -> dict[str, int]:
        """The last round of the TOP in which he is."""
        found: dict[str, int] = {}
        for each in self.state.top:
            seated = [entry for m in each.matches.values() for entry in m.players]
            for entry in (*seated, *each.byes):
                found[self.state.entries[entry].player] = each.number
        return found

    @cached_property
    def doubtful(self) -> frozenset[str]:
        """Those of whom the file lists more than was taken."""
        listed: Counter[str] = Counter()
        for part in self.raw["rounds"]:
            once = {frozenset(match[:2]) for match in part["matches"]}
            listed.update(str(player) for pair in once for player in pair if player is not None)
        taken: Counter[str] = Counter()
        for each in self.state.rounds:
            seated = [entry for m in each.matches.values() for entry in m.players]
            taken.update(self.state.entries[entry].player for entry in (*seated, *each.byes))
        return frozenset(player for player in listed if listed[player] > taken[player])

    @cached_property
    def rounds(self) -> int:
        return len(self.state.swiss)

    def after(self, player: str, rounds: int) -> int:
        """His points after so many rounds of the Swiss."""
        lines = self.records[player].lines if player in self.records else []
        return sum(line.points for line in lines if line.round <= rounds) // 2

    @cached_property
    def table_of(self) -> int:
        """The round after which the published table fits best, the last of those alike."""
        return max(
            range(self.rounds + 1),
            key=lambda at: (sum(self.after(p, at) == n for p, n in self.published.items()), at),
        )

    def of_points(self, player: str, points: int, record: int | None) -> str:
        """Of a published row, why its points are not ours."""
        ours = self.after(player, self.rounds)
        if points == ours:
            return "same"
        if player not in self.records:
            return "nowhere_in_rounds"
        if player in self.doubtful:
            return "game_left_out"
        at = self.after(player, self.table_of)
        if points == at:
            return "earlier_table"
        lines = self.records[player].lines
        byes = sum(line.opponent is None for line in lines)
        return self._by_sum(points - at, points, self.rounds - len(lines), byes, player, record)

    def _by_sum(
        self, more: int, points: int, absent: int, byes: int, player: str, record: int | None
    ) -> str:
        in_top = WIN * len(self.state.top) if player in self.reached else 0
        won_there = WIN * self.top.get(player, 0)
        if won_there and more == won_there:
            return "top_counted"
        if 0 < more <= WIN * absent:
            return "rounds_absent"
        if 0 < more <= in_top + WIN * absent:
            return "top_counted"
        if more > 0 and max(self.published.values()) > WIN * self.rounds:
            return "rounds_missing"
        if -WIN * byes <= more < 0:
            return "bye_not_counted" if more % WIN == 0 else "bye_as_draw"
        if record is not None and record != points:
            return "record_contradicts"
        return "other_result"

    def of_place(self, player: str, rank: int) -> str:
        """Of a published row, why its place is not ours."""
        ours = self.ours.get(player)
        if ours is None:
            return "in_no_round"
        if ours.place == rank:
            return "same"
        rank -= sum(other < rank for other in self.strangers)
        if ours.place == rank:
            return "pushed_down"
        reached, points = self.reached.get(player, 0), self.here[player]
        if self._between(rank, (reached, points), self._finals):
            return "top_order" if reached else "other_tiebreaks"
        if self._between(rank, (0, points), self._swiss):
            return "top_not_ranked"
        if self._between(rank, (0, self.published[player]), self._table):
            return "points_differ"
        if reached and rank <= len(self.reached):
            return "top_order"
        return "not_by_points"

    @cached_property
    def strangers(self) -> list[int]:
        """Published places of those who are in no round."""
        return [row[0] for row in self.raw["standings"] if str(row[1]) not in self.ours]

    @cached_property
    def here(self) -> dict[str, int]:
        """Our points."""
        return {player: self.after(player, self.rounds) for player in self.ours}

    @cached_property
    def _finals(self) -> Counter[tuple[int, int]]:
        """How many came so far and have so many points."""
        return Counter((self.reached.get(p, 0), points) for p, points in self.here.items())

    @cached_property
    def _swiss(self) -> Counter[tuple[int, int]]:
        return Counter((0, points) for points in self.here.values())

    @cached_property
    def _table(self) -> Counter[tuple[int, int]]:
        return Counter((0, self.published[p]) for p in self.published if p in self.ours)

    @staticmethod
    def _between(rank: int, key: tuple[int, int], of: Mapping[tuple[int, int], int]) -> bool:
        """Whether a place is one of those that whoever has this key can have."""
        above = sum(many for other, many in of.items() if other > key)
        return above < rank <= above + of[key]
