"""Routes about who plays: entering, leaving, coming back, and what a player asks."""

from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Response
from sqlmodel import Session

from services.pairing import (
    notices,
    service_entries,
    service_questions,
    store,
    views,
    views_entries,
)
from services.pairing.api.parts import AtDesk, AtMoment, Lang, RoundNumber, TournamentId
from services.pairing.schemas.entries import (
    DropIn,
    EntriesIn,
    EntriesOut,
    EntryListOut,
    EntryOut,
    FixedTableIn,
    GrantedIn,
    IdentifiedEntryOut,
    IdentifyEntryIn,
    LeftOut,
    PlayerNowOut,
)
from services.pairing.service_entries import At
from shared.calls import Call, Creation, Reads, creates, needs
from shared.clock import iso, now
from shared.contract import PlayerId

router = APIRouter(tags=["entries"])
Player = Annotated[PlayerId, Path(description="His ID, or another one of his (D.2.4).")]
EntryNumber = Annotated[int, Path(ge=1, le=100_000, description="His number in this tournament.")]
AtEntries = Annotated[Call, needs("entries")]
Judging = Annotated[Call, needs("judging")]


@router.post(
    "/v1/tournaments/{tournament}/entries",
    status_code=201,
    response_model=EntriesOut,
)
def add_entries(
    tournament: TournamentId,
    body: EntriesIn,
    call: Annotated[Creation, creates("entries")],
    desk: AtDesk,
    lang: Lang,
) -> Response:
    """Enter players, all or none (2.1.1); after round 1 they join from the next round on (S.7).

    An ID that the registry doesn't know is refused; a registry that is away is a warning, and so
    is a person who is in already under another ID (D.2.4). Beyond the capacity they wait. A late
    entry may have results granted for the rounds that he missed.
    """
    service_questions.may_enter(call.db, desk, str(tournament), call.caller)
    told = service_questions.registered(call.db, desk, body.players)
    granted = {each.round: each.result for each in body.granted}

    def use_case(tx: Session) -> EntriesOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        state, made = service_entries.enter(at, body.players, granted)
        return views_entries.entries(views.view(tx, state, lang), tx, made, told)

    return call.once(use_case)


@router.get("/v1/tournaments/{tournament}/entries", response_model=EntryListOut)
def list_entries(
    tournament: TournamentId,
    db: Reads,
    desk: AtDesk,
    moment: AtMoment,
    missing: Annotated[bool, Query(description="Those alone who have not checked in.")] = False,
) -> Response:
    """Who plays, who waits for a place, who has checked in."""
    with db.read() as tx:
        state = desk.journal.seen(tx, str(tournament), moment)

        def make() -> bytes:
            listed = views_entries.entry_list(views.view(tx, state, "ru"), missing=missing)
            return listed.model_dump_json().encode()

        key, seen = (state.id, "entries", str(missing)), store.people_seen(tx, state.id)
        body = desk.shown.body(key, state.version, seen, make)
    return Response(body, media_type="application/json")


@router.get("/v1/tournaments/{tournament}/entries/{player}")
def get_entry(
    tournament: TournamentId, player: Player, db: Reads, desk: AtDesk, lang: Lang
) -> PlayerNowOut:
    """All that a player asks: his table, opponent, time left, own results, points and place."""
    with db.read() as tx:
        state = desk.journal.load(tx, str(tournament))
        entry = service_entries.entry_of(tx, state, player)
        key = (state.id, "places")  # hundreds ask as soon as a round is out: counted once a state
        known = desk.shown.body(key, state.version, 0, lambda: views_entries.places(state))
        view = views.view(tx, state, lang, views_entries.met(state, entry))
        return views_entries.player_now(view, entry, iso(now()), known)


