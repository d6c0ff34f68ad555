"""Commands (law 2): pure functions from a state and what is asked to the events that follow.

They refuse with ``Refusal`` and never half-apply; a command that is already done answers with no
events. Clock, seed and ratings are passed in. A file per part of a tournament's life.
"""

from services.pairing.domain.decide.entries import Newcomer, add_entries, drop
from services.pairing.domain.decide.imports import ImportedMatch, ImportedRound, import_finished
from services.pairing.domain.decide.life import Announcement, annul, create, finish, reinstate
from services.pairing.domain.decide.results import record_result
from services.pairing.domain.decide.rounds import pair_next, start_and_pair

__all__ = [
    "Announcement",
    "ImportedMatch",
    "ImportedRound",
    "Newcomer",
    "add_entries",
    "annul",
    "create",
    "drop",
    "finish",
    "import_finished",
    "pair_next",
    "record_result",
    "reinstate",
    "start_and_pair",
]
