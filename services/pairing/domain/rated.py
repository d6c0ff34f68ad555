"""What the rating service is told (4.2, D.4.4, D.4.5): the body of finished, by one piece of code
for the finish, for each later revision and for the live projection.
"""

from typing import TypeVar

from services.pairing.domain.state import Match, TournamentState
from shared.events.rounds import ResultKind
from shared.events.tournaments import TournamentFinished
from shared.rulesets.model import RuleSet

Body = TypeVar("Body", bound=TournamentFinished)

RATED: frozenset[ResultKind] = frozenset({"clean", "technical", "no_show", "draw", "agreed_draw"})
"""D.4.4: kinds that are rated; nobody won a double loss or a table both stayed away from."""


def body(
    kind: type[Body],
    state: TournamentState,
    ruleset: RuleSet,
    *,
    revision: int,
    finished_at: str,
) -> Body:
    """D.4.5: the complete statement of a tournament, ``TournamentFinished`` or ``GamesProjected``.

    finished_at: an ISO instant in UTC, of the first finish (D.4.3). Whether it is official goes
    with it (D.2.5): what is not is never rated, but is told all the same.
    """
    matches = [match for each in state.rounds for match in each.matches.values()]
    paired = {entry for match in matches for entry in match.players}
    created = state.created
    return kind(
        revision=revision,
        finished_at=finished_at,
        zone=created.zone,
        date=created.date,
        name=created.name,
        rule_set=created.rule_set,
        format=created.format,
        family=ruleset.formats[created.format].family,
        city=created.city,
        club=created.club,
        official=created.official,
        participants=len(paired),
        entries=tuple(
            (number, entry.player, number in paired) for number, entry in state.entries.items()
        ),
        games=tuple((match.a, match.b, _halves(match)) for match in matches if match.kind in RATED),
    )


def _halves(match: Match) -> int:
    """D.4.4: half points of ``a``: 2 he won, 1 a draw, 0 he lost."""
    if match.winner is None:
        return 1
    return 2 if match.winner == match.a else 0
