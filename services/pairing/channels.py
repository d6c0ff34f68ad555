"""What followers of a tournament are handed: the same bytes to all of them, made once."""

from dataclasses import dataclass, field
from time import monotonic

import anyio
from fastapi.sse import KEEPALIVE_COMMENT

from services.pairing import news

BACKLOG = 64
"""Looks with news that a follower may be behind by: a quarter of a minute without a pause."""
BEAT = 15.0
"""Seconds of silence after which a comment is sent, lest somebody between us hangs up."""
STANDINGS = 2.0
"""Seconds at least between two words about a tournament's standings: each makes all read them."""
AT_ONCE, TURN = 10, 0.002
"""Followers that are told before all else has its turn, and its seconds: told in one go, 500 of
them held a result call up for 45 ms (p99), so for 28 ms."""


@dataclass(frozen=True)
class Page:
    """A piece of a log up to event ``last``, as what is told of it."""

    last: int
    messages: tuple[news.Message, ...]

    @property
    def body(self) -> bytes:
        """All of it."""
        return b"".join(each.body for each in self.messages)


@dataclass(frozen=True)
class Parcel:
    """What is handed to each follower of a tournament: the same bytes to all."""

    body: bytes
    messages: tuple[news.Message, ...] = ()

    def after(self, number: int) -> bytes:
        """What is new to who has had everything up to a number."""
        if not self.messages or self.messages[0].number > number:
            return self.body
        return b"".join(each.body for each in self.messages if each.number > number)


_PING = Parcel(KEEPALIVE_COMMENT)


class Follower:
    """Somebody who follows a tournament from after event ``after``; None: from now on.

    start: up to its number he reads the log himself; all that comes later is handed to him.
    """

    def __init__(self, start: news.Start, after: int | None) -> None:
        self.start = start
        self.after = after
        self._hand, self.parcels = anyio.create_memory_object_stream[Parcel](BACKLOG)

    def take(self, parcel: Parcel) -> bool:
        """Never waits for him; False: he is too far behind, or gone, and it is over."""
        try:
            self._hand.send_nowait(parcel)
        except (anyio.WouldBlock, anyio.ClosedResourceError, anyio.BrokenResourceError):
            self.end()
            return False
        return True

    def end(self) -> None:
        """He gets what was handed to him already, then a clean end: he may come again."""
        self._hand.close()


@dataclass(eq=False)
class Channel:
    """A tournament that is followed.

    at: its followers have been told up to there; moved: the standings may have changed since they
    were told of them; spoke, told: when anything was said, and when of the standings (monotonic).
    """

    at: int
    followers: set[Follower] = field(default_factory=set)
    moved: bool = False
    spoke: float = field(default_factory=monotonic)
    told: float = 0.0

    async def tell(self, tournament: str, page: Page | None) -> None:
        """What a look found, if anything, and what time has made due."""
        moment = monotonic()
        messages = page.messages if page else ()
        if page:
            self.at = page.last
            self.moved = self.moved or any(each.moves for each in messages)
        if self.moved and moment - self.told >= STANDINGS:
            self.moved, self.told = False, moment
            messages = (*messages, news.standings(tournament, self.at))
        if body := Page(self.at, messages).body:
            await self._hand_out(Parcel(body, messages), moment)
        elif moment - self.spoke >= BEAT:
            await self._hand_out(_PING, moment)

    async def _hand_out(self, parcel: Parcel, moment: float) -> None:
        """To all who are there now; who is too far behind is let go.

        Whoever comes meanwhile begins after it: ``at`` is there already.
        """
        self.spoke = moment
        for count, follower in enumerate(tuple(self.followers), start=1):
            if not follower.take(parcel):
                self.followers.discard(follower)
            if count % AT_ONCE == 0:
                await anyio.sleep(TURN)
