"""Rule 2.1.4, D.2.3: who is this? Asked a hundred times an evening; reads alone."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from sqlmodel import Session

from services.registry.domain import search
from services.registry.domain.numbers import number_key
from services.registry.domain.search import Known, Query
from services.registry.schemas.identify import Identified, IdentifiedLine, IdentifiedLines
from services.registry.service_people import not_lapsed_since
from services.registry.service_registration import SHOWN, twins
from services.registry.store import aliases, numbers
from services.registry.store import people as people_store
from services.registry.store import search as store

CONSIDERED = 100
"""The likeliest that are looked at for merges before the answer is cut."""
WORDS = 100
"""Words that a typed one may stand for; more begin with one or two letters."""
BEARERS = 4000
"""People compared for one question: more than bear the commonest surname and its likes."""

Meant = list[tuple[str, int]]
"""IDs and scores, the likeliest first."""


def identify(tx: Session, text: str) -> Identified:
    """One person, several to choose from, or none; never a guess.

    Whoever is merged away is answered by who he is known as now, once. Newcomers whose ID lapsed
    (D.2.2) and people whose names were erased are found by their numbers alone.
    """
    asked = search.query(text)
    line = not_lapsed_since()
    whole = _distinct(tx, [(player, 100) for player in _whole(tx, asked, text, line)])
    if whole:
        return _answer(tx, whole, exact=len(whole) == 1, more=len(whole) > SHOWN)
    likely, cut = _likely(tx, asked, line)
    likely = _near_ids(tx, asked) + likely
    meant = _distinct(tx, likely[:CONSIDERED])
    answer = _answer(tx, meant, more=cut or len(likely) > CONSIDERED or len(meant) > SHOWN)
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


def _whole(tx: Session, asked: Query, text: str, line: datetime) -> list[str]:
    """Who has this number, nickname or whole name; by number, then by ID."""
    found = _numbered(tx, asked, text)
    if asked.words:
        people = store.named(tx, search.short_keys(asked), asked.key, line, CONSIDERED)
        found += [each.player for each in people if search.answers_fully(asked, each)]
    return found


def _numbered(tx: Session, asked: Query, text: str) -> list[str]:
    """Whose ID or old number this is: both, if it is two people's (never a guess).

    An old number counts as written; only if nobody has it so, without leading zeros (D.2.2).
    """
    found: list[str] = []
    if asked.digits is not None:
        found += [row.player for row in people_store.players_among(tx, [asked.number])]
    found += numbers.old_numbers_with(tx, [asked.number, number_key(text)]).values()
    if found or asked.digits is None:
        return found
    return sorted(numbers.owners_by_digits(tx, [asked.digits]).get(asked.digits, ()))


def _near_ids(tx: Session, asked: Query) -> Meant:
    """D.2.2: a wrong check digit: who it may have been."""
    if not search.has_wrong_check_digit(asked):
        return []
    near = people_store.players_among(tx, search.near_ids(asked.number))
    found = [(row.player, search.likeness(asked.number, row.player)) for row in near]
    return sorted(found, key=lambda each: -each[1])


def _likely(tx: Session, asked: Query, line: datetime) -> tuple[Meant, bool]:
    """Who bears words like all of these, and whether not all such were compared.

    By words that begin so or are a slip away, a few rows of an index each; only if nobody bears
    such, by words that share letters.
    """
    if not 0 < len(asked.words) <= search.WORDS_ASKED:
        return [], False
    for spelt in (_near_words, _alike_words):
        people, cut = _bearers(tx, spelt(tx, asked.words), line)
        ranked = search.rank(asked, people)
        if ranked:
            return [(known.player, score) for known, score in ranked], cut
    return [], False


def _bearers(
    tx: Session, choices: Iterable[Sequence[str]], line: datetime
) -> tuple[list[Known], bool]:
    """People who bear one of the rarest typed word's likes, and whether there are more.

    Whole lists go before cut ones: a surname before an initial.
    """
    counted = [
        (len(likes) >= WORDS, store.count_bearers(tx, likes, BEARERS + 1), likes)
        for likes in choices
        if likes
    ]
    if not counted:
        return [], False
    cut, count, likes = min(counted)
    return store.bearers(tx, likes, line, BEARERS), cut or count > BEARERS


def _near_words(tx: Session, typed: Sequence[str]) -> list[list[str]]:
    """Of each typed word, the words it may be the beginning of or a slip for."""
    within = store.words_within_a_slip(tx, *typed)
    return [
        sorted({*_believed(word, within), *store.words_beginning(tx, word, WORDS)})
        for word in typed
    ]


def _alike_words(tx: Session, typed: Sequence[str]) -> list[list[str]]:
    """Of each typed word, the words that share the most letters with it."""
    return [_believed(word, store.words_alike(tx, word, WORDS)) for word in typed]


def _believed(typed: str, words: Iterable[str]) -> list[str]:
    return sorted(word for word in words if search.likeness(typed, word))


def _distinct(tx: Session, found: Meant) -> Meant:
    """Each person once, as the ID he is known under now, with his best score, in order."""
    known_as = aliases.survivors(tx, [player for player, _ in found]) if found else {}
    best: dict[str, int] = {}
    for player, score in found:
        best.setdefault(known_as[player], score)
    return list(best.items())


def _answer(tx: Session, meant: Meant, *, exact: bool = False, more: bool) -> Identified:
    shown = dict(meant[:SHOWN])
    rows = twins(tx, people_store.players_among(tx, shown))
    outcome = "exact" if exact else "several" if meant else "none"
    players = [{**rows[player].model_dump(), "score": score} for player, score in shown.items()]
    return Identified.model_validate({"outcome": outcome, "players": players, "more": more})
