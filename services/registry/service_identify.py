"""Rule 2.1.4, D.2.3: who is this? Asked a hundred times an evening; reads alone."""

from collections.abc import Sequence
from datetime import timedelta

from sqlmodel import Session

from services.registry.domain import search
from services.registry.domain.names import name_key
from services.registry.domain.people import short_key
from services.registry.domain.search import Known, Query
from services.registry.schemas.identify import (
    Candidate,
    Identified,
    IdentifiedLine,
    IdentifiedLines,
)
from services.registry.store import aliases, words
from services.registry.store import people as people_store
from services.registry.store import search as store
from shared.clock import now
from shared.db import Database
from shared.folding import fold

SHOWN = 20
"""People in an answer: more than that nobody reads at a desk."""
WORDS = 100
"""Words that a typed one may stand for; more begin with one or two letters."""
BEARERS = 4000
"""People compared for one question: more than bear the commonest surname and its likes."""
SEASON = timedelta(days=365)
BATCH = 1000


def identify(tx: Session, text: str) -> Identified:
    """One person, several to choose from, or none; never a guess.

    Whoever is merged away is answered by who he is known as now, once. Newcomers whose ID lapsed
    (D.2.2) and people whose names were erased are found by their numbers alone.
    """
    asked = search.query(text)
    meant = _distinct(tx, [(player, 100) for player in _fully(tx, asked, text)])
    if meant:
        outcome = "exact" if len(meant) == 1 else "several"
        return _answer(tx, outcome, meant)
    likely = [*_near_ids(tx, asked), *_likely(tx, asked)]
    meant = _distinct(tx, likely[: SHOWN * 5])
    answer = _answer(tx, "several" if meant else "none", meant)
    answer.more |= len(likely) > SHOWN * 5
    answer.wrong_check_digit = search.has_wrong_check_digit(asked)
    return answer


def identify_lines(tx: Session, lines: Sequence[str]) -> IdentifiedLines:
    """A pasted list, line by line."""
    rows = [
        IdentifiedLine(row=row, line=line, **identify(tx, search.without_bullet(line)).model_dump())
        for row, line in enumerate(lines)
    ]
    outcomes = [row.outcome for row in rows]
    return IdentifiedLines(
        exact=outcomes.count("exact"),
        several=outcomes.count("several"),
        none=outcomes.count("none"),
        rows=rows,
    )


def index_everybody(db: Database) -> None:
    """Index people who were registered before there was an index, some at a time; safe to repeat.

    Their keys are made anew. Of two nicknames that were different before Latin look-alikes counted
    the second keeps its old key.
    """
    after = 0
    while True:
        with db.write() as tx:
            people = words.nameless(tx, after, BATCH)
            if not people:
                return
            for row in people:
                row.full_key = "|".join(
                    map(name_key, (row.surname, row.first_name, row.patronymic or ""))
                )
                row.short_key = short_key(row.first_name, row.surname)
                key = name_key(row.nickname or "") or None
                if key and not people_store.with_nicknames(tx, [key]):
                    row.nickname_key = key
            words.index_names(tx, people)
            after = people[-1].serial


def _fully(tx: Session, asked: Query, text: str) -> list[str]:
    """Who has this number, nickname or whole name."""
    found = sorted(store.numbered(tx, asked.number, fold(text), asked.digits))
    if asked.words:
        keys = search.short_keys(asked)
        people = store.named(tx, keys, asked.key, now() - SEASON, SHOWN * 5)
        found += [each.player for each in people if search.answers_fully(asked, each)]
    return found


def _near_ids(tx: Session, asked: Query) -> list[tuple[str, int]]:
    """D.2.2: a wrong check digit: who it may have been."""
    if not search.has_wrong_check_digit(asked):
        return []
    near = people_store.players_among(tx, search.near_ids(asked.number))
    found = [(row.player, search.likeness(asked.number, row.player)) for row in near]
    return sorted(found, key=lambda each: -each[1])


def _likely(tx: Session, asked: Query) -> list[tuple[str, int]]:
    """Who bears words like all of these, the likeliest first.

    First by words that begin so or are a slip away, a few rows of an index each; only if nobody
    bears such, by words that share letters.
    """
    if not 0 < len(asked.words) <= search.WORDS_ASKED:
        return []
    for spelt in (_near_words, _alike_words):
        ranked = search.rank(asked, _bearers(tx, [spelt(tx, word) for word in asked.words]))
        if ranked:
            return [(known.player, score) for known, score in ranked]
    return []


def _bearers(tx: Session, choices: Sequence[Sequence[str]]) -> list[Known]:
    """People who bear one of the rarest typed word's likes; whole lists before cut ones."""
    counted = [
        (len(some) >= WORDS, store.count_bearers(tx, some, BEARERS + 1), some)
        for some in choices
        if some
    ]
    if not counted:
        return []
    _, _, rarest = min(counted)
    return store.bearers(tx, rarest, now() - SEASON, BEARERS)


def _near_words(tx: Session, word: str) -> list[str]:
    within = [each for each in store.words_within_a_slip(tx, word) if search.likeness(word, each)]
    return sorted({*within, *store.words_beginning(tx, word, WORDS)})


def _alike_words(tx: Session, word: str) -> list[str]:
    alike = store.words_alike(tx, word, WORDS)
    return sorted(each for each in alike if search.likeness(word, each))


def _distinct(tx: Session, found: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Each person once, as the ID he is known under now, with his best score, in order."""
    known_as = aliases.survivors(tx, [player for player, _ in found]) if found else {}
    best: dict[str, int] = {}
    for player, score in found:
        best.setdefault(known_as[player], score)
    return list(best.items())


def _answer(tx: Session, outcome: str, meant: Sequence[tuple[str, int]]) -> Identified:
    ids = [player for player, _ in meant[:SHOWN]]
    rows = {row.player: row for row in people_store.players_among(tx, ids)}
    first = store.first_days(tx, ids) if ids else {}
    players = [
        Candidate.model_validate(
            {
                **rows[player].model_dump(include=set(Candidate.model_fields)),
                "first_year": int(first[player][:4]) if player in first else None,
                "score": score,
            }
        )
        for player, score in meant[:SHOWN]
    ]
    return Identified.model_validate(
        {"outcome": outcome, "players": players, "more": len(meant) > SHOWN}
    )
