"""What makes a service: its name, routes, topics, handlers and tables. ``app`` builds the rest."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import APIRouter, FastAPI
from sqlalchemy import MetaData
from sqlmodel import Session

from shared.consumer import Settle
from shared.db import Database
from shared.handlers import Handlers
from shared.roles import Principal
from shared.settings import Settings
from shared.tables import House


@dataclass(frozen=True, eq=False)
class Service:
    """One of the four.

    publishes, consumes: topics; settle: see ``consumer.Applier``;
    on_build: attaches what the routes need (clients of neighbours) to the app;
    on_migrate: prepares a fresh database (the registry's signing key);
    next_token: makes a signed-in person's (see ``renewal``); None: the registry is asked for it.
    """

    name: str
    title: str
    description: str
    routers: tuple[APIRouter, ...]
    publishes: tuple[str, ...]
    consumes: tuple[str, ...]
    handlers: Handlers
    metadata: tuple[MetaData, ...]
    settle: Settle | None = None
    on_build: Callable[[FastAPI, Settings], None] | None = None
    on_migrate: Callable[[Database], None] | None = None
    next_token: Callable[[Session, Principal], str] | None = None
    internal: frozenset[str] = field(default=frozenset({"access.v1"}))

    @property
    def feeds(self) -> tuple[str, ...]:
        """Published topics that strangers may read."""
        return tuple(topic for topic in self.publishes if topic not in self.internal)

    @property
    def all_metadata(self) -> list[MetaData]:
        """Every table of this service's database."""
        return [House.metadata, *self.metadata]

    @property
    def versions(self) -> Path:
        """Where its migrations are."""
        return Path(__file__).parent.parent / "services" / self.name / "migrations"


def open_database(service: Service, settings: Settings) -> Database:
    """A service's own database; connects on first use."""
    return Database(settings.database_of(service.name), settings.source_of(service.name))
