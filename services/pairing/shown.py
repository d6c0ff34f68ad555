"""Answers that a whole hall asks for at once: made once for each state of a tournament."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_ANSWERS = 128


@dataclass
class _Kept:
    """One answer. version: events that it was made after; seen: what its names depend on."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    version: int = 0
    seen: int = 0
    body: bytes = b""


class Shown:
    """The newest bodies of some answers; dropping them costs time, nothing else.

    Hundreds of phones ask as soon as a round is out: the first of them has it made, the others wait
    for that. Names are in the bodies, so the next question after a change of a name replaces them.
    """

    def __init__(self, most: int = MOST_ANSWERS) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, ...], _Kept] = OrderedDict()
        self._lock = threading.Lock()

    def body(
        self, key: tuple[str, ...], version: int, seen: int, make: Callable[[], bytes]
    ) -> bytes:
        """The answer for this state, out of the memory or made now.

        key: of which tournament, what, in which language. An older state than the one kept is a
        snapshot from before: it is answered and not kept.
        """
        kept = self._at(key)
        with kept.lock:
            if (kept.version, kept.seen) != (version, seen):
                made = make()
                if (version, seen) < (kept.version, kept.seen):
                    return made
                kept.version, kept.seen, kept.body = version, seen, made
            return kept.body

    def _at(self, key: tuple[str, ...]) -> _Kept:
        with self._lock:
            kept = self._kept.setdefault(key, _Kept())
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return kept
