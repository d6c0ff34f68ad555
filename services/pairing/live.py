"""Who follows a tournament hears what happens in it: one tail of the logs in each process.

The tail reads the database and trusts nothing that is only in memory: whichever process wrote an
event, the followers of all of them hear of it, and a number of the log is all that a follower needs
to go on where he was. It begins with the first follower and ends with the last; while it runs it
asks one question a look, however many follow. What it finds is made into bytes once, and every
follower gets the same ones.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial

import anyio
import anyio.to_thread

from services.pairing import news, store
from services.pairing.channels import Channel, Follower, Page
from services.pairing.journal import Journal
from services.pairing.tables import Tournament, TournamentEvent
from shared.db import Database
from shared.refusals import Refusal, Text
from shared.trace import log

LOOK = 0.25
"""Seconds between looks into the log: less than anybody notices, and the same for all workers."""
LOOK_AGAIN = 2.0
"""Seconds till the next look after one that failed."""
PAGE = 500
"""Events of a tournament that are read at once."""
THREADS = 4
"""At most so many threads look things up for followers: the other routes keep theirs."""


class Tail:
    """The followers of one process. All but the looking up happens on the event loop.

    most: followers at once; stopping: whether the server is about to stop, which ends all streams.
    """

    def __init__(
        self, db: Database, journal: Journal, most: int, stopping: Callable[[], bool]
    ) -> None:
        self._db = db
        self._journal = journal
        self._most = most
        self._stopping = stopping
        self._own_thread = anyio.CapacityLimiter(1)
        self._threads = anyio.CapacityLimiter(THREADS)
        self._channels: dict[str, Channel] = {}
        self._followers: set[Follower] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def followers(self) -> int:
        """How many follow now."""
        return len(self._followers)

    @property
    def looks(self) -> bool:
        """Whether the tail is at work: only while somebody follows."""
        return self._task is not None

    async def follow(self, tournament: str, after: int | None) -> Follower:
        """A new follower, from after an event's number or from now on; ``leave`` him in the end.

        Refuses an unknown tournament, a number that its log has not, and one follower too many.
        """
        row = await anyio.to_thread.run_sync(self._row, tournament, limiter=self._threads)
        if after is not None and after > row.version:
            raise _not_there(after, row.version)
        if self.followers >= self._most:
            raise _full(self._most)
        channel = self._channels.setdefault(tournament, Channel(row.version))
        start = news.Start(tournament, channel.at, row.status, row.players)
        follower = Follower(start, after)
        channel.followers.add(follower)
        self._followers.add(follower)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return follower

    def leave(self, follower: Follower) -> None:
        """He is gone."""
        follower.end()
        follower.parcels.close()
        self._followers.discard(follower)
        tournament = follower.start.tournament
        if channel := self._channels.get(tournament):
            channel.followers.discard(follower)
            if not channel.followers:
                del self._channels[tournament]

    async def stream(self, follower: Follower) -> AsyncIterator[bytes]:
        """All that he is told: what he missed, page by page, then whatever comes.

        What he reads ends where the handing over begins; a parcel is looked through for what he has
        had already, since he may have heard it from a worker that was ahead of this one.
        """
        tournament, until = follower.start.tournament, follower.start.number
        retry = 2000 + 100 * (self.followers % 30)  # so that not all come back at once
        if follower.after is None:
            sent = until
            yield news.snapshot(follower.start, retry)
        else:
            yield news.begin_again(retry)
            sent = follower.after
            while sent < until and not self._stopping():
                look = partial(self._page, tournament, sent, until)
                page = await anyio.to_thread.run_sync(look, limiter=self._threads)
                sent = page.last
                yield page.body
            yield news.standings(tournament, sent).body
        async for parcel in follower.parcels:
            yield parcel.after(sent)

    async def _run(self) -> None:
        """Look and tell, while there is somebody to be told; else all come again, to a new one."""
        pause = LOOK
        try:
            while self._channels and not self._stopping():
                await anyio.sleep(pause)
                pause = LOOK if await self._look_and_tell() else LOOK_AGAIN
        except Exception as exc:
            log.error("live_ended", exc_info=exc)
        finally:
            self._task = None
            for follower in self._followers:
                follower.end()

    async def _look_and_tell(self) -> bool:
        """Whether the look succeeded. Followers stay where one fails: the next may not."""
        channels = dict(self._channels)
        look = partial(self._look, {name: channel.at for name, channel in channels.items()})
        try:
            found = await anyio.to_thread.run_sync(look, limiter=self._own_thread)
        except Exception as exc:
            log.error("live_failed", exc_info=exc)
            return False
        for tournament, channel in channels.items():
            await channel.tell(tournament, found.get(tournament))
        return True

    def _look(self, seen: Mapping[str, int]) -> dict[str, Page]:
        """What there is after these numbers: one question, and one more for each with news."""
        with self._db.read() as tx:
            versions = store.versions(tx, seen)
            grown = [each for each, version in versions.items() if version > seen[each]]
            pages = {each: store.events(tx, each, seen[each], PAGE) for each in grown}
        return {each: _told(rows) for each, rows in pages.items()}

    def _page(self, tournament: str, after: int, until: int) -> Page:
        with self._db.read() as tx:
            return _told(store.events(tx, tournament, after, min(PAGE, until - after)))

    def _row(self, tournament: str) -> Tournament:
        with self._db.read() as tx:
            return self._journal.line(tx, tournament)


def _told(rows: list[TournamentEvent]) -> Page:
    """At least one row of a log, as what is told of them."""
    return Page(rows[-1].number, tuple(filter(None, map(news.message, rows))))


def _not_there(after: int, last: int) -> Refusal:
    return Refusal(
        "invalid",
        "event_not_there",
        Text(
            f"В журнале турнира нет события {after}: последнее — {last}.",
            f"The tournament's log has no event {after}; its last is {last}.",
        ),
        where="Last-Event-ID",
        todo=Text("Начните заново, без Last-Event-ID.", "Begin anew, without Last-Event-ID."),
    )


def _full(most: int) -> Refusal:
    return Refusal(
        "unavailable",
        "too_many_followers",
        Text(
            f"За турнирами здесь уже следят {most}: больше этот процесс не обслужит.",
            f"Tournaments have {most} followers here already: this process takes no more.",
        ),
        todo=Text(
            "Повторите через несколько секунд или читайте обычными запросами GET.",
            "Try again in a few seconds, or read by plain GETs.",
        ),
        extra={"limit": most},
    )
