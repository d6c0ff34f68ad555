"""The registry on a database of a test's own, and a client that calls it within the process."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from anyio.from_thread import start_blocking_portal
from fastapi.testclient import TestClient

from services.registry import service_directory
from services.registry.schemas.directory import CityIn, ClubIn
from shared.settings import Settings
from tests.house import app_of, inside
from tests.tokens import WHO

ZONE = "Europe/Moscow"


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


def found_places(
    client: TestClient,
    cities: Mapping[str, str],
    clubs: Mapping[str, tuple[str, str]] | None = None,
) -> None:
    """Cities by id: their names; clubs by id: their names and cities. Not over HTTP, to save time.

    Nearly every test begins with it, and the routes have tests of their own.
    """
    with inside(client).db.write() as tx:
        for city, name in cities.items():
            service_directory.set_city(tx, city, CityIn(name=name, zone=ZONE), WHO)
        for club, (name, city) in (clubs or {}).items():
            service_directory.add_club(tx, ClubIn(club=club, name=name, city=city), WHO)
