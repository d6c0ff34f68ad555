"""What a log says of itself: what still stands, what is about the same thing, in words."""

from collections.abc import Hashable, Sequence

from services.pairing.domain.evolve import fold
from services.pairing.domain.state import Penalty
from shared.events.base import Event
from shared.events.entries import (
    EntryAdded,
    EntryCheckedIn,
    EntryDropped,
    EntryIdentified,
    EntryPromoted,
    EntryReturned,
    EntryTableFixed,
    ResultGranted,
)
from shared.events.rounds import (
    ClockPaused,
    ClockStarted,
    PairsSwapped,
    PenaltyGiven,
    PenaltyRevoked,
    ResultCleared,
    ResultCorrected,
    ResultKind,
    ResultRecorded,
    RoundDraftDiscarded,
    RoundDrafted,
    RoundPublished,
    TableTimeGiven,
)
from shared.events.tournaments import (
    EventUndone,
    GamesProjected,
    TopCut,
    TournamentAnnulled,
    TournamentCancelled,
    TournamentChanged,
    TournamentCreated,
    TournamentFinished,
    TournamentImported,
    TournamentPlanned,
    TournamentReinstated,
    TournamentReopened,
    TournamentResumed,
    TournamentRewound,
    TournamentStarted,
)
from shared.refusals import Text

Results = ResultRecorded | ResultCorrected | ResultCleared
_ALONG = (GamesProjected, TournamentStarted, TopCut)
"""Written along with another event, never by themselves."""


def standing(log: Sequence[Event]) -> tuple[int, ...]:
    """Numbers of the events, counted from 1, that somebody did and nobody took back, in order.

    Without undoing and what it did, and without what was written along with another event.
    """
    gone: set[int] = set()
    finished = False
    for number, event in enumerate(log, start=1):
        if isinstance(event, EventUndone):
            gone |= {event.number, *range(number, number + event.following + 1)}
        elif isinstance(event, _ALONG):
            gone.add(number)
        elif isinstance(event, TournamentFinished):
            gone |= {number} if finished else set()  # another statement, after a correction
            finished = True
        elif isinstance(event, TournamentReopened | TournamentRewound):
            finished = False
    return tuple(number for number in range(1, len(log) + 1) if number not in gone)


def about(event: Event) -> frozenset[Hashable]:
    """What an event is about: two that share a thing depend on each other's order."""
    match event:
        case ResultRecorded() | ResultCorrected() | ResultCleared():
            return frozenset({("table", event.round, event.table)})
        case PairsSwapped():
            tables = {("table", event.round, table) for table, _, _ in event.pairs}
            return frozenset({*tables, ("byes", event.round)})
        case PenaltyGiven():
            tables = {("table", number, table) for number, table, _ in event.made}
            return frozenset({*tables, ("penalty", event.penalty)})
        case PenaltyRevoked():
            return frozenset({("penalty", event.penalty)})
        case EntryAdded() | EntryPromoted() | EntryDropped() | EntryReturned():
            return frozenset({("stay", event.entry)})
        case ResultGranted():  # for rounds before he came, or came back
            return frozenset({("stay", event.entry), ("granted", event.entry, event.round)})
        case EntryCheckedIn() | EntryIdentified() | EntryTableFixed():
            return frozenset({(type(event), event.entry)})
        case TableTimeGiven():
            return frozenset({("time", event.round, event.table)})
        case RoundDrafted() | RoundDraftDiscarded():
            return frozenset({"draft"})
        case ClockStarted() | ClockPaused():
            return frozenset({("clock", event.round)})
    return _about_life(event)


def _about_life(event: Event) -> frozenset[Hashable]:
    match event:
        case RoundPublished():
            return frozenset({"draft", ("round", event.round)})
        case TournamentAnnulled() | TournamentReinstated():
            return frozenset({("flag", event.code)})
        case TournamentFinished() | TournamentReopened() | TournamentRewound():
            return frozenset({"finish"})
        case TournamentCancelled() | TournamentResumed():
            return frozenset({"cancelled"})
        case TournamentChanged() | TournamentPlanned():
            return frozenset({type(event).__name__})
    return frozenset()


