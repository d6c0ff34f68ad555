"""Bringing a service's database to the newest schema."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text
from sqlalchemy.engine import Connection, make_url

from shared.db import Database
from shared.service import Service, open_database
from shared.settings import Settings


def migrate(service: Service, settings: Settings) -> None:
    """Create the database if it is not there, and run what migrations it lacks."""
    url = settings.database_of(service.name)
    create_database(url)
    db = open_database(service, settings)
    try:
        with db.engine.begin() as connection:
            _take_turn(connection)
            command.upgrade(_config(service, connection), "head")
        if service.on_migrate:
            service.on_migrate(db)
    finally:
        db.close()


def new_revision(service: Service, settings: Settings, message: str) -> None:
    """Write a migration for what the tables have and the database lacks (developers)."""
    db = open_database(service, settings)
    try:
        with db.engine.begin() as connection:
            config = _config(service, connection)
            number = len(list(service.versions.glob("[0-9]*.py"))) + 1
            command.revision(config, message, autogenerate=True, rev_id=f"{number:04}")
    finally:
        db.close()


def check(service: Service, db: Database) -> None:
    """Raise if the tables in the code and in the database differ."""
    with db.engine.begin() as connection:
        command.check(_config(service, connection))


def is_current(service: Service, db: Database) -> bool:
    """Whether the database has the newest schema."""
    with db.engine.connect() as connection:
        has = MigrationContext.configure(connection).get_current_revision()
    return has == ScriptDirectory.from_config(_config(service)).get_current_head()


def _take_turn(connection: Connection) -> None:
    """PostgreSQL: wait for another deploy step, and let a third wait for this session's end."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("select pg_advisory_lock(hashtext('migrate'))"))


def _config(service: Service, connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", "shared:migrations")
    config.set_main_option("version_locations", str(service.versions).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.attributes["metadata"] = service.all_metadata
    config.attributes["connection"] = connection
    return config


def create_database(url: str) -> None:
    """PostgreSQL: make the database; SQLite makes its file by itself."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return
    engine = create_engine(parsed.set(database="postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        _take_turn(connection)
        known = text("select 1 from pg_database where datname = :name")
        if not connection.scalar(known, {"name": parsed.database}):
            connection.execute(text(f'create database "{parsed.database}"'))
    engine.dispose()
