"""The registry on a database of a test's own, and a client that calls it within the process."""

from collections.abc import Iterator
from contextlib import contextmanager

from anyio.from_thread import start_blocking_portal
from fastapi.testclient import TestClient

from shared.settings import Settings
from tests.house import app_of


@contextmanager
def alone_on(database_url: str, *, raises: bool = False) -> Iterator[TestClient]:
    """The registry on a fresh database, called by nobody yet; no log, no neighbour.

    raises: whether what crashes is raised, or answered as it would be over HTTP.
    """
    app = app_of("registry", Settings(database_url=database_url))
    client = TestClient(app, raise_server_exceptions=raises)
    with start_blocking_portal() as loop:
        client.portal = loop  # one loop for all its requests: each would start one of its own
        yield client
    app.state.db.close()
