"""Who the players of an upload are (2.1.1, 2.1.2, 2.1.4, D.2.2, D.2.3), asked before anything else.

Each is known by his ID, by a line about him, or is a newcomer whose data the upload has. Nobody is
guessed; a newcomer gets his ID only when everything else is clear.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from services.pairing import notices, service_bulk
from services.pairing.clients import PEOPLE_AT_ONCE
from services.pairing.notices import Notice
from services.pairing.schemas.imports import ImportIn
from services.pairing.service_questions import Desk
from shared import people
from shared.db import Database
from shared.http import NeighbourRefused
from shared.player_ids import is_player_id
from shared.refusals import Text

LineOutcome = Literal["known", "candidates", "new", "error"]


@dataclass(frozen=True)
class Line:
    """One player of the upload, and who he is.

    ref: what its rounds call him. player: his ID, or for one who is new a stand-in, ``+`` and a
    number, until he has one. code, rule, text: why it is not clear.
    """

    row: int
    ref: str
    outcome: LineOutcome
    player: str | None = None
    candidates: tuple[Mapping[str, Any], ...] = ()
    code: str | None = None
    rule: str | None = None
    text: Text | None = None

    @property
    def clear(self) -> bool:
        """Whether it can be uploaded so."""
        return self.outcome in ("known", "new")


@dataclass(frozen=True)
class Asking:
    """Who asks the registry, and in which language it answers."""

    db: Database
    desk: Desk
    token: str
    lang: str

    def headers(self, key: str | None = None) -> dict[str, str]:
        """For a question in the caller's name; ``key``: for one that must not be done twice."""
        found = {"Authorization": f"Bearer {self.token}", "Accept-Language": self.lang}
        return found if key is None else {**found, "Idempotency-Key": key}


def ask(asking: Asking, given: ImportIn) -> tuple[list[Line], list[Notice]]:
    """All players of an upload, line by line. Only asks; raises NeighbourAway for newcomers."""
    rows = list(enumerate(given.players))
    ids = {row: each.player for row, each in rows if each.player is not None}
    texts = {row: each.line for row, each in rows if each.line is not None}
    fresh = [row for row, each in rows if each.newcomer is not None]
    refs = [each.key for each in given.players]
    found, unasked = _by_ids(asking, refs, ids)
    lines, more_unasked = _by_lines(asking, refs, texts)
    found |= lines
    if fresh:
        found |= _newcomers(asking, given, fresh)
    unasked += more_unasked
    told = [notices.registry_away(unasked)] if unasked else []
    return [found[row] for row, _ in rows], told


def register(asking: Asking, given: ImportIn, lines: Sequence[Line]) -> list[Line]:
    """D.2.2: the newcomers get their IDs, the same ones however often it is uploaded.

    The registry keeps its answer to the upload's own key, and knows whoever it has registered.
    """
    fresh = [line.row for line in lines if line.outcome == "new"]
    found: dict[int, Line] = {}
    for start in range(0, len(fresh), PEOPLE_AT_ONCE):
        part = fresh[start : start + PEOPLE_AT_ONCE]
        people_sent = [_person(given, row) for row in part]
        headers = asking.headers(_key(given, people_sent))
        rows = asking.desk.neighbours.newcomers(people_sent, headers, dry_run=False)
        for row, answer in zip(part, rows, strict=True):
            found[row] = _registered(lines[row], answer)
    return [found.get(line.row, line) for line in lines]


def _by_ids(
    asking: Asking, refs: Sequence[str], ids: Mapping[int, str]
) -> tuple[dict[int, Line], list[str]]:
    """Rule 2.1.1: the own copy answers first, then the registry; about whom it was silent."""
    with asking.db.read() as tx:
        known = people.named(tx, ids.values())
    strangers = [player for player in dict.fromkeys(ids.values()) if player not in known]
    asked = asking.desk.neighbours.registered(strangers) if strangers else None
    answers: Mapping[str, bool] = asked.answers if asked else {}
    found = {}
    for row, player in ids.items():
        line = Line(row, refs[row], "known", player)
        exists = player in known or answers.get(player)
        if not exists and not is_player_id(player):
            line = replace(line, outcome="error", code="player_id_mistyped", rule="D.2.2")
        elif exists is False:
            line = replace(line, outcome="error", code="player_not_found", rule="2.1.1")
        found[row] = replace(line, text=None if line.clear else _SAID[str(line.code)])
    return found, [p for p in strangers if p not in answers and is_player_id(p)]


