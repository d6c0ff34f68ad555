"""One trace id through HTTP, outbox, event and log line (W3C ``traceparent``)."""

import logging
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TextIO

import structlog

_CURRENT: ContextVar[str | None] = ContextVar("traceparent", default=None)
_SHAPE = re.compile(r"^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$")
_QUOTED = re.compile(r"^DETAIL: .*$", re.MULTILINE)

log = structlog.get_logger()


def traceparent() -> str:
    """The current one; a fresh one outside any trace, which then nobody goes on with."""
    return _CURRENT.get() or _fresh()


def _fresh() -> str:
    return f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-01"


def trace_id() -> str:
    """The trace's id, as people quote it."""
    return traceparent().split("-")[1]


@contextmanager
def tracing(incoming: str | None) -> Iterator[None]:
    """Go on with a caller's trace, or begin one."""
    match = _SHAPE.match(incoming or "")
    trace = match.group(1) if match else secrets.token_hex(16)
    token = _CURRENT.set(f"00-{trace}-{secrets.token_hex(8)}-01")
    try:
        yield
    finally:
        _CURRENT.reset(token)


def unquoted(error: str) -> str:
    """An error's text without PostgreSQL's DETAIL, which quotes the row: it may hold a name."""
    return _QUOTED.sub("DETAIL: …", error)


def _quoting_no_row(
    _logger: object, _name: str, line: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    if "exception" in line:
        line["exception"] = unquoted(line["exception"])
    return line


class _Lines(logging.Handler):
    """What a library says through ``logging``, as a line like ours."""

    def emit(self, record: logging.LogRecord) -> None:
        said = record.getMessage()
        log.warning("library", logger=record.name, said=said, exc_info=record.exc_info)


def configure_logging(service: str, stream: TextIO | None = None) -> None:
    """JSON lines on stderr (or ``stream``), each with the service and, inside a trace, its id."""

    def with_trace(
        _logger: object, _name: str, line: structlog.typing.EventDict
    ) -> structlog.typing.EventDict:
        line["service"] = service
        if _CURRENT.get():
            line["trace_id"] = trace_id()
        return line

    structlog.configure(
        processors=[
            with_trace,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _quoting_no_row,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(stream or sys.stderr),
    )
    library = logging.getLogger("uvicorn.error")
    library.handlers, library.propagate = [_Lines(logging.WARNING)], False
