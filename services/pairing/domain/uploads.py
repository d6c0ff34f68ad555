"""Uploads of finished tournaments (2.1.5): what one says, and what it makes of the one before it.

Pure data and arithmetic; who may upload, and what becomes of it, is decided elsewhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from services.pairing.domain.evolve.imports import PLAIN, Detail
from services.pairing.domain.permits import known_as
from shared.events.rounds import ResultKind, Stage
from shared.events.tournaments import TournamentImported

OURS = "berserk-federation"
"""The source of tournaments that were run with this software: their ids are kept as they are."""


@dataclass(frozen=True, slots=True)
class UploadedPlayer:
    """``player``: his ID, or whatever an upload calls him by. ``entry``: the number he would have;
    ``detail``: what else is said of him.
    """

    player: str
    entry: int | None = None
    detail: Detail = PLAIN


@dataclass(frozen=True, slots=True)
class ImportedMatch:
    """A game. winner: one of the two, or None where nobody won; table: its number, None for its
    place in the list; penalty: R.7: a penalty was given with it.
    """

    a: str
    b: str
    kind: ResultKind
    winner: str | None = None
    table: int | None = None
    penalty: bool = False


@dataclass(frozen=True, slots=True)
class ImportedRound:
    """A round: its games, those with an auto-win (R.4), points ×2 that were granted (S.7).

    number: None for the next after the one before it, the first being 1.
    """

    stage: Stage
    matches: Sequence[ImportedMatch]
    byes: Sequence[str] = ()
    granted: Sequence[tuple[str, int]] = ()
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Upload:
    """All that an upload says.

    source and external_id: the tool or site that gave the id, and the id: its lasting identity.
    complete: it is all there is, else only the rounds that it has. structure: (rounds, top) as
    planned; seeds: of the TOP. said: what it says of the tournament itself.
    """

    source: str
    external_id: str
    players: Sequence[UploadedPlayer]
    rounds: Sequence[ImportedRound]
    complete: bool = False
    structure: tuple[int, int] | None = None
    seeds: Sequence[str] = ()
    said: Mapping[str, str | bool] = field(default_factory=dict)


def numbers(rounds: Iterable[ImportedRound]) -> list[int]:
    """The numbers of an upload's rounds, in the order given."""
    found: list[int] = []
    for each in rounds:
        found.append(each.number or (found[-1] + 1 if found else 1))
    return found


def named(upload: Upload, ids: Mapping[str, str]) -> Upload:
    """The same upload with player IDs for what it calls people by."""
    return replace(
        upload,
        players=[replace(each, player=ids[each.player]) for each in upload.players],
        rounds=[
            replace(
                each,
                matches=[
                    ImportedMatch(
                        ids[match.a],
                        ids[match.b],
                        match.kind,
                        None if match.winner is None else ids[match.winner],
                        match.table,
                        match.penalty,
                    )
                    for match in each.matches
                ],
                byes=[ids[player] for player in each.byes],
                granted=[(ids[player], points) for player, points in each.granted],
            )
            for each in upload.rounds
        ],
        seeds=[ids[player] for player in upload.seeds],
    )


def entry_numbers(
    upload: Upload,
    before: TournamentImported | None,
    now: Mapping[int, str],
    into: Mapping[str, str],
) -> dict[str, int]:
    """ID -> entry number: whoever was there keeps his, others get what they ask for or the next.

    before: the last upload; now: who the entries are here, entry by entry; into: ID -> the ID that
    it is merged into: a person keeps his number under any of his IDs.
    """
    listed = {known_as(into, each.player) for each in upload.players}
    held = [*(before.entries if before else ()), *now.items()]
    there: dict[str, int] = {}
    given: set[int] = set()
    for number, player in held:
        person = known_as(into, player)
        if person in listed and person not in there and number not in given:
            there[person] = number
            given.add(number)
    found: dict[str, int] = {}
    taken = {number for number, _ in held}
    for each in upload.players:
        wanted = there.get(known_as(into, each.player))
        if wanted is None and each.entry not in taken:
            wanted = each.entry
        if wanted is not None:
            found[each.player] = wanted
            taken.add(wanted)
    following = max(taken, default=0)
    for each in upload.players:
        if each.player not in found:
            following += 1
            found[each.player] = following
    return found
