"""How a rule says no. Standard library only: a domain raises these, ``problems`` shows them."""

from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal[
    "malformed",
    "unauthorized",
    "forbidden",
    "not_found",
    "conflict",
    "precondition",
    "too_large",
    "invalid",
    "unavailable",
    "unprepared",
]


@dataclass(frozen=True)
class Text:
    """A sentence in both languages of the federation."""

    ru: str
    en: str


class Refusal(Exception):
    """A clear no: what, where, which rule, what to do (law 8).

    code: stable, snake_case, for programs; message: for people; rule: id in the rules index;
    where: the field or place at fault; todo: what helps; details: rows (a violation each), as JSON;
    extra: further members of the problem body.
    """

    def __init__(
        self,
        kind: Kind,
        code: str,
        message: Text,
        *,
        rule: str | None = None,
        where: str | None = None,
        todo: Text | None = None,
        details: tuple[dict[str, Any], ...] = (),
        extra: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(f"{code}: {message.en}")
        self.kind = kind
        self.code = code
        self.message = message
        self.rule = rule
        self.where = where
        self.todo = todo
        self.details = details
        self.extra = extra or {}
