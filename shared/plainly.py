"""Commands end with a plain word about what a person at the machine can mend."""

from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError

from shared.db import is_away
from shared.log.base import LogUnavailable
from shared.refusals import Refusal


@contextmanager
def plainly() -> Iterator[None]:
    """Wrong settings, a refusal, an absent log or database: exit code 1, no traceback."""
    try:
        yield
    except ValidationError as exc:
        if exc.title != "Settings":
            raise
        each = (f"{'.'.join(map(str, e['loc'])).upper()}: {e['msg']}" for e in exc.errors())
        raise SystemExit(f"Настройки / settings: {'; '.join(each)}") from exc
    except Refusal as exc:
        said = (text for text in (exc.message, exc.todo) if text)
        raise SystemExit("\n".join(f"{text.ru} / {text.en}" for text in said)) from exc
    except LogUnavailable as exc:
        raise SystemExit(f"Журнал событий не отвечает / the event log is away: {exc}") from exc
    except DBAPIError as exc:
        what = (
            "База не отвечает / the database is away"
            if is_away(exc)
            else "База отказала / the database refused"
        )
        raise SystemExit(f"{what}: {exc.orig}") from exc
