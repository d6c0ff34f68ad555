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
        self._of: dict[str, Handler[Any]] = {}
        for other in others:
            self._of.update(other._of)

    def on(self, cls: type[E]) -> Callable[[Handler[E]], Handler[E]]:
        """Register the decorated function for events of type ``cls``."""

        def register(handler: Handler[E]) -> Handler[E]:
            self._of[cls.spec.type] = handler
            return handler

        return register

    def wants(self, type_: str) -> bool:
        """Whether events of this CloudEvents type do anything here."""
        return type_ in self._of

    def of(self, event: Event) -> Handler[Any]:
        """The handler of an event that is wanted."""
        return self._of[event.spec.type]
