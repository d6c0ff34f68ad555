"""The decks service for tests, on SQLite and on PostgreSQL."""

from collections.abc import Iterator

import pytest

from tests.decks.decks_service_desk import OTHER_TOURNAMENT, TOURNAMENT, Desk, desk_on


@pytest.fixture
def empty_desk(database_url: str) -> Iterator[Desk]:
    """The service on a fresh database: two tournaments of Kazan's, no catalogue yet."""
    made = desk_on(database_url)
    made.hear_of(TOURNAMENT)
    made.hear_of(OTHER_TOURNAMENT)
    yield made
    made.http.close()
    made.db.close()


@pytest.fixture
def desk(empty_desk: Desk) -> Desk:
    """The service with the sample catalogue."""
    empty_desk.load_sample()
    return empty_desk
