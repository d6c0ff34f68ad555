"""A hall on each database."""

from collections.abc import Iterator

import pytest

from tests.pairing.pairing_service_hall import Hall, hall_on


@pytest.fixture
def hall(database_url: str) -> Iterator[Hall]:
    """The pairing service on a fresh database, its neighbours away."""
    made = hall_on(database_url)
    yield made
    made.db.close()
