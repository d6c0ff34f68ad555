"""What an upload makes of the one before it (2.1.5)."""

from collections.abc import Collection, Mapping, Sequence

from services.pairing.domain.evolve.imports import PLAIN, Detail, Said, details
from services.pairing.domain.permits import known_as
from services.pairing.domain.uploads import ImportedMatch, ImportedRound, Upload, numbers
from shared.events.rounds import Stage
from shared.events.tournaments import TournamentImported

RoundSaid = tuple[Stage, tuple[Said, ...], tuple[int, ...]]
Pair = frozenset[int]


def merged(
    before: TournamentImported | None,
    upload: Upload,
    number_of: Mapping[str, int],
    into: Mapping[str, str],
    kept: Collection[int] = (),
) -> TournamentImported:
    """What there is once an upload is taken in: it replaces the rounds that it has, or all.

    number_of: as ``uploads.entry_numbers``; into: ID -> the ID it is merged into; kept: entries
    that stay in any case. A round that nobody has uploaded yet is an empty one. The order of games,
    and who of a pair comes first, say nothing.
    """
    base = before or TournamentImported(upload.source, upload.external_id, (), ())
    entries, said_of = _entries(base, upload, number_of, into, kept)
    fresh = dict(zip(numbers(upload.rounds), upload.rounds, strict=True))
    rounds: dict[int, RoundSaid] = {} if upload.complete else dict(enumerate(base.rounds, 1))
    old = dict(enumerate(base.rounds, 1))
    rounds |= {at: _round(each, old.get(at), number_of) for at, each in fresh.items()}
    granted = [] if upload.complete else [row for row in base.granted if row[0] not in fresh]
    granted += [
        (at, number_of[player], points)
        for at, each in fresh.items()
        for player, points in each.granted
    ]
    return TournamentImported(
        base.tool,
        base.tool_id,
        entries=tuple(sorted(entries.items())),
        rounds=_without_gaps(rounds),
        details=tuple((number, *said) for number, said in sorted(said_of.items())),
        granted=tuple(sorted(granted)),
        structure=upload.structure or (None if upload.complete else base.structure),
        seeds=tuple(number_of[player] for player in upload.seeds)
        or (() if upload.complete else base.seeds),
        said=tuple(sorted({**dict(base.said), **upload.said}.items())),
    )


def _entries(
    base: TournamentImported,
    upload: Upload,
    number_of: Mapping[str, int],
    into: Mapping[str, str],
    kept: Collection[int],
) -> tuple[dict[int, str], dict[int, Detail]]:
    """Who there is, and what is said of them; a person stays under the ID that he came with."""
    were = dict(base.entries)
    stay = {number for number in were if number in kept or not upload.complete}
    entries = {number: player for number, player in were.items() if number in stay}
    said_of = {number: said for number, said in details(base).items() if number in stay}
    for each in upload.players:
        number = number_of[each.player]
        old = were.get(number, each.player)
        same = known_as(into, old) == known_as(into, each.player)
        entries[number] = old if same else each.player
        said_of[number] = each.detail
    return entries, {number: said for number, said in said_of.items() if said != PLAIN}


def _round(each: ImportedRound, old: RoundSaid | None, number_of: Mapping[str, int]) -> RoundSaid:
    before = {frozenset(row[1:3]): row for row in (old[1] if old else ())}
    rows: list[Said] = []
    for table, match in zip(_tables(each.matches, before, number_of), each.matches, strict=True):
        a, b = number_of[match.a], number_of[match.b]
        row = before.get(frozenset((a, b))) if before else None
        if row is not None:
            _, a, b, *_ = row
        winner = None if match.winner is None else number_of[match.winner]
        rows.append((table, a, b, match.kind, winner))
    byes = sorted(number_of[player] for player in each.byes)
    return each.stage, tuple(sorted(rows)), tuple(byes)


def _tables(
    matches: Sequence[ImportedMatch],
    before: Mapping[Pair, Said],
    number_of: Mapping[str, int],
) -> list[int]:
    """Table numbers: as said, else where the pair sat before, else its place or the next free."""
    taken = {match.table for match in matches if match.table is not None}
    found: dict[int, int] = {}
    for place, match in enumerate(matches):
        seats = number_of[match.a], number_of[match.b]
        row = before.get(frozenset(seats)) if before else None
        if match.table is not None:
            found[place] = match.table
        elif row is not None and row[0] not in taken:
            found[place] = row[0]
            taken.add(row[0])
    free = 1
    for place in range(len(matches)):
        if place not in found:
            table = place + 1
            if table in taken:
                while free in taken:
                    free += 1
                table = free
            found[place] = table
            taken.add(table)
    return [found[place] for place in range(len(matches))]


def _without_gaps(rounds: Mapping[int, RoundSaid]) -> tuple[RoundSaid, ...]:
    found: list[RoundSaid] = []
    for number in range(1, max(rounds, default=0) + 1):
        stage: Stage = "top" if found and found[-1][0] == "top" else "swiss"
        found.append(rounds.get(number, (stage, (), ())))
    return tuple(found)
