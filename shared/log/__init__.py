"""The event log: one port, two adapters (an SQLite file, Apache Kafka)."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from shared.log.base import EventLog

SQLITE = "sqlite:///"


def open_log(url: str) -> EventLog:
    """The log at ``url``, without any I/O; the adapter is imported only when it is asked for.

    ``sqlite:///data/log.sqlite`` (relative), ``sqlite:////srv/log.sqlite`` (absolute),
    ``sqlite:///C:/data/log.sqlite``; option: ``busy_timeout``.
    ``kafka://host:port[,host:port][/prefix]``: on the broker, topics are called
    ``prefix.players.v1`` and groups ``prefix.group``, so that tests and federations can share it;
    callers never see the prefix. Options: ``bootstrap_timeout``, ``delivery_timeout``,
    ``session_timeout`` (seconds) and ``replication``.
    Options follow as a query: ``kafka://host:9092?replication=3``. Raises ValueError.
    """
    scheme = url.partition(":")[0]
    if scheme == "sqlite" and url.startswith(SQLITE):
        return _open_sqlite(url.removeprefix(SQLITE))
    if scheme == "kafka":
        return _open_kafka(url)
    raise ValueError(f"not an event log: {url!r}; want sqlite:///path or kafka://host:port")


def _open_sqlite(rest: str) -> EventLog:
    from shared.log.sqlite import SqliteLog

    path, _, query = rest.partition("?")
    if not path:
        raise ValueError("sqlite:/// wants the path of a file")
    return SqliteLog(Path(path), **_options(query, {"busy_timeout": float}))


def _open_kafka(url: str) -> EventLog:
    from shared.log.kafka import KafkaLog

    parts = urlsplit(url)
    servers = tuple(filter(None, parts.netloc.split(",")))
    options = {
        "bootstrap_timeout": float,
        "delivery_timeout": float,
        "session_timeout": float,
        "replication": int,
    }
    return KafkaLog(servers, parts.path.strip("/"), **_options(parts.query, options))


def _options(query: str, types: dict[str, type]) -> dict[str, Any]:
    """The query's options by type; an unknown one is a mistake, not a wish to ignore."""
    given = dict(parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query)))
    if unknown := sorted(set(given) - set(types)):
        raise ValueError(f"unknown option {', '.join(unknown)}; known: {', '.join(types)}")
    return {name: types[name](text) for name, text in given.items()}
