"""Who may give whom which right to sign in, and where it holds (D.2.5)."""

from dataclasses import dataclass
from typing import Literal, get_args

Role = Literal["office", "coordinator", "club", "head_judge", "floor_judge", "desk"]
Place = Literal["city", "club", "tournament"]

ROLES: tuple[Role, ...] = get_args(Role)
STAFF: tuple[Role, ...] = ("head_judge", "floor_judge", "desk")
PLACE_OF: dict[Role, Place | None] = {
    "office": None,
    "coordinator": "city",
    "club": "club",
    **dict.fromkeys(STAFF, "tournament"),
}
"""What a right of each role must name; the office's holds everywhere."""

STAFF_DAYS = 45
"""D.4.10: corrections come until the list of the next month; then a staff's right ends."""


@dataclass(frozen=True)
class Right:
    """A role and where it holds. A tournament brings its club and city along, a club its city."""

    role: str | None
    city: str | None = None
    club: str | None = None
    tournament: str | None = None


_GIVES: dict[str | None, tuple[Place, tuple[Role, ...]]] = {
    "coordinator": ("city", ("club", *STAFF)),
    "club": ("club", ("club", *STAFF)),
    "head_judge": ("tournament", ("floor_judge", "desk")),
}
"""Whom each may appoint in his own place."""


def may_give(giver: Right, right: Right) -> bool:
    """Whether he may give this right; whoever may give one, may take it away too.

    The office gives all. A coordinator appoints people of his city's clubs and staff of its
    tournaments; a club its own people and its tournaments' staff; a head judge his helpers.
    """
    if giver.role == "office":
        return True
    place, roles = _GIVES.get(giver.role, ("club", ()))
    own = getattr(giver, place)
    return own is not None and right.role in roles and getattr(right, place) == own
