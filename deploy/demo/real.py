"""Tournaments from elsewhere, as they come: cleaned, with everything that is left out listed.

The file: one JSON object a line, ``{"id", "date", "source", "rounds": [{"name", "matches":
[[p1, p2 | null, "1-0" | "0-1" | "=" | "bye"]]}]}``, people being numbers.
"""

import gzip
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

_TOP = re.compile(r"^(Quarterfinals|Semifinals|Finals?|Top \d+)$")
_OPPONENT = {"1-0": int, "0-1": int, "=": int, "bye": type(None)}
Match = tuple[int, int, str, int | None]
"""(player, opponent, kind, winner)."""


@dataclass
class Tournament:
    """A tournament that can be sent; ``skipped`` says what of it was left out, and why."""

    source: str
    external_id: str
    date: str
    players: list[int]
    rounds: list[tuple[str, list[Match], list[int]]]
    skipped: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        """Games between two people."""
        return sum(len(matches) for _, matches, _ in self.rounds)

    def body(self, ids: dict[int, str], city: str, zone: str) -> dict[str, Any]:
        """The body of the import call; the file's time is taken as the city's where it has none."""
        moment = datetime.fromisoformat(self.date)
        local = ZoneInfo(zone)
        moment = moment.astimezone(local) if moment.tzinfo else moment.replace(tzinfo=local)
        return {
            "source": self.source,
            "external_id": self.external_id,
            "name": f"{self.source} {self.external_id}",
            "city": city,
            "date": moment.date().isoformat(),
            "finished_at": moment.isoformat(),
            "format": "constructed-classic",
            "players": [ids[player] for player in self.players],
            "rounds": [
                {
                    "stage": stage,
                    "matches": [
                        {
                            "a": ids[a],
                            "b": ids[b],
                            "kind": kind,
                            "winner": None if winner is None else ids[winner],
                        }
                        for a, b, kind, winner in matches
                    ],
                    "byes": [ids[player] for player in byes],
                }
                for stage, matches, byes in self.rounds
            ],
        }


def read(path: Path, most: int) -> tuple[list[Tournament], list[str]]:
    """The first ``most`` tournaments of a file (plain or gzip), cleaned; and what is no tournament.

    Raises OSError, EOFError, zlib.error or UnicodeDecodeError for a file that can't be read.
    """
    opened = gzip.open if path.suffix == ".gz" else open
    found: list[Tournament] = []
    unread: list[str] = []
    with opened(path, "rt", encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, 1):
            if len(found) == most:
                break
            try:
                if line.strip():
                    found.append(clean(json.loads(line)))
            except (ValueError, TypeError, KeyError, RecursionError) as exc:
                unread.append(
                    f"{path.name}:{number}: не турнир / no tournament: {type(exc).__name__}: {exc}"
                )
    return found, unread


def clean(raw: dict[str, Any]) -> Tournament:
    """One tournament: mirrored pairs once, conflicting and impossible ones left out and listed.

    Raises ValueError, TypeError or KeyError for what is no tournament at all.
    """
    made = Tournament(str(raw["source"]), str(raw["id"]), raw["date"], [], [])
    datetime.fromisoformat(made.date)
    players: dict[int, None] = {}
    in_top = False
    for part in raw["rounds"]:
        in_top = in_top or bool(_TOP.match(part["name"]))
        part = {**part, "matches": _readable(part, made.skipped)}
        players.update((p, None) for a, b, _ in part["matches"] for p in (a, b) if p is not None)
        matches, byes = _round(part, in_top, made.skipped)
        if matches or byes:
            made.rounds.append(("top" if in_top else "swiss", matches, byes))
    made.players = list(players)
    return made


def _readable(part: dict[str, Any], skipped: list[str]) -> list[tuple[int, int | None, str]]:
    """A round's matches that say who played (people are numbers) and how it ended."""
    kept: list[tuple[int, int | None, str]] = []
    for match in part["matches"]:
        match match:
            case [a, b, str(result)] if type(a) is int and type(b) is _OPPONENT.get(result):
                kept.append((a, b, result))
            case _:
                skipped.append(f"{part['name']}: не читается / can't be read: {match}")
    return kept


def _round(part: dict[str, Any], in_top: bool, skipped: list[str]) -> tuple[list[Match], list[int]]:
    """One round's games and byes."""
    found: dict[frozenset[int], set[int | None]] = {}
    byes: list[int] = []
    for a, b, result in part["matches"]:
        if b is None:
            byes.append(a)
        elif a == b:
            skipped.append(f"{part['name']}: {a} – {b}, сам с собой / against himself")
        else:
            winner = {"1-0": a, "0-1": b, "=": None}[result]
            found.setdefault(frozenset((a, b)), set()).add(winner)
    matches: list[Match] = []
    for pair, winners in found.items():
        a, b = sorted(pair)
        if len(winners) > 1:
            skipped.append(f"{part['name']}: {a} – {b}, два разных итога / two different results")
        elif in_top and None in winners:
            skipped.append(f"{part['name']}: {a} – {b}, ничья в ТОПе / a draw in the TOP (R.10)")
        else:
            winner = next(iter(winners))
            matches.append((a, b, "draw" if winner is None else "clean", winner))
    return _once_each(part["name"], matches, byes, skipped)


def _once_each(
    name: str, matches: list[Match], byes: list[int], skipped: list[str]
) -> tuple[list[Match], list[int]]:
    """A person plays once a round: the first game stays, the others are listed."""
    seen: Counter[int] = Counter()
    kept: list[Match] = []
    for match in matches:
        if seen[match[0]] or seen[match[1]]:
            skipped.append(f"{name}: {match[0]} – {match[1]}, второй раз в туре / twice in a round")
            continue
        seen.update(match[:2])
        kept.append(match)
    free = list(dict.fromkeys(player for player in byes if not seen[player]))
    if len(free) < len(byes):
        skipped.append(f"{name}: лишних bye / superfluous byes: {len(byes) - len(free)}")
    return kept, free
