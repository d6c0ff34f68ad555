"""Taking in a finished tournament that was played elsewhere, once and again (2.1.5, 7.2.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from services.pairing.domain import rated
from services.pairing.domain.decide.life import Announcement, annul, create, possible
from services.pairing.domain.decide.rounds import enough_players
from services.pairing.domain.evolve import begin, fold
from services.pairing.domain.export import as_uploaded
from services.pairing.domain.state import TournamentState
from services.pairing.domain.upload_faults import SWISS_AFTER_TOP, Fault, faults, refused
from services.pairing.domain.upload_merge import merged
from services.pairing.domain.uploads import Upload, entry_numbers
from shared.events.base import Event
from shared.events.tournaments import (
    TournamentChanged,
    TournamentFinished,
    TournamentImported,
)
from shared.refusals import Refusal, Text
from shared.rulesets.model import RuleSet


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known beside an upload.

    finished_at: an ISO instant in UTC; seed: of the lots, for a new tournament; into: ID -> the ID
    it is merged into; suspended: somebody in it was suspended on its day (D.3.1).
    """

    finished_at: str
    seed: int
    into: Mapping[str, str]
    suspended: bool = False


def import_finished(
    state: TournamentState | None,
    ruleset: RuleSet,
    announcement: Announcement,
    upload: Upload,
    beside: Circumstances,
) -> tuple[Event, ...]:
    """2.1.5, 7.2.1: a whole tournament as one upload: created, imported, finished.

    state: None, or what is there under this id. An upload that says nothing new changes nothing;
    another is taken in over the last one, as a new revision (D.4.10): what was corrected here
    stays, unless the upload says something else of that very table than it did before. One who was
    suspended puts it in quarantine before it is finished (D.3.1).

    Refuses, with a row for each fault: what ``upload_faults`` finds, Swiss after the TOP and no
    game at all (7.0.1), fewer players than the minimum (7.2.1), not counting who is in no round. A
    tournament that is run here is not uploaded (409 import_kept_here).
    """
    if found := faults(upload):
        raise refused(found)
    if state is None:
        return _first(ruleset, announcement, upload, beside)
    event = _over(state, state.imported, upload, beside.into)
    moved = _moved(state, announcement, upload)
    here = as_uploaded(state)
    if not moved and (
        _same(event, state.imported) or _same(_over(state, here, upload, beside.into), here)
    ):
        return ()
    return _again(state, ruleset, event, moved, beside)


def _first(
    ruleset: RuleSet, announcement: Announcement, upload: Upload, beside: Circumstances
) -> tuple[Event, ...]:
    (created,) = create(announcement, ruleset, beside.seed)
    event = merged(None, upload, entry_numbers(upload, None, {}, beside.into), beside.into)
    _whole(event, ruleset)
    state = fold(upload.external_id, [event], begin(upload.external_id, created))
    return created, event, *_finished(state, ruleset, beside, beside.finished_at)


def _over(
    state: TournamentState,
    base: TournamentImported | None,
    upload: Upload,
    into: Mapping[str, str],
) -> TournamentImported:
    """An upload over what an earlier one said; a penalty keeps the entry that it names."""
    now = {entry.number: entry.player for entry in state.entries.values()}
    kept = {each.entry for each in state.penalties.values()}
    return merged(base, upload, entry_numbers(upload, base, now, into), into, kept)


def _same(event: TournamentImported, before: TournamentImported | None) -> bool:
    return before is not None and replace(event, said=()) == replace(before, said=())


def _moved(
    state: TournamentState, announcement: Announcement, upload: Upload
) -> dict[str, str | bool]:
    """What the upload says of the tournament itself, and the last one did not; and so the zone."""
    now = {**vars(state.created), "finished_at": state.finished_at}
    before = {**now, **dict(state.imported.said if state.imported else ())}
    found = {
        name: value for name, value in upload.said.items() if before[name] != value != now[name]
    }
    return {**found, "zone": announcement.zone} if "city" in found else found


def _again(
    state: TournamentState,
    ruleset: RuleSet,
    event: TournamentImported,
    moved: Mapping[str, str | bool],
    beside: Circumstances,
) -> tuple[Event, ...]:
    _kept_elsewhere(state, ruleset)
    _whole(event, ruleset)
    happened: list[Event] = []
    if created := {name: value for name, value in moved.items() if name != "finished_at"}:
        values: dict[str, Any] = {
            each.name: getattr(state.created, each.name) for each in fields(TournamentChanged)
        }
        happened.append(TournamentChanged(**{**values, **created}))
    happened.append(event)
    after = fold(state.id, happened, state)
    possible(after.created, ruleset)
    finished_at = beside.finished_at if "finished_at" in moved else str(state.finished_at)
    return *happened, *_finished(after, ruleset, beside, finished_at)


def _finished(
    state: TournamentState, ruleset: RuleSet, beside: Circumstances, finished_at: str
) -> Sequence[Event]:
    """D.3.1: in quarantine first, so that it is rated at no time without a decision."""
    held = annul(state, "quarantine") if beside.suspended else ()
    after = fold(state.id, held, state)
    revision = after.revision + 1
    body = rated.body(
        TournamentFinished, after, ruleset, revision=revision, finished_at=finished_at
    )
    return *held, body


def _kept_elsewhere(state: TournamentState, ruleset: RuleSet) -> None:
    """Refuses to replace what is run here: another's file is older than what the judges do."""
    uploaded = state.imported
    whole = uploaded is not None and len(uploaded.rounds) == len(state.rounds)
    if whole and state.finished and not state.cancelled and state.created.rule_set == ruleset.id:
        return
    raise Refusal(
        "conflict",
        "import_kept_here",
        Text(
            "Этот турнир ведут здесь, и в загрузке другое: заменить его загрузкой нельзя.",
            "This tournament is run here, and the upload differs: it can't replace it.",
        ),
        rule="2.1.5",
        todo=Text(
            "Исправьте результаты здесь; открытый заново турнир сначала завершите.",
            "Correct the results here; finish first what was reopened.",
        ),
    )


def _whole(event: TournamentImported, ruleset: RuleSet) -> None:
    """7.0.1, 7.2.1: what it all makes together is a tournament."""
    in_top = False
    found: list[Fault] = []
    if not any(pairs for _, pairs, _ in event.rounds):
        text = Text("В турнире нет ни одной игры.", "The tournament has no game.")
        found.append(Fault("rounds", "7.0.1", "no_games", text))
    for stage, pairs, _ in event.rounds:
        if in_top and stage == "swiss" and pairs:
            found.append(Fault("rounds", "7.0.1", "swiss_after_top", SWISS_AFTER_TOP))
        in_top = in_top or stage == "top"
    if found:
        raise refused(found)
    paired = {entry for _, pairs, _ in event.rounds for row in pairs for entry in row[1:3]}
    free = {entry for _, _, byes in event.rounds for entry in byes}
    enough_players(len(paired | free), ruleset, uploaded=True)
