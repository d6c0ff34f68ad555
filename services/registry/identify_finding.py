"""Rule 2.1.4, D.2.3: who may be meant by what is typed: each way of looking people up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from sqlmodel import Session

from services.registry.domain import pasted, search
from services.registry.domain.names import name_key
from services.registry.domain.search import Known, Query
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


def numbered(tx: Session, asked: Query) -> list[str]:
    """Whose ID or old number this is: all of them, if it is two people's (never a guess).

    An old number counts as written, in either alphabet; only if nobody has it so, without leading
    zeros (D.2.2).
    """
    found: list[str] = []
    if asked.digits is not None:
        found += [row.player for row in people_store.players_among(tx, [asked.number])]
    found += sorted(set(numbers.old_numbers_with(tx, asked.numbers).values()))
    if found or asked.digits is None:
        return found
    return sorted(numbers.owners_by_digits(tx, [asked.digits]).get(asked.digits, ()))


def called(tx: Session, asked: Query, line: datetime) -> list[str]:
    """Who has this nickname or whole name, by serial."""
    if not asked.words:
        return []
    people = store.named(tx, search.short_keys(asked), asked.key, line, BEARERS)
    found = [each.player for each in people if search.answers_fully(asked, each)]
    bare = name_key(pasted.without_signs(asked.key))
    if found or bare == asked.key:
        return found
    return [each.player for each in store.named(tx, (), bare, line, BEARERS)]


def like_numbers(tx: Session, asked: Query, line: datetime) -> Meant:
    """D.2.2: whose ID or old number begins so; of a wrong check digit, who it may have been."""
    found: dict[str, int] = {}
    if search.has_wrong_check_digit(asked):
        near = people_store.players_among(tx, search.near_ids(asked.number))
        found = {row.player: search.likeness(asked.number, row.player) for row in near}
    if search.is_number_bit(asked):
        begun = store.with_serials(tx, search.serials_begun(asked), line, CONSIDERED)
        pairs = [(player, search.likeness(asked.number, player)) for player in begun]
        old = store.with_old_numbers_begun(tx, asked.numbers, asked.digits, line, CONSIDERED)
        pairs += [(player, search.like_number(asked, number)) for player, number in old]
        for player, score in pairs:
            found[player] = max(score, found.get(player, 0))
    return sorted(found.items(), key=lambda each: -each[1])


def likely(tx: Session, asked: Query, line: datetime) -> tuple[Meant, bool]:
    """Who bears words like all of these, and whether not all such were compared.

    Whoever is compared first is enough if one of them is like what is typed.
    """
    if not 0 < len(asked.words) <= search.WORDS_ASKED:
        return [], False
    for people, cut in _compared(tx, asked.words, line):
        ranked = search.rank(asked, people)
        if ranked:
            return [(known.player, score) for known, score in ranked], cut
    return [], False


def bearers_of(tx: Session, words: Iterable[str], line: datetime) -> list[Known]:
    """People who bear one of the two rarest of these words: of surname, first name, patronymic.

    A word that more bear than any surname is a first name.
    """
    counted = sorted((store.count_bearers(tx, [word], BEARERS + 1), word) for word in words)
    rarest = [word for count, word in counted if 0 < count <= BEARERS][:2]
    return store.bearers(tx, rarest, line, BEARERS) if rarest else []


def distinct(found: Meant, known_as: Mapping[str, str]) -> Meant:
    """Each person once, as the ID he is known under now, with his best score, in order."""
    best: dict[str, int] = {}
    for player, score in found:
        best.setdefault(known_as[player], score)
    return list(best.items())


def known_as(tx: Session, players: Sequence[str]) -> dict[str, str]:
    """ID -> the ID he is known under now."""
    return aliases.survivors(tx, players) if players else {}


def _compared(
    tx: Session, typed: Sequence[str], line: datetime
) -> Iterator[tuple[list[Known], bool]]:
    """People who may bear the typed words, and whether there are more; the nearest first.

    By words that begin so or are a slip away, a few rows of an index each, and for one word alone
    by those that have it within; then by words that share letters. Of many who bear the rarest
    word's likes those come first who bear the next one's too: the commonest surname alone would
    take longer than all the rest.
    """
    for spelt in (_near_words, _alike_words):
        # whole lists go before cut ones: a surname before an initial
        likes = sorted(
            (len(words) >= WORDS, store.count_bearers(tx, words, BEARERS + 1), words)
            for words in spelt(tx, typed)
            if words
        )
        for cut, count, rarest in likes[:1]:
            not_all = cut or count > BEARERS
            match likes[1:]:
                case [(False, _, next_one), *_] if count > CONSIDERED:
                    yield store.bearers(tx, rarest, line, BEARERS, also=next_one), not_all
            yield store.bearers(tx, rarest, line, BEARERS), not_all


def _near_words(tx: Session, typed: Sequence[str]) -> list[list[str]]:
    """Of each typed word, the words it may be the beginning of or a slip for.

    Of one word alone also those that have it within: beside others it would cost too much.
    """
    within = store.words_within_a_slip(tx, *typed)
    near = [{*_believed(word, within), *store.words_beginning(tx, word, WORDS)} for word in typed]
    if len(typed) == 1 and len(typed[0]) >= search.INNER_LETTERS:
        near[0].update(store.words_with(tx, typed[0], WORDS))
    return [sorted(words) for words in near]


def _alike_words(tx: Session, typed: Sequence[str]) -> list[list[str]]:
    """Of each typed word, the words that share the most letters with it."""
    return [_believed(word, store.words_alike(tx, word, WORDS)) for word in typed]


def _believed(typed: str, words: Iterable[str]) -> list[str]:
    return sorted(word for word in words if search.likeness(typed, word))
