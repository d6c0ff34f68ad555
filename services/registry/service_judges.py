"""Use cases about judges. One transaction each: state + outbox.

A person is a judge by the certificates of all his IDs: a merge loses none, and its undo gives each
ID back its own (D.2.2).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from sqlmodel import Session

from services.registry import turns
from services.registry.domain.directory import VOID, counting
from services.registry.registration_words import erased
from services.registry.schemas.judges import JudgeIn, JudgeOut, LevelOut
from services.registry.service_people import city_key, known
from services.registry.store import directory as store
from services.registry.store import people
from services.registry.store.aliases import merged_into, one_person, survivors
from services.registry.tables.directory import Judge, JudgeLevel
from services.registry.tables.people import Player
from shared.clock import now, today
from shared.events.players import JudgeChanged, on_day
from shared.outbox import publish
from shared.refusals import Refusal, Text

_AT_ONCE = 500
"""Judges looked through at a time."""


def set_judge(tx: Session, player: str, given: JudgeIn, who: str) -> JudgeOut:
    """Rules 6.1–6.3: certify a judge, change the level from a day on, or set an end.

    It is kept under the ID that was named, so that a merge undone leaves it with him (D.2.4). The
    same certificate again changes nothing; another of the same first day takes its place, and both
    are kept. Refuses an erased person: nobody can tell any more who would be certified.
    """
    ids = _to_change(tx, player)
    if known(tx, ids[0]).erased_at is not None:
        raise erased(ids[0])
    row = JudgeLevel(
        player=player,
        level=given.level,
        since=given.since.isoformat(),
        until=given.until.isoformat() if given.until else None,
        certified_by=given.certified_by,
        recorded_by=who,
        recorded_at=now(),
    )
    if _content(row) not in map(_content, counting(store.judge_levels(tx, ids))):
        tx.add(row)
        tell_judges(tx, [player], who)
    return _shown(tx, {ids[0]: ids}, today())[0]


def void_judge_level(tx: Session, player: str, since: str, who: str) -> JudgeOut:
    """Rules 6.1–6.3: the certificate of this first day was given by mistake and never was."""
    ids = _to_change(tx, player)
    rows = [row for row in store.judge_levels(tx, ids) if row.since == since]
    if not rows:
        raise Refusal(
            "not_found",
            "level_not_found",
            Text(
                f"У № {player} нет удостоверения с {since}.",
                f"{player} has no certificate since {since}.",
            ),
            rule="6.1",
            where="since",
            todo=Text("Все они: GET /v1/judges/{player}.", "All are in GET /v1/judges/{player}."),
        )
    if rows[-1].until != VOID:
        former = rows[-1].model_dump(exclude={"seq"})
        tx.add(JudgeLevel(**{**former, "until": VOID, "recorded_by": who, "recorded_at": now()}))
        tell_judges(tx, [player], who)
    return _shown(tx, {ids[0]: ids}, today())[0]


def tell_judges(tx: Session, players: Iterable[str], who: str) -> None:
    """Publish all IDs of these persons as the judges that they are, by certificates of any of them.

    After a change, and when a merge or its undo made other persons of them; who was never a judge
    is left out.
    """
    for ids in {tuple(one_person(tx, player)): None for player in players}:
        levels = counting(store.judge_levels(tx, ids))
        for player in ids:
            row = store.judge(tx, player)
            if row is not None or levels:
                _tell(tx, row or Judge(player=player, revision=0), levels, who)


def _tell(tx: Session, row: Judge, levels: Sequence[JudgeLevel], who: str) -> None:
    row.revision += 1
    tx.add(row)
    newest = levels[-1] if levels else None
    state = JudgeChanged(
        player=row.player,
        revision=row.revision,
        level=newest.level if newest else 0,
        since=newest.since if newest else today(),
        levels=tuple((each.since, each.level, each.until) for each in levels),
    )
    publish(tx, state, key=f"judge:{row.player}", who=who)


def get_judge(tx: Session, player: str, day: str) -> JudgeOut:
    """Rules 6.1–6.3: a judge, by any of his IDs. Refuses who is none on that day."""
    ids = one_person(tx, player)
    if store.judge_levels(tx, ids):
        found = _shown(tx, {ids[0]: ids}, day)[0]
        if found.level is not None:
            return found
    raise Refusal(
        "not_found",
        "judge_not_found",
        Text(f"№ {player} не судья на {day}.", f"{player} is not a judge on {day}."),
        rule="6.1",
        where="player",
        todo=Text(
            "Другой день: ?at=ГГГГ-ММ-ДД. Уровень присваивает офис: PUT /v1/judges/{player}.",
            "Another day: ?at=YYYY-MM-DD. The office certifies judges: PUT /v1/judges/{player}.",
        ),
    )


def list_judges(
    tx: Session, least: int, city: str | None, day: str, after: int, limit: int
) -> tuple[list[JudgeOut], int | None]:
    """Rules 6.1–6.3: who has this level or a higher one on a day, by serial after one.

    city: by name or id. Also the serial after which the rest follows, None if there is no rest.
    """
    key = city_key(tx, city) if city is not None else None
    found: list[tuple[int, JudgeOut]] = []
    while len(found) <= limit and (rows := store.judges(tx, key, after, _AT_ONCE)):
        after = rows[-1].serial
        persons = _persons(tx, rows)
        shown = _shown(tx, persons, day)
        serials = {row.player: row.serial for row in rows}
        found += [(serials[one.player], one) for one in shown if (one.level or 0) >= least]
    page = found[:limit]
    return [one for _, one in page], page[-1][0] if len(found) > limit else None


def _to_change(tx: Session, player: str) -> list[str]:
    """All IDs of a person that the registry knows, the one that is kept first; one at a time."""
    turns.about_people(tx)  # merges wait for it too, and tell who is a judge now
    known(tx, player)
    return one_person(tx, player)


def _persons(tx: Session, rows: Sequence[Player]) -> dict[str, list[str]]:
    """ID -> all IDs of the person, of those that are no other's; few were ever merged."""
    ids = [row.player for row in rows]
    kept = survivors(tx, ids)
    joined = merged_into(tx, ids)
    return {
        each: one_person(tx, each) if each in joined else [each]
        for each in ids
        if kept[each] == each
    }


def _shown(tx: Session, persons: Mapping[str, Sequence[str]], day: str) -> list[JudgeOut]:
    """Judges by ID, with all IDs of each; level None: none on that day."""
    every = [each for ids in persons.values() for each in ids]
    recorded: defaultdict[str, list[JudgeLevel]] = defaultdict(list)
    owner = {each: player for player, ids in persons.items() for each in ids}
    for row in store.judge_levels(tx, every):
        recorded[owner[row.player]].append(row)
    return [
        _one(row, counting(recorded[row.player]), day)
        for row in people.players_among(tx, list(persons))
    ]


def _one(row: Player, levels: Sequence[JudgeLevel], day: str) -> JudgeOut:
    held = on_day([(each.since, each.level, each.until) for each in levels], day)
    since, level, until = held or (None, None, None)
    return JudgeOut.model_validate(
        {
            **row.model_dump(include={"player", "surname", "first_name", "city"}),
            "level": level,
            "since": since,
            "until": until,
            "levels": [LevelOut.model_validate(each.model_dump()) for each in levels],
        }
    )


def _content(row: JudgeLevel) -> tuple[str, int, str | None, str]:
    return row.since, row.level, row.until, row.certified_by
