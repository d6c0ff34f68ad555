"""D.2.4: who of a newcomer's city is called as he is but for a slip."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from sqlmodel import Session

from services.registry.domain.people import (
    MOST_LIKE,
    Identity,
    mistyped_keys,
    slip_grams,
    words_within_a_slip,
)
from services.registry.store import people as store
from services.registry.tables.people import Player


class _Called(NamedTuple):
    """All of it is equal of two who are likely twins, once a slip in the short key is undone."""

    short: str
    patronymic: str
    city_key: str


class Mistyped:
    """People whom some newcomers may be by a slip, read in three queries for all; grows with each.

    people: those who were there before.
    """

    def __init__(
        self, tx: Session, newcomers: Sequence[Identity], asking: Sequence[tuple[Identity, str]]
    ) -> None:
        """asking: those of the newcomers who may be somebody by a slip, each with his city."""
        typed = slip_grams(key for key, _ in asking)
        indexed = store.words_found_by(tx, (gram for gram, _ in typed))
        near = words_within_a_slip(typed, [*indexed, *slip_grams(newcomers)]) if typed else {}
        keys = {key.full: mistyped_keys(key, near) for key, _ in asking}
        known = store.called(tx, chain.from_iterable(keys.values()))
        borne = {short for _, short, _, _ in known} | {key.short for key in newcomers}
        self._keys = {full: borne.intersection(shorts) for full, shorts in keys.items()}
        wanted = {each for key, city_key in asking for each in self._names(key, city_key)}
        ids: defaultdict[_Called, list[str]] = defaultdict(list)
        for player, short, full, city_key in known:
            ids[_called(short, full, city_key)].append(player)
        few = chain.from_iterable(ids[each][:MOST_LIKE] for each in wanted & ids.keys())
        self.people = store.players_among(tx, few)
        self._there: defaultdict[_Called, list[Player]] = defaultdict(list)
        for row in self.people:
            self.add(row)

    def add(self, row: Player) -> None:
        """One more is there."""
        self._there[_called(row.short_key, row.full_key, row.city_key)].append(row)

    def like(self, key: Identity, city_key: str) -> list[Player]:
        """Those who are called so but for a slip."""
        found = (self._there[each][:MOST_LIKE] for each in self._names(key, city_key))
        return list(chain.from_iterable(found))

    def _names(self, key: Identity, city_key: str) -> list[_Called]:
        return [_called(short, key.full, city_key) for short in sorted(self._keys[key.full])]


def _called(short: str, full: str, city_key: str) -> _Called:
    return _Called(short, full.rpartition("|")[2], city_key)
