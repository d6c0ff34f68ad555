"""Migrated databases for tests: each process migrates one of a kind and copies it from then on."""

import importlib
import shutil
import tempfile
from functools import cache
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import make_url

from shared.migrate import migrate
from shared.service import Service
from shared.settings import Settings
from tests.real import console, fresh_name


def service_of(name: str) -> Service:
    """One of the four, by name."""
    service: Service = importlib.import_module(f"services.{name}.main").SERVICE
    return service


def ready(name: str, settings: Settings) -> None:
    """What ``migrate`` would make of a database that is not there yet; one that is, is migrated."""
    url = make_url(settings.database_of(name))
    if url.get_backend_name() == "sqlite":
        file = Path(url.database or "")
        if not file.exists():
            shutil.copyfile(_file(name), file)
            return
    elif _copied(name, settings.database_url):
        return
    migrate(service_of(name), settings)


@cache
def _file(name: str) -> Path:
    """An SQLite file that has all migrations of a service."""
    folder = Path(_folder().name)
    migrate(service_of(name), Settings(database_url=f"sqlite:///{folder.as_posix()}"))
    return folder / f"{name}.sqlite"


@cache
def _folder() -> "tempfile.TemporaryDirectory[str]":
    """Deleted when the process ends, with this."""
    return tempfile.TemporaryDirectory(prefix="berserk-ready-")


def _copied(name: str, address: str) -> bool:
    """PostgreSQL: make the database out of the template; False: it exists."""
    url = make_url(address)
    server = address.rpartition("/")[0]
    template = _template(name, server)
    wanted = f"{url.database}_{name}"
    with console(server).connect() as connection:
        there = text("select 1 from pg_database where datname = :name")
        if connection.scalar(there, {"name": wanted}):
            return False
        connection.execute(text(f'create database "{wanted}" template "{template}"'))
        return True


@cache
def _template(name: str, server: str) -> str:
    """The name of a database on that server that has all migrations of a service."""
    prefix = f"{fresh_name()}_template"
    migrate(service_of(name), Settings(database_url=f"{server}/{prefix}"))
    return f"{prefix}_{name}"
