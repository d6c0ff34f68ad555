"""CloudEvents 1.0, structured JSON: one string for outbox, log and feed alike."""

import re
from datetime import datetime
from typing import Any, Literal
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from shared.clock import now
from shared.events.base import REGISTRY, Event
from shared.trace import traceparent

WHO = re.compile(
    r"person:[1-9][0-9]{1,11}"
    r"|office:federation:[0-9a-f]+|club:[a-z0-9-]+:[0-9a-f]+|reader:[0-9a-f]+"
    r"|console:[a-z-]+|service:[a-z]+"
)
"""Who causes events: a person or a named client, never by a name of his own (law 11).

``person:ID``: signed in by a code, under the ID that his right was given to.
``office:federation:PREFIX``, ``club:CLUB:PREFIX``, ``reader:PREFIX``: a client, by its key.
``console:COMMAND``: whoever sits at the machine itself; ``service:NAME``: nobody asked, it follows.
"""


class Envelope(BaseModel):
    """A CloudEvents 1.0 event.

    partitionkey: order holds within it; who: the person or named client that caused it (``WHO``);
    data: the event type's own fields.
    """

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    specversion: Literal["1.0"] = "1.0"
    id: str = Field(description="Unique; the same on every delivery.")
    source: str = Field(examples=["/federation/pairing"])
    type: str = Field(examples=["tournament.finished.v1"])
    subject: str
    time: datetime
    datacontenttype: Literal["application/json"] = "application/json"
    partitionkey: str
    traceparent: str | None = None
    who: str = Field(examples=["person:1007", "club:kazan:1f3a9c20"])
    data: dict[str, Any]

    def event(self) -> Event:
        """The data as its declared type. Raises KeyError on an unknown one, ValueError on bad.

        The error names the fields and quotes nothing: it is logged, and data may hold a name.
        """
        try:
            made: Event = adapter(REGISTRY[self.type]).validate_python(self.data)
        except ValidationError as exc:
            faults = (f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in exc.errors())
            raise ValueError(f"{self.type}: {'; '.join(faults)}") from None
        return made


_ADAPTERS: dict[str, TypeAdapter[Any]] = {}


def adapter(cls: type[Event]) -> TypeAdapter[Any]:
    """Validation and JSON of one event type; unknown fields are passed over (additive v1)."""
    made = _ADAPTERS.get(cls.spec.type)
    if made is None:
        made = _ADAPTERS[cls.spec.type] = TypeAdapter(cls)
    return made


def envelop(event: Event, *, key: str, source: str, who: str) -> Envelope:
    """A new event, ready to be published under ``key``. ValueError for a nameless ``who``."""
    if not WHO.fullmatch(who):
        raise ValueError(f"{who!r} is no person and no named client")
    return Envelope(
        id=str(uuid4()),
        source=source,
        type=event.spec.type,
        subject=key,
        time=now(),
        partitionkey=key,
        traceparent=traceparent(),
        who=who,
        data=adapter(type(event)).dump_python(event, mode="json"),
    )


def public_view(
    envelope: dict[str, Any], scopes: frozenset[str] = frozenset()
) -> dict[str, Any] | None:
    """What a reader with these scopes may see of an event, or None; without any he is a stranger.

    Only fields that the event's type declares public, for everybody alike.
    """
    cls = REGISTRY.get(envelope["type"])
    if cls is None or not (cls.spec.public or cls.spec.reader in scopes):
        return None
    data = {k: v for k, v in envelope["data"].items() if k not in cls.spec.private}
    return {**envelope, "data": data}
