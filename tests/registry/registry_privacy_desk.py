"""The registry as those call it who keep people's data: a person of the office, and a club's."""

from collections.abc import Iterator

import pytest

from tests.registry.registry_client import found_places
from tests.registry.registry_played_desk import Office, office_on
from tests.tokens import signed_in


@pytest.fixture
def office(database_url: str) -> Iterator[Office]:
    """The registry, called by a person of the office; the club «Ветер» in Казань."""
    with office_on(database_url) as made:
        made.client.headers.update(signed_in(made.db, "office", "1184"))
        found_places(made.client, {}, {"veter": ("Ветер", "kazan")})
        yield made
