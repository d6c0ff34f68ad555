"""What differs between a club's laptop and the federation: settings, nothing else (law 9)."""

from pathlib import Path

from pydantic import field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from shared.log import open_log


class Settings(BaseSettings):
    """Read from the environment; every value has a default that needs nothing installed.

    database_url: an SQLite folder (``sqlite:///var/data``) or a PostgreSQL address that ends in a
    prefix (``postgresql+psycopg://user@host:port/berserk``); each service adds its own name.
    event_log_url: an SQLite file or ``kafka://host:port``.
    node: who publishes, the first part of an event's source.
    neighbour_timeout: seconds that a question to another service may take.
    max_body: bytes of the largest accepted request body.
    live_followers: how many may follow tournaments at once in one process (pairing).
    relay_pause, poll_pause: seconds between looks when there is nothing to do.
    """

    model_config = SettingsConfigDict(frozen=True)

    database_url: str = "sqlite:///var/data"
    event_log_url: str = "sqlite:///var/data/log.sqlite"
    host: str = "127.0.0.1"
    port: int = 8000
    node: str = "federation"
    registry_url: str = "http://127.0.0.1:8001"
    decks_url: str = "http://127.0.0.1:8004"
    neighbour_timeout: float = 2.0
    max_body: int = 16 * 1024 * 1024
    live_followers: int = 5000
    relay_pause: float = 0.5
    poll_pause: float = 0.5

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, url: str) -> str:
        try:
            known = make_url(url).drivername in ("sqlite", "postgresql+psycopg")
        except ArgumentError:
            known = False
        if not known:
            raise ValueError("want sqlite:///folder or postgresql+psycopg://user@host:port/prefix")
        return url

    @field_validator("event_log_url")
    @classmethod
    def _known_log(cls, url: str) -> str:
        open_log(url)  # no I/O; ValueError on what is no log
        return url

    def source_of(self, service: str) -> str:
        """A service's name in the events that it publishes."""
        return f"/{self.node}/{service}"

    def database_of(self, service: str) -> str:
        """The SQLAlchemy URL of one service's own database; makes the SQLite folder."""
        url = make_url(self.database_url)
        if url.get_backend_name() == "sqlite":
            folder = Path(url.database or ".")
            folder.mkdir(parents=True, exist_ok=True)
            return url.set(database=str(folder / f"{service}.sqlite")).render_as_string(False)
        return url.set(database=f"{url.database}_{service}").render_as_string(False)