def _by_lines(
    asking: Asking, refs: Sequence[str], texts: Mapping[int, str]
) -> tuple[dict[int, Line], list[str]]:
    """2.1.4, D.2.3: as for a pasted list at a desk; and whose IDs the registry was silent about."""
    read = service_bulk.read(asking.db, asking.desk, list(texts.values()), asking.token)
    meant = {line.row: line for line in read}
    found = {}
    for place, row in enumerate(texts):
        line = meant.get(place)
        means = line.means if line else "nobody"
        if line and means == "one":
            found[row] = Line(row, refs[row], "known", line.player)
            continue
        code, rule = _UNCLEAR[means]
        outcome: LineOutcome = "candidates" if means == "several" else "error"
        meant_by = tuple(line.candidates) if line else ()
        found[row] = Line(row, refs[row], outcome, None, meant_by, code, rule, _SAID[code])
    return found, [str(line.player) for line in read if line.unchecked]


_UNCLEAR = {
    "several": ("player_ambiguous", "D.2.3"),
    "nobody": ("player_not_found", "2.1.1"),
    "mistyped": ("player_id_mistyped", "D.2.2"),
    "away": ("registry_away", "2.1.1"),
}
_SAID = {
    "player_ambiguous": Text(
        "Подходят несколько: выберите и укажите его ID.", "Several may be meant: choose, by ID."
    ),
    "player_not_found": Text(
        "Такого игрока нет. Если он новичок, дайте его данные в newcomer.",
        "There is no such player. If he is a newcomer, give his data in newcomer.",
    ),
    "player_id_mistyped": Text(
        "Опечатка в номере: контрольная цифра не сходится. Сверьте с карточкой игрока.",
        "Mistyped, the check digit is wrong: compare it with the player's card.",
    ),
    "registry_away": Text(
        "Реестр не отвечает: кто это, сейчас не узнать. Повторите позже или укажите ID.",
        "The registry does not answer: who it is can't be told now. Try later, or give the ID.",
    ),
}


def _newcomers(asking: Asking, given: ImportIn, fresh: Sequence[int]) -> dict[int, Line]:
    """2.1.2: what the registry would make of them; whoever lacks something is named with it."""
    found: dict[int, Line] = {}
    for start in range(0, len(fresh), PEOPLE_AT_ONCE):
        part = list(fresh[start : start + PEOPLE_AT_ONCE])
        try:
            answers = _foreseen(asking, given, part)
        except NeighbourRefused as refused:
            found |= _faulty(given, part, refused)
            part = [row for row in part if row not in found]
            answers = _foreseen(asking, given, part) if part else []
        for row, answer in zip(part, answers, strict=True):
            line = Line(row, given.players[row].key, "new")
            found[row] = _registered(line, answer, place=start)
    return found


def _foreseen(asking: Asking, given: ImportIn, rows: Sequence[int]) -> list[dict[str, Any]]:
    sent = [_person(given, row) for row in rows]
    return asking.desk.neighbours.newcomers(sent, asking.headers(), dry_run=True)


def _registered(line: Line, answer: Mapping[str, Any], place: int = 0) -> Line:
    """The registry's row about a newcomer; a stand-in ID counts on through all of its calls."""
    outcome, player = answer["outcome"], answer["player"]
    if player is not None and player.startswith("+"):
        player = f"+{place + int(player)}"
        return replace(line, outcome="new", player=player)
    if outcome in ("registered", "known"):
        return replace(line, outcome="known", player=player)
    said = str(answer["message"])
    return replace(
        line,
        outcome="candidates" if outcome == "twin" else "error",
        candidates=tuple(answer["candidates"]),
        code=outcome,
        rule="D.2.4" if outcome == "twin" else "2.1.2",
        text=Text(said, said),
    )


def _faulty(given: ImportIn, rows: Sequence[int], refused: NeighbourRefused) -> dict[int, Line]:
    """Newcomers whose data the registry can't read, each with all that it says of him."""
    said: dict[int, list[str]] = {}
    problem = refused.problem if isinstance(refused.problem, dict) else {}
    for error in problem.get("errors", []):
        match str(error.get("where", "")).split("."):
            case ["body", "players", place, *field] if place.isdecimal() and int(place) < len(rows):
                row = rows[int(place)]
                said.setdefault(row, []).append(f"{'.'.join(field)}: {error.get('message')}")
    if not said:
        raise refused
    return {
        row: Line(
            row,
            given.players[row].key,
            "error",
            code="newcomer_incomplete",
            rule="2.1.2",
            text=Text("; ".join(faults), "; ".join(faults)),
        )
        for row, faults in said.items()
    }


def _person(given: ImportIn, row: int) -> dict[str, Any]:
    newcomer = given.players[row].newcomer
    sent = newcomer.model_dump(mode="json", exclude_none=True) if newcomer else {}
    return {"city": given.city, **sent}


def _key(given: ImportIn, sent: Iterable[Mapping[str, Any]]) -> str:
    """Of this upload and these newcomers: the same for the same, however often."""
    said = json.dumps([given.source, given.external_id, list(sent)], ensure_ascii=False)
    return f"import-{hashlib.sha256(said.encode()).hexdigest()}"
