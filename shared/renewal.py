"""A person's token renews itself: any service's answer to one of some age carries the next along.

The registry makes the next one; the others ask it, so seldom that nobody feels it when it is away.
"""

import re
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import anyio
import jwt
from fastapi.security.utils import get_authorization_scheme_param
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shared.auth import COOKIE, verify
from shared.db import Database
from shared.http import Neighbour, NeighbourAway, NeighbourRefused
from shared.refusals import Refusal
from shared.roles import Principal
from shared.service import Service
from shared.settings import Settings

RENEW_AFTER = timedelta(hours=12)
PAUSE = 60.0
"""Seconds until the registry is asked again: by anybody if it was away, else about the same one."""
REMEMBERED = 1000
"""Tokens that were asked about; the pause of the oldest ends early."""
_TOKEN = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+", re.ASCII)

Source = Callable[[Principal, str], str | None]
"""The next token of whoever came with this one; None or a Refusal: there is none now."""


class Renewal:
    """``Renewed-Token`` on an answer to a person whose token is older than ``RENEW_AFTER``.

    Whoever came with the cookie gets a new cookie instead. Whatever goes wrong with the next token,
    the answer stands, and so does the old one. What was refused or failed carries none.
    """

    def __init__(self, app: ASGIApp, service: Service, db: Database, settings: Settings) -> None:
        self.app = app
        self._db = db
        self._source: Source = (
            partial(_made, db, service.next_token) if service.next_token else Asked(settings)
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        token, in_cookie = carried(HTTPConnection(scope))
        if not token or not _is_old(token):
            return await self.app(scope, receive, send)

        async def with_the_next(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                headers = MutableHeaders(scope=message)
                if "set-cookie" not in headers:  # who signs in or out with this answer is another
                    made = await anyio.to_thread.run_sync(self._next, token)
                    if made is not None:
                        _hand_out(made, headers, in_cookie, secure=scope["scheme"] == "https")
            await send(message)

        await self.app(scope, receive, with_the_next)
        return None

    def _next(self, token: str) -> str | None:
        try:
            with self._db.read() as tx:
                caller = verify(tx, token)
            made = self._source(caller, token)
            if made is not None:
                with self._db.read() as tx:
                    verify(tx, made)  # signed by a key not heard of here yet, it would sign him out
        except (Refusal, SQLAlchemyError):
            return None
        return made


def carried(request: HTTPConnection) -> tuple[str | None, bool]:
    """The token that a request came with, if any, and whether in the cookie."""
    scheme, given = get_authorization_scheme_param(request.headers.get("authorization"))
    if given and scheme.lower() == "bearer":
        return given, False
    return request.cookies.get(COOKIE), True


def _is_old(token: str) -> bool:
    """By what it says itself: most are young, and need no look into the database."""
    said = _said(token)
    issued, by_now = said.get("iat"), time.time() - RENEW_AFTER.total_seconds()
    is_person = str(said.get("sub")).startswith("person:")
    return is_person and isinstance(issued, int | float) and issued < by_now


def _said(token: str) -> dict[str, Any]:
    """The claims of a token, unverified; none if it is no token."""
    try:
        plain = _TOKEN.fullmatch(token) is not None
        return jwt.decode(token, options={"verify_signature": False}) if plain else {}
    except jwt.PyJWTError:
        return {}


def _hand_out(made: str, headers: MutableHeaders, in_cookie: bool, *, secure: bool) -> None:
    if in_cookie:
        headers.append("Set-Cookie", cookie(made, secure=secure))
    else:
        headers["Renewed-Token"] = made
    headers["Cache-Control"] = "no-store"  # a browser would show it again when it is long outdated


def cookie(token: str, *, secure: bool) -> str:
    """A token as a cookie, out of reach of scripts (see ``shared.auth.COOKIE``)."""
    said, kept = _said(token), Response()
    kept.set_cookie(
        COOKIE,
        token,
        max_age=int(said["exp"] - said["iat"]),
        httponly=True,
        samesite="strict",
        secure=secure,
    )
    return kept.headers["set-cookie"]


def _made(
    db: Database, make: Callable[[Session, Principal], str], caller: Principal, _token: str
) -> str:
    with db.read() as tx:
        return make(tx, caller)


class Asked:
    """The registry, asked over HTTP by one request at a time: the others go without, and later.

    So an absent one costs one answer the time-out, once in ``PAUSE``. Nor does a client that leaves
    the next token lying, or one who gets none, cost more than a question in that time.
    """

    def __init__(self, settings: Settings) -> None:
        self._registry = Neighbour("registry", settings.registry_url, settings.neighbour_timeout)
        self._turn = threading.Lock()
        self._asked: dict[Principal | None, float] = {}  # when; None: it was away

    def __call__(self, caller: Principal, token: str) -> str | None:
        """A ``Source``."""
        if not self._turn.acquire(blocking=False):
            return None
        try:
            if self._lately(None) or self._lately(caller):
                return None
            return self._ask(caller, token)
        finally:
            self._turn.release()

    def _ask(self, caller: Principal, token: str) -> str | None:
        headers = {"Authorization": f"Bearer {token}"}
        try:
            answer = self._registry.post("/v1/tokens:renew", None, headers)
        except NeighbourRefused:
            answer = None
        except NeighbourAway:
            self._note(None)
            raise
        self._note(caller)
        match answer:
            case {"access_token": str(made)}:
                return made
        return None

    def _lately(self, whom: Principal | None) -> bool:
        asked = self._asked.get(whom)
        return asked is not None and time.monotonic() - asked < PAUSE

    def _note(self, whom: Principal | None) -> None:
        self._asked.pop(whom, None)  # to the end: the first is the oldest
        self._asked[whom] = time.monotonic()
        if len(self._asked) > REMEMBERED:
            del self._asked[next(iter(self._asked))]
