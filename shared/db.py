"""One database of one service: transactions, and nothing else."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import Any

from sqlalchemy import ARRAY, Engine, MetaData, Table, Text, cast, event, func, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlmodel import Session, SQLModel, create_engine

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
_BUSY_SECONDS = 30
_READ_ONLY = "read_only"
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
"""secure_delete: what was erased is overwritten in the file, not only let go (law 11)."""


def own_metadata() -> MetaData:
    """Metadata for one set of tables: SQLModel's own is global, and services must not share it."""
    return MetaData(naming_convention=NAMING)


class Database:
    """Transactions on PostgreSQL or SQLite, the same for the caller.

    ``source``: where this database's events come from (``/node/service``).
    ``filled`` is set when a transaction with outbox rows has committed; the relay waits on it.
    """

    def __init__(self, url: str, source: str = "/federation/unnamed") -> None:
        self.url = url
        self.source = source
        self.sqlite = make_url(url).get_backend_name() == "sqlite"
        self.filled = threading.Event()
        self._turn: AbstractContextManager[object] = (
            threading.Lock() if self.sqlite else nullcontext()
        )
        self.engine = _sqlite_engine(url) if self.sqlite else _postgres_engine(url)
        snapshot = (
            {}
            if self.sqlite
            else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        )
        self._reading = self.engine.execution_options(**{_READ_ONLY: True}, **snapshot)

    @contextmanager
    def write(self) -> Iterator[Session]:
        """One transaction; commits at the end, rolls back on any exception.

        On SQLite it begins IMMEDIATE: a deferred one silently loses concurrent increments. Its
        threads take turns by a lock of ours: SQLite itself would have them sleep and look again.
        """
        with self._turn, Session(self.engine, expire_on_commit=False) as tx:
            tx.info["source"] = self.source
            with tx.begin():
                yield tx
            if tx.info.get("outbox"):
                self.filled.set()

    @contextmanager
    def read(self) -> Iterator[Session]:
        """One consistent snapshot, read only; never waits for a writer."""
        with Session(self._reading, expire_on_commit=False) as tx, tx.begin():
            yield tx

    @contextmanager
    def only_one(self, name: str) -> Iterator[Callable[[], bool]]:
        """Whether this process may do the work ``name`` that only one may do at a time.

        A session lock on PostgreSQL: ask before each piece of the work, for the session may have
        been lost, and the lock with it (DBAPIError). On SQLite a service is one process by nature.
        """
        if self.sqlite:
            yield lambda: True
            return
        with self.engine.connect() as held:
            lock = text("select pg_try_advisory_lock(hashtext(:name))")

            def mine() -> bool:
                got = bool(held.execute(lock, {"name": name}).scalar())
                held.commit()
                return got

            try:
                yield mine
            finally:
                held.invalidate()  # ends the session, and the lock with it

    def close(self) -> None:
        """Give every connection back."""
        self.engine.dispose()


def wait_for(tx: Session, name: str) -> None:
    """Wait until no other transaction holds ``name``; SQLite's writers are alone already."""
    if is_postgres(tx):
        tx.execute(text("select pg_advisory_xact_lock(hashtext(:name))"), {"name": name})


def is_away(exc: Exception) -> bool:
    """Whether the database can't be reached or is too busy: nobody's fault, try again."""
    return isinstance(exc, DBAPIError) and (
        exc.connection_invalidated or isinstance(exc, OperationalError)
    )


def insert_into(tx: Session, model: type[SQLModel]) -> Any:
    """The database's own INSERT, which knows ON CONFLICT."""
    return _insert(is_postgres(tx), model)


def insert_new(tx: Session, model: type[SQLModel], rows: Sequence[Mapping[str, str]]) -> None:
    """Insert thousands of rows of text alone, but those whose primary key is there already.

    PostgreSQL gets them as one array for each column: a fifth of the work of a row at a time.
    """
    if not rows:
        return
    statement = insert_into(tx, model)
    if is_postgres(tx):
        names = list(rows[0])
        columns = [cast([row[name] for row in rows], ARRAY(Text)) for name in names]
        whole = statement.from_select(names, select(*map(func.unnest, columns)))
        tx.execute(whole.on_conflict_do_nothing())
    else:
        tx.connection().execute(statement.on_conflict_do_nothing(), rows)


def keep_highest(
    tx: Session, model: type[SQLModel], row: Mapping[str, Any], by: str = "revision"
) -> None:
    """Insert a row, or overwrite that of its primary key if ours has a higher ``by``.

    What the model has no column for is left out: an event may know more than a copy of it.
    """
    kept = {name: value for name, value in row.items() if name in model.model_fields}
    statement = _keep_highest(is_postgres(tx), model, tuple(kept), by)
    tx.connection().execute(statement, kept)


@cache
def _keep_highest(postgres: bool, model: type[SQLModel], names: tuple[str, ...], by: str) -> Any:
    """Built once: building it takes longer than running it."""
    statement = _insert(postgres, model)
    table: Table = statement.table
    keys = [column.name for column in table.primary_key]
    changed = {name: statement.excluded[name] for name in names if name not in keys}
    newer = table.c[by] < statement.excluded[by]
    return statement.on_conflict_do_update(index_elements=keys, set_=changed, where=newer)


def _insert(postgres: bool, model: type[SQLModel]) -> Any:
    return (postgresql.insert if postgres else sqlite.insert)(model)


def is_postgres(tx: Session) -> bool:
    """Whether a transaction is PostgreSQL's, and not SQLite's."""
    return tx.get_bind().dialect.name == "postgresql"


def _postgres_engine(url: str) -> Engine:
    """At most 22 connections, so that four services fit into PostgreSQL's default of 100."""
    return create_engine(
        url, pool_size=10, max_overflow=12, pool_pre_ping=True, hide_parameters=True
    )


def _sqlite_engine(url: str) -> Engine:
    engine = create_engine(
        url,
        connect_args={"timeout": _BUSY_SECONDS},
        pool_size=20,
        max_overflow=30,
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver must not begin by itself
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        reading = connection.get_execution_options().get(_READ_ONLY)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine
