"""Commands (law 2): pure functions from a state and what is asked to the events that follow.

They refuse with ``Refusal`` and never half-apply; a command that is already done answers with no
events. Clock, seed and ratings are passed in. A file per part of a tournament's life.
"""

from services.pairing.domain.capacity import promotions
from services.pairing.domain.decide.attendance import (
    Grant,
    check_in,
    drop_absent,
    fix_table,
    grant,
    identify,
    missing,
)
from services.pairing.domain.decide.clock import Action, give_time, seconds_left, set_clock
from services.pairing.domain.decide.drafts import discard_draft, draft, publish_draft
from services.pairing.domain.decide.draws import Wish, told_from_a_repeat
from services.pairing.domain.decide.entries import (
    Newcomer,
    add_entries,
    come_back,
    drop,
    leave,
    promote,
)
from services.pairing.domain.decide.hand import Hand
from services.pairing.domain.decide.imports import Circumstances, import_finished
from services.pairing.domain.decide.life import (
    Announcement,
    announced_by_play,
    annul,
    cancel,
    create,
    finish,
    plan,
    reinstate,
    resume,
)
from services.pairing.domain.decide.results import record_result
from services.pairing.domain.decide.rounds import pair_next, start_and_pair
from services.pairing.domain.decide.settings import change
from services.pairing.domain.decide.swaps import swap

__all__ = [
    "Action",
    "Announcement",
    "Circumstances",
    "Grant",
    "Hand",
    "Newcomer",
    "Wish",
    "add_entries",
    "announced_by_play",
    "annul",
    "cancel",
    "change",
    "check_in",
    "come_back",
    "create",
    "discard_draft",
    "draft",
    "drop",
    "drop_absent",
    "finish",
    "fix_table",
    "give_time",
    "grant",
    "identify",
    "import_finished",
    "leave",
    "missing",
    "pair_next",
    "plan",
    "promote",
    "promotions",
    "publish_draft",
    "record_result",
    "reinstate",
    "resume",
    "seconds_left",
    "set_clock",
    "start_and_pair",
    "swap",
    "told_from_a_repeat",
]
