"""A round to look at before it is published (S.1, S.8, T.9): drafted, drawn anew, discarded."""

from collections.abc import Mapping
from dataclasses import replace

from services.pairing.domain.decide import draws
from services.pairing.domain.decide.draws import AS_THE_RULES_SAY, Wish
from services.pairing.domain.decide.guards import still_open
from services.pairing.domain.decide.rounds import enough_players, start
from services.pairing.domain.state import Round, TournamentState
from services.pairing.domain.top import cut
from shared.events.rounds import RoundDraftDiscarded, RoundDrafted, RoundPublished
from shared.events.tournaments import TopCut, TournamentStarted
from shared.refusals import Kind, Refusal, Text
from shared.rulesets.model import RuleSet


def draft(
    state: TournamentState,
    ruleset: RuleSet,
    number: int | None = None,
    wish: Wish = AS_THE_RULES_SAY,
    *,
    redraw: bool = False,
) -> tuple[RoundDrafted, ...]:
    """S.1–S.8, T.9: the round that is due, to look at; before the start it is round 1.

    It is all that ``wish`` says, whatever a draft before it said, but for the attempt, which goes
    on: redraw draws with the next lots, and every attempt stays in the log. What by hand breaks
    the rules needs no confirmation here. The same draft again changes nothing. Refuses as
    ``pair_next`` does, and a round that is published.
    """
    if draws.is_published(state, number):
        raise _published(number or 0)
    draws.in_turn(state, number)
    still_open(state)
    if state.structure is None:
        enough_players(len(state.playing(1)), ruleset)
    present = state.draft
    if redraw and present is None:
        raise no_draft(state)
    attempt = (present.attempt if present else 0) + redraw
    drawn = draws.next_round(state, ruleset, replace(wish, attempt=attempt)).round
    if redraw and drawn.stage == "top":
        raise draws.bracket_alone("body.redraw", "T.9")
    if present is not None and _same(present, drawn):
        return ()
    return (RoundDrafted(**vars(drawn)),)


def discard_draft(state: TournamentState) -> tuple[RoundDraftDiscarded, ...]:
    """The draft is not wanted; without one nothing changes."""
    return () if state.draft is None else (RoundDraftDiscarded(state.draft.number),)


def publish_draft(
    state: TournamentState,
    ruleset: RuleSet,
    number: int | None = None,
    *,
    ratings: Mapping[str, int] | None = None,
    rounds: int | None = None,
    top_size: int | None = None,
    warnings: tuple[str, ...] = (),
    reason: str | None = None,
) -> tuple[TournamentStarted | TopCut | RoundPublished, ...]:
    """S.1, S.8: publish exactly what was looked at; round 1 starts the tournament (7.2.2).

    number, warnings: as ``pair_next``; ratings, rounds, top_size: as ``start_and_pair``; reason:
    the id of a note about the publication, else the draft's stays. Refuses where there is no draft,
    or none any more: nothing else is drawn in its place.
    """
    if draws.is_published(state, number):
        return ()
    draws.in_turn(state, number)
    still_open(state)
    looked_at = state.draft
    if looked_at is None:
        raise no_draft(state)
    if state.structure is None:
        begun = start(
            state, ruleset, ratings=ratings, rounds=rounds, top_size=top_size, warnings=warnings
        )
        return begun, _as_published(looked_at, reason=reason)
    published = _as_published(looked_at, warnings, reason)
    if looked_at.stage == "top" and not state.seeds:
        return TopCut(cut(state, ruleset)), published
    return (published,)


def no_draft(state: TournamentState, kind: Kind = "conflict") -> Refusal:
    """The refusal where a draft is needed and there is none."""
    return Refusal(
        kind,
        "no_draft",
        Text(
            f"Черновика тура {state.due} нет: его не составляли, отменили, или после него "
            "изменились участники, места или результаты.",
            f"There is no draft of round {state.due}: none was made, it was discarded, or players, "
            "places or results have changed since.",
        ),
        rule="S.1",
        todo=Text(
            "Составьте его и посмотрите: POST /v1/tournaments/{tournament}/rounds/draft.",
            "Make it and look: POST /v1/tournaments/{tournament}/rounds/draft.",
        ),
    )


def _as_published(
    looked_at: Round, warnings: tuple[str, ...] = (), reason: str | None = None
) -> RoundPublished:
    return RoundPublished(
        looked_at.number,
        looked_at.stage,
        tuple((table, each.a, each.b) for table, each in sorted(looked_at.matches.items())),
        looked_at.byes,
        looked_at.rematches,
        (*looked_at.warnings, *warnings),
        looked_at.attempt,
        looked_at.hand_tables,
        looked_at.hand_byes,
        reason or looked_at.reason,
    )


def _same(present: Round, drawn: RoundPublished) -> bool:
    """But for the note that says why."""
    return replace(_as_published(present), reason=None) == replace(drawn, reason=None)


def _published(number: int) -> Refusal:
    return Refusal(
        "conflict",
        "round_published",
        Text(
            f"Тур {number} опубликован: заново его не составить.",
            f"Round {number} is published: it is not drawn again.",
        ),
        rule="S.1",
        where="body.round",
        todo=Text(
            "Пары без результата можно поменять: "
            "POST /v1/tournaments/{tournament}/rounds/{number}/swap; вернуть тур: "
            "POST /v1/tournaments/{tournament}/rewind.",
            "Pairs without a result can be swapped: "
            "POST /v1/tournaments/{tournament}/rounds/{number}/swap; to take the round back: "
            "POST /v1/tournaments/{tournament}/rewind.",
        ),
    )
