"""The logs of tournaments: load and fold, append and publish (law 2). Nobody else touches them."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.event import listen
from sqlmodel import Session

from services.pairing import store, store_logs
from services.pairing.domain.evolve import evolve, fold
from services.pairing.domain.state import TournamentState
from services.pairing.tables import Tournament, TournamentEvent
from shared import outbox
from shared.clock import now
from shared.events.base import REGISTRY, Event
from shared.events.envelope import adapter
from shared.refusals import Refusal, Text
from shared.trace import trace_id

MOST_STATES = 256


class Journal:
    """Reads and writes logs; remembers the newest folded states.

    A log only grows, so a remembered state is true for ever as what it was at its version; only
    committed events are in one that is kept. Dropping it costs time, nothing else.
    """

    def __init__(self, most: int = MOST_STATES) -> None:
        self._most = most
        self._states: OrderedDict[str, TournamentState] = OrderedDict()
        self._lock = threading.Lock()

    def load(self, tx: Session, tournament: str, *, lock: bool = False) -> TournamentState:
        """The tournament now; refuses an unknown one.

        lock: to append in this transaction, which must then load first: others wait their turn.
        """
        row = store.tournament(tx, tournament, lock=lock)
        if row is None:
            raise _unknown(tournament)
        return self._folded(tx, row)

    def line(self, tx: Session, tournament: str) -> Tournament:
        """A tournament's line as lists show it; refuses an unknown one."""
        row = store.tournament(tx, tournament)
        if row is None:
            raise _unknown(tournament)
        return row

    def find(self, tx: Session, tournament: str) -> TournamentState | None:
        """The tournament, to append in this transaction; None if there is none."""
        row = store.tournament(tx, tournament, lock=True)
        return self._folded(tx, row) if row else None

    def at(self, tx: Session, tournament: str, number: int) -> TournamentState:
        """The tournament as it was after event ``number`` of its log; refuses one that is not.

        Never remembered: the past is looked at seldom.
        """
        row = store.tournament(tx, tournament)
        if row is None:
            raise _unknown(tournament)
        if not 0 < number <= row.version:
            raise _no_such_moment(number, row.version)
        return fold(tournament, map(event_of, store.events(tx, tournament, 0, number)))

    def seen(
        self, tx: Session, tournament: str, at: int | datetime | None = None
    ) -> TournamentState:
        """The tournament now, or after an event by its number, or at an instant."""
        if at is None:
            return self.load(tx, tournament)
        if isinstance(at, int):
            return self.at(tx, tournament, at)
        return self.at(tx, tournament, store_logs.last_until(tx, tournament, at))

    def whole(self, tx: Session, tournament: str) -> list[Event]:
        """All events of a tournament; never remembered: it is asked for to take something back."""
        return [event_of(row) for row in store.events(tx, tournament, 0)]

    def log(self, tx: Session, tournament: str, after: int, limit: int) -> list[TournamentEvent]:
        """A piece of the log itself; refuses an unknown tournament."""
        if store.tournament(tx, tournament) is None:
            raise _unknown(tournament)
        return store.events(tx, tournament, after, limit)

    def begin(
        self, tx: Session, tournament: str, events: Sequence[Event], who: str
    ) -> TournamentState:
        """A new tournament with the first events of its log; the state after them."""
        state = fold(tournament, events)
        _write(tx, tournament, 1, events, who)
        store.take_part(tx, state, events)
        created, moment = state.created, now()
        row = Tournament(
            tournament=tournament,
            version=0,
            name=created.name,
            city=created.city,
            date=created.date,
            club=created.club,
            format=created.format,
            status=state.status,
            official=created.official,
            players=0,
            created_at=moment,
            changed_at=moment,
        )
        tx.add(_line(row, state))
        return state

    def append(
        self, tx: Session, state: TournamentState, events: Sequence[Event], who: str
    ) -> TournamentState:
        """More of a log that this transaction has locked; the state after it."""
        row = store.tournament(tx, state.id)
        if not events or row is None:
            return state
        _write(tx, state.id, state.version + 1, events, who)
        before = state
        for each in events:
            state = evolve(state, each)
        store.take_part(tx, state, events)
        row.changed_at = now()
        tx.add(_line(row, state, before))
        self._keep_once_committed(tx, state)
        return state

    def drop(self) -> None:
        """Forget every remembered state."""
        with self._lock:
            self._states.clear()

    def _folded(self, tx: Session, row: Tournament) -> TournamentState:
        with self._lock:
            known = self._states.get(row.tournament)
        if known is not None and known.version > row.version:
            known = None  # this snapshot is older than what somebody folded meanwhile
        after = known.version if known else 0
        if known is not None and after == row.version:
            state = known
        else:
            log = store.events(tx, row.tournament, after, row.version - after)
            state = fold(row.tournament, map(event_of, log), known)
        self._keep(state)
        return state

    def _keep_once_committed(self, tx: Session, state: TournamentState) -> None:
        """Whoever comes next need not read what was just written."""
        written: dict[str, TournamentState] = tx.info.setdefault("written", {})
        if not written:
            listen(tx, "after_commit", lambda _: [*map(self._keep, written.values())])
        written[state.id] = state

    def _keep(self, state: TournamentState) -> None:
        with self._lock:
            known = self._states.get(state.id)
            if known is None or known.version < state.version:
                self._states[state.id] = state
            self._states.move_to_end(state.id)
            while len(self._states) > self._most:
                self._states.popitem(last=False)


def _line(
    row: Tournament, state: TournamentState, before: TournamentState | None = None
) -> Tournament:
    """The row as it is now; ``before``: the state that it tells of."""
    created = state.created
    row.version, row.status = state.version, state.status
    if before is None or before.entries is not state.entries:
        row.players = state.players  # counts a thousand: not for each result
    if before is not None and before.created is created:
        return row
    row.name, row.city, row.date, row.club = created.name, created.city, created.date, created.club
    row.format, row.official = created.format, created.official
    return row


def _write(tx: Session, tournament: str, number: int, events: Sequence[Event], who: str) -> None:
    """Rows of the log and of the outbox, one of each for an event (law 3)."""
    for at, event in enumerate(events, start=number):
        envelope = outbox.publish(tx, event, key=tournament, who=who)
        tx.add(
            TournamentEvent(
                tournament=tournament,
                number=at,
                type=envelope.type,
                data=adapter(type(event)).dump_json(event).decode(),
                who=who,
                at=envelope.time,
                trace=trace_id(),
            )
        )


def event_of(row: TournamentEvent) -> Event:
    """The event of a log's row."""
    event: Event = adapter(REGISTRY[row.type]).validate_json(row.data)
    return event


def _unknown(tournament: str) -> Refusal:
    return Refusal(
        "not_found",
        "tournament_not_found",
        Text(f"Турнира {tournament} нет.", f"There is no tournament {tournament}."),
        where="tournament",
        todo=Text("Список турниров: GET /v1/tournaments.", "See GET /v1/tournaments."),
    )


def _no_such_moment(number: int, last: int) -> Refusal:
    text = Text(
        f"В журнале турнира нет события {number}: последнее — {last}.",
        f"The tournament's log has no event {number}; its last is {last}.",
    )
    if number == 0:
        text = Text("Тогда турнира ещё не было.", "There was no tournament then.")
    return Refusal(
        "invalid",
        "moment_unknown",
        text,
        where="query.at",
        todo=Text(
            "Номера событий: GET /v1/tournaments/{tournament}/log.",
            "Events by number: GET /v1/tournaments/{tournament}/log.",
        ),
    )
