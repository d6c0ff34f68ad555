"""Every event's ``who`` is a person or a named client, and a token's owner is one."""

import pytest

from shared.events.access import ClientRevoked
from shared.events.envelope import WHO, envelop

EVENT = ClientRevoked(prefix="1f3a9c20", revision=1, at="2026-11-05T16:20:00.000000Z")
NAMED = (
    "person:1007",
    "office:federation:1f3a9c20",
    "club:kazan:1f3a9c20",
    "reader:1f3a9c20",
    "console:rotate-signing-key",
    "service:rating",
)
NAMELESS = (
    "",
    "tests",
    "system",
    "person:",
    "person:Алёна Ежова",
    "person:0",
    "club:kazan",
    "club:Казань:1f3a9c20",
    "office:kazan:1f3a9c20",
    "person:1007\n",
    "x person:1007",
)


@pytest.mark.parametrize("who", NAMED)
def test_law_11_an_event_is_a_persons_or_a_named_clients(who: str) -> None:
    assert envelop(EVENT, key="revoked:1f3a9c20", source="/tests", who=who).who == who


@pytest.mark.parametrize("who", NAMELESS, ids=[str(n) for n in range(len(NAMELESS))])
def test_law_11_nothing_is_published_by_nobody_nor_under_a_name(who: str) -> None:
    assert not WHO.fullmatch(who)
    with pytest.raises(ValueError, match="no person and no named client"):
        envelop(EVENT, key="revoked:1f3a9c20", source="/tests", who=who)
