"""``access.v1``: compacted, internal: what every service needs to verify a token by itself."""

from shared.events.base import Event, event

TOPIC = "access.v1"


@event(TOPIC, "signing.key.changed.v1", public=False)
class SigningKeyChanged(Event):
    """Key ``key:KID``. A public key (Ed25519, PEM) that signs tokens."""

    kid: str
    revision: int
    public_key: str


@event(TOPIC, "client.revoked.v1", public=False)
class ClientRevoked(Event):
    """Key ``revoked:PREFIX``. Tokens got with this API key, or this person's sign-in, are void."""

    prefix: str
    revision: int
    at: str
