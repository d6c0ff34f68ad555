"""Which event does what: a typed table from event types to use cases."""

from collections.abc import Callable
from typing import Any, TypeVar

from sqlmodel import Session

from shared.events.base import Event
from shared.events.envelope import Envelope

E = TypeVar("E", bound=Event)
Handler = Callable[[Session, Envelope, E], None]


class Handlers:
    """Collects handlers by event type; one per type."""

    def __init__(self, *others: "Handlers") -> None:
        self._of: dict[type[Event], Handler[Any]] = {}
        for other in others:
            self._of.update(other._of)

    def on(self, cls: type[E]) -> Callable[[Handler[E]], Handler[E]]:
        """Register the decorated function for events of type ``cls``."""

        def register(handler: Handler[E]) -> Handler[E]:
            self._of[cls] = handler
            return handler

        return register

    def of(self, event: Event) -> Handler[Any] | None:
        """The handler of an event, None if this service has no use for it."""
        return self._of.get(type(event))
