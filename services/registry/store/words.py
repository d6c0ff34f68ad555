"""The index of the look-up: which words people bear, and what these are found by (D.2.3)."""

from collections.abc import Collection, Iterable, Iterator

from sqlalchemy import delete, select
from sqlmodel import Session, col

from services.registry.domain.search import found_by, gram_of, grams
from services.registry.tables.people import NameWord, Player, Trigram
from shared.db import insert_new, wait_for

_PART = 500


def index_names(tx: Session, people: Iterable[Player]) -> None:
    """Let people be found by their names and nicknames; thousands in a few statements.

    In the transaction that registers them; if a name changes, after ``drop_names``.
    """
    _take_turn(tx)
    pairs = {
        (word, row.player) for row in people for word in found_by(row.full_key, row.nickname_key)
    }
    insert_new(tx, NameWord, [{"word": word, "player": player} for word, player in sorted(pairs)])
    words = {word for word, _ in pairs}
    fresh = words - _indexed(tx, words)
    pieces = sorted((gram, word) for word in fresh for gram in grams(word))
    insert_new(tx, Trigram, [{"gram": gram, "word": word} for gram, word in pieces])


def drop_names(tx: Session, ids: Iterable[str]) -> None:
    """Let people be found by no name any more; words that nobody else bears are forgotten."""
    _take_turn(tx)
    for part in _parts(ids):
        theirs = col(NameWord.player).in_(part)
        words = set(tx.scalars(select(col(NameWord.word)).where(theirs)))
        tx.execute(delete(NameWord).where(theirs))
        for word in sorted(words - _borne(tx, words)):
            indexed = (col(Trigram.gram).in_(grams(word)), col(Trigram.word) == word)
            tx.execute(delete(Trigram).where(*indexed))


def nameless(tx: Session, after: int, limit: int) -> list[Player]:
    """People who have a name and aren't found by it, by serial, after one."""
    indexed = select(col(NameWord.player)).where(col(NameWord.player) == col(Player.player))
    query = select(Player).where(
        col(Player.serial) > after, col(Player.erased_at).is_(None), ~indexed.exists()
    )
    return list(tx.scalars(query.order_by(col(Player.serial)).limit(limit)))


def _take_turn(tx: Session) -> None:
    """Who forgets a word and who indexes it anew must see each other's rows."""
    wait_for(tx, "names")


def _borne(tx: Session, words: Collection[str]) -> set[str]:
    """Those of these words that somebody bears."""
    found: set[str] = set()
    for part in _parts(words):
        query = select(col(NameWord.word)).distinct().where(col(NameWord.word).in_(part))
        found.update(tx.scalars(query))
    return found


def _indexed(tx: Session, words: Collection[str]) -> set[str]:
    """Words that can be found, all those of these among them.

    Asked by the gram alone: two lists in one question would be tried each with each.
    """
    found: set[str] = set()
    for part in _parts(words):
        whole = col(Trigram.gram).in_([gram_of(word) for word in part])
        found.update(tx.scalars(select(col(Trigram.word)).where(whole)))
    return found


def _parts(values: Iterable[str]) -> Iterator[list[str]]:
    ordered = sorted(values)
    for start in range(0, len(ordered), _PART):
        yield ordered[start : start + _PART]