def stood_before(
    tournament: str, log: Sequence[Event], penalty: Penalty
) -> tuple[tuple[ResultKind | None, int | None], ...]:
    """How the tables stood, kind and winner, before the results that a penalty made."""
    given = next(
        number
        for number, event in enumerate(log)
        if isinstance(event, PenaltyGiven) and event.penalty == penalty.id
    )
    found = []
    for made in penalty.made:
        at = next(number for number in range(given - 1, -1, -1) if _is(log[number], made))
        match = fold(tournament, log[:at]).rounds[made[0] - 1].matches[made[1]]
        found.append((match.kind, match.winner))
    return tuple(found)


def _is(event: Event, made: tuple[int, int, int]) -> bool:
    return isinstance(event, Results) and (event.round, event.table, event.version) == made


def in_words(event: Event) -> Text:
    """An event as one says it: by numbers and codes, without names (law 11)."""
    match event:
        case ResultRecorded() | ResultCorrected() | ResultCleared():
            where = Text(
                f"стола {event.table} тура {event.round}",
                f"table {event.table}, round {event.round}",
            )
            if isinstance(event, ResultCleared):
                return Text(f"снятие результата {where.ru}", f"a cleared result of {where.en}")
            ru, en = ("результат", "the result")
            if isinstance(event, ResultCorrected):
                ru, en = ("исправление результата", "a corrected result")
            return Text(f"{ru} {where.ru}", f"{en} of {where.en}")
        case PairsSwapped():
            return Text(f"замена пар тура {event.round}", f"swapped pairs of round {event.round}")
        case RoundDrafted():
            return Text(f"черновик тура {event.round}", f"the draft of round {event.round}")
        case RoundPublished():
            return Text(f"публикация тура {event.round}", f"the publication of round {event.round}")
        case TableTimeGiven():
            return Text(f"время стола {event.table}", f"the time of table {event.table}")
        case ResultGranted():
            return Text(
                f"назначенный результат участника {event.entry} за тур {event.round}",
                f"the granted result of entry {event.entry} for round {event.round}",
            )
        case TournamentAnnulled() | TournamentReinstated():
            ru, en = _WORDS[type(event)]
            return Text(f"{ru} ({event.code})", f"{en} ({event.code})")
    ru, en = _WORDS.get(type(event), ("событие", "the event"))
    entry = getattr(event, "entry", None)
    if entry is None or isinstance(event, PenaltyGiven):  # whose it is, is the staff's alone
        return Text(ru, en)
    return Text(f"{ru} участника {entry}", f"{en} of entry {entry}")


_WORDS: dict[type[Event], tuple[str, str]] = {
    TournamentCreated: ("создание турнира", "the announcement"),
    TournamentImported: ("загрузка турнира", "the upload"),
    TournamentChanged: ("изменение анонса", "the change of the announcement"),
    TournamentPlanned: ("смена стадии подготовки", "the change of plan"),
    TournamentCancelled: ("отмена турнира", "the cancelling"),
    TournamentResumed: ("возобновление турнира", "the resumption"),
    TournamentFinished: ("завершение турнира", "the finish"),
    TournamentReopened: ("возврат турнира в игру", "the reopening"),
    TournamentRewound: ("возврат к прежнему туру", "the rewinding"),
    TournamentAnnulled: ("отметка", "the flag"),
    TournamentReinstated: ("снятие отметки", "the lifted flag"),
    EntryAdded: ("запись", "the entering"),
    EntryPromoted: ("место для ожидавшего", "the place"),
    EntryCheckedIn: ("отметка о приходе", "the check-in"),
    EntryDropped: ("уход", "the drop"),
    EntryReturned: ("возвращение", "the return"),
    EntryIdentified: ("исправление личности", "the identification"),
    EntryTableFixed: ("постоянный стол", "the fixed table"),
    RoundDraftDiscarded: ("отказ от черновика", "the discarded draft"),
    ClockStarted: ("пуск часов", "the start of the clock"),
    ClockPaused: ("остановка часов", "the pause of the clock"),
    PenaltyGiven: ("наказание", "the penalty"),
    PenaltyRevoked: ("снятие наказания", "the revoked penalty"),
    EventUndone: ("отмена действия", "the undoing"),
}