@router.post("/v1/tournaments/{tournament}/entries/{player}/drop")
def drop_entry(
    tournament: TournamentId,
    player: Player,
    body: Annotated[DropIn, Body(default_factory=DropIn)],
    call: AtEntries,
    desk: AtDesk,
    lang: Lang,
) -> LeftOut:
    """A player leaves (S.7): not paired again, his results stand. Twice is harmless.

    He plays the round to its end, or leaves `at_once`: then his game is a clean loss (R.8). Before
    round 1 his place goes to the first of the waiting list.
    """

    def use_case(tx: Session) -> LeftOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        done = service_entries.drop(at, player, at_once=body.at_once)
        view = views.view(tx, done.state, lang, [done.entry.number, *done.promoted])
        return views_entries.left(view, done)

    return call.write(use_case)


@router.post("/v1/tournaments/{tournament}/entries/{player}/return")
def return_entry(
    tournament: TournamentId, player: Player, call: AtEntries, desk: AtDesk, lang: Lang
) -> EntryOut:
    """Who had left plays again, from the next Swiss round on (S.7). Twice is harmless.

    Once round 1 is published he is let in beyond the capacity too.
    """

    def use_case(tx: Session) -> EntryOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        done = service_entries.come_back(at, player)
        view = views.view(tx, done.state, lang, [done.entry.number])
        return views_entries.entry(view, done.entry)

    return call.write(use_case)


@router.post("/v1/tournaments/{tournament}/entries/{player}/promote")
def promote_entry(
    tournament: TournamentId, player: Player, call: Judging, desk: AtDesk, lang: Lang
) -> EntryOut:
    """Give one of the waiting list a place, also beyond the capacity. Twice is harmless.

    Before round 1 places that come free go to the first of the list by themselves; later nobody
    gets one but by this, from the next round on (S.7).
    """

    def use_case(tx: Session) -> EntryOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        done = service_entries.promote(at, player)
        view = views.view(tx, done.state, lang, [done.entry.number])
        return views_entries.entry(view, done.entry)

    return call.write(use_case)


@router.put("/v1/tournaments/{tournament}/entries/{player}/table")
def fix_entry_table(
    tournament: TournamentId,
    player: Player,
    body: FixedTableIn,
    call: AtEntries,
    desk: AtDesk,
    lang: Lang,
) -> EntryOut:
    """Let a player who needs it always sit at one table, from the next pairing on."""

    def use_case(tx: Session) -> EntryOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        done = service_entries.fix_table(at, player, body.table)
        view = views.view(tx, done.state, lang, [done.entry.number])
        return views_entries.entry(view, done.entry)

    return call.write(use_case)


@router.put("/v1/tournaments/{tournament}/entries/{player}/granted/{number}")
def grant_result(
    tournament: TournamentId,
    player: Player,
    number: RoundNumber,
    body: GrantedIn,
    call: Judging,
    desk: AtDesk,
    lang: Lang,
) -> PlayerNowOut:
    """Let a Swiss round that he missed by coming late count as an auto-win or a draw (S.7)."""

    def use_case(tx: Session) -> PlayerNowOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        done = service_entries.grant(at, player, number, body.result)
        view = views.view(tx, done.state, lang, views_entries.met(done.state, done.entry))
        known = views_entries.places(done.state)
        return views_entries.player_now(view, done.entry, iso(now()), known)

    return call.write(use_case)


@router.put("/v1/tournaments/{tournament}/entries/{entry}/player")
def identify_entry(
    tournament: TournamentId,
    entry: EntryNumber,
    body: IdentifyEntryIn,
    call: Judging,
    desk: AtDesk,
    lang: Lang,
) -> IdentifiedEntryOut:
    """Mend an entry that is another person's: all that was played under it is his (D.4.10).

    At any time: no pairing changes, and after the finish the rating is told anew. The old person
    may be entered again.
    """
    service_questions.may_enter(call.db, desk, str(tournament), call.caller)
    told = service_questions.registered(call.db, desk, [body.player], "body.player")

    def use_case(tx: Session) -> IdentifiedEntryOut:
        at = At(tx, desk.journal, str(tournament), call.caller)
        done, barred = service_entries.identify(at, entry, body.player, body.reason)
        day = done.state.created.date
        more = [*told, *([notices.suspended_played(barred, day)] if barred else [])]
        return views_entries.identified(views.view(tx, done.state, lang), tx, done.entry, more)

    return call.write(use_case)
