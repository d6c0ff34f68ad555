"""The rating service for tests, on SQLite and on PostgreSQL."""

from collections.abc import Iterator

import pytest

from tests.rating.rating_service_play import Rating, rating_on


@pytest.fixture
def rating(database_url: str) -> Iterator[Rating]:
    """The service on a fresh database of either kind."""
    with rating_on(database_url) as running:
        yield running
