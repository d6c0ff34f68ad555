"""Rule 7.8: dated lists of banned and limited cards. They are data, never changed once valid."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from shared.folding import fold


@dataclass(frozen=True)
class BanList:
    """What a format bans and limits to one copy from a date on, until its next list.

    banned_rule, limited_rule: the rules that the two parts stand on (7.8.2, 7.8.3).
    """

    format: str
    since: date
    banned: tuple[str, ...]
    limited: tuple[str, ...]
    banned_rule: str
    limited_rule: str

    @property
    def id(self) -> str:
        """The list's version, shown with every verdict."""
        return f"{self.format}/{self.since.isoformat()}"

    @cached_property
    def _banned(self) -> frozenset[str]:
        return frozenset(map(fold, self.banned))

    @cached_property
    def _limited(self) -> frozenset[str]:
        return frozenset(map(fold, self.limited))

    def bans(self, name: str) -> bool:
        """Rule 7.8.2: whether no copy is allowed."""
        return fold(name) in self._banned

    def limits(self, name: str) -> bool:
        """Rule 7.8.3: whether a single copy is allowed."""
        return fold(name) in self._limited


def in_force(lists: Iterable[BanList], format_id: str, as_of: date) -> BanList | None:
    """Rule 7.8.1: the format's newest list that is not later than the date.

    None: the format has no list (yet), and nothing is banned in it.
    """
    valid = (one for one in lists if one.format == format_id and one.since <= as_of)
    return max(valid, key=lambda one: one.since, default=None)
