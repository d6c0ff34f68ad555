"""What a judge asks of a round, in the domain's terms (S.8, T.9, 7.0.1)."""

from services.pairing.domain import decide
from services.pairing.domain.decide.hand import not_playing
from services.pairing.domain.state import TournamentState
from services.pairing.schemas.rounds import DraftIn, HandIn, RoundIn
from shared.refusals import Refusal, Text


def wish(state: TournamentState, given: RoundIn | DraftIn, note: str | None) -> decide.Wish:
    """All that it says of the pairs; note: the id of the reason's."""
    return decide.Wish(
        hand=_hand(state, given.hand),
        third_place=given.third_place,
        override_open=given.override_open,
        reason=note,
        confirm=isinstance(given, RoundIn) and given.confirm,
    )


def meant(state: TournamentState, given: RoundIn | DraftIn) -> list[str]:
    """Whom the reason may speak of (law 11): whom he set, and who have not finished."""
    found: list[str] = []
    if given.hand is not None:
        found += given.hand.byes
        found += (one for pair in given.hand.pairs for one in (pair.a, pair.b))
    if given.override_open:
        unfinished = (each.matches[table] for each in state.rounds for table in each.open_tables)
        found += (state.entries[one].player for match in unfinished for one in match.players)
    return found


def has_reason(given: RoundIn | DraftIn, *, override: bool = False) -> None:
    """S.8, 6.1–6.3, 7.0.1: refuses what is decided against the rules, or by hand, without a why."""
    wanted = {"6.3": override, "S.8": given.hand is not None, "7.0.1": given.override_open}
    rule = next((rule for rule, asked in wanted.items() if asked), None)
    if rule is None or given.reason is not None:
        return
    raise Refusal(
        "invalid",
        "reason_needed",
        Text("У такого решения должна быть причина.", "Such a decision needs a reason."),
        rule=rule,
        where="body.reason",
        todo=Text("Напишите её в reason.", "Write it as reason."),
    )


def draft_as_it_is(given: RoundIn) -> None:
    """S.8: a draft is published as it was looked at, or not at all."""
    if given.publish_draft and given.draws_its_own():
        raise Refusal(
            "invalid",
            "draft_as_it_is",
            Text(
                "Черновик публикуют таким, каким его видели.",
                "A draft is published as it was looked at.",
            ),
            rule="S.8",
            where="body.publish_draft",
            todo=Text(
                "Измените черновик: POST /v1/tournaments/{tournament}/rounds/draft.",
                "Change the draft: POST /v1/tournaments/{tournament}/rounds/draft.",
            ),
        )


def _hand(state: TournamentState, given: HandIn | None) -> decide.Hand:
    """S.8: by entries; refuses an ID that is not in the tournament."""
    if given is None:
        return decide.Hand()
    numbers = {each.player: each.number for each in state.entries.values()}

    def entry(player: str, where: str) -> int:
        if player not in numbers:
            raise not_playing(player, state.due, f"body.hand.{where}")
        return numbers[player]

    pairs = tuple(
        (entry(pair.a, f"pairs.{place}.a"), entry(pair.b, f"pairs.{place}.b"), pair.table)
        for place, pair in enumerate(given.pairs)
    )
    byes = tuple(entry(player, f"byes.{place}") for place, player in enumerate(given.byes))
    return decide.Hand(pairs, byes)
