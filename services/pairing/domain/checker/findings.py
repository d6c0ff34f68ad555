"""What the checker says: findings, and what it did not look at."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from shared.refusals import Text

Kind = Literal["broken", "remark"]
"""``remark``: nobody's fault: what a judge set himself (S.8), a rematch that had to be (S.2)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that was broken, or a remark. round: None where it is of the whole tournament.

    code: stable, for programs; entries: whose it is; more: by how much, in the rule's own unit
    (points ×2, their squares), 0 where that has no sense.
    """

    rule: str
    code: str
    text: Text
    round: int | None = None
    entries: tuple[int, ...] = ()
    kind: Kind = "broken"
    more: int = 0


@dataclass(frozen=True, slots=True)
class Unchecked:
    """What was not looked at, and why."""

    rule: str
    text: Text
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Published:
    """A row of a table that somebody published: points ×2, place; None: not said."""

    entry: int
    points: int | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """All that was found. checked: rule -> how many rounds, tables or rows were judged by it."""

    findings: tuple[Finding, ...]
    checked: Mapping[str, int]
    unchecked: tuple[Unchecked, ...]

    @property
    def broken(self) -> tuple[Finding, ...]:
        """The findings that are no remarks."""
        return tuple(each for each in self.findings if each.kind == "broken")
