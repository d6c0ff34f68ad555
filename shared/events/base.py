"""How an event type is declared. Standard library only: a domain may import it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass(frozen=True)
class EventSpec:
    """What the log and the public feed must know of an event type.

    type: the CloudEvents type, with its version (``match.result.recorded.v1``).
    topic: the topic that it is published on.
    private: fields that the public feed leaves out.
    public: whether the feed shows events of this type to everybody.
    reader: the scope with which the feed shows those that are not public; None: to nobody.
    """

    type: str
    topic: str
    private: frozenset[str] = frozenset()
    public: bool = True
    reader: str | None = None


class Event:
    """Base of all event data: immutable, made of IDs, codes, numbers and dates (law 11)."""

    spec: ClassVar[EventSpec]


REGISTRY: dict[str, type[Event]] = {}
"""Every declared event type, by its CloudEvents type."""


@dataclass_transform(frozen_default=True)
def event(
    topic: str,
    type_: str,
    *,
    private: tuple[str, ...] = (),
    public: bool = True,
    reader: str | None = None,
) -> Callable[[type[T]], type[T]]:
    """Declare a class as a frozen event of ``topic`` under the CloudEvents type ``type_``."""

    def declare(cls: type[Any]) -> type[Any]:
        made = dataclass(frozen=True)(cls)
        made.spec = EventSpec(type_, topic, frozenset(private), public, reader)
        REGISTRY[type_] = made
        return made

    return declare
