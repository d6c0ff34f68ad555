"""A person's token of some age: the registry's answers carry the next one along."""

import time

import anyio
from sqlalchemy.exc import DBAPIError
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.registry import service_signin
from services.registry.schemas.access import TokenOut
from services.registry.tokens import RENEW_AFTER
from shared.auth import COOKIE, Principal
from shared.db import Database
from shared.refusals import Refusal


class Renewal:
    """``Renewed-Token`` on an answer to a person whose token is older than half a day.

    Whoever came with the cookie gets a new cookie instead.
    """

    def __init__(self, app: ASGIApp, db: Database) -> None:
        self.app = app
        self.db = db

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def with_the_next(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < 400:
                caller = scope.get("state", {}).get("caller")
                if caller is not None and _is_old(caller):
                    made = await anyio.to_thread.run_sync(self._next, caller)
                    _hand_out(made, scope, MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, with_the_next)
        return None

    def _next(self, caller: Principal) -> TokenOut | None:
        try:
            with self.db.read() as tx:
                return service_signin.renew(tx, caller)
        except (Refusal, DBAPIError):  # the answer itself stands, and so does the old token
            return None


def _is_old(caller: Principal) -> bool:
    age = time.time() - caller.issued
    return caller.who.startswith("person:") and age > RENEW_AFTER.total_seconds()


def _hand_out(made: TokenOut | None, scope: Scope, headers: MutableHeaders) -> None:
    if made is None:
        return
    if "authorization" in Headers(scope=scope):
        headers["Renewed-Token"] = made.access_token
    else:
        headers.append("Set-Cookie", cookie(made, secure=scope["scheme"] == "https"))


def cookie(made: TokenOut, *, secure: bool) -> str:
    """The token as a cookie, out of reach of scripts (see ``shared.auth.COOKIE``)."""
    kept = Response()
    kept.set_cookie(
        COOKIE,
        made.access_token,
        max_age=made.expires_in,
        httponly=True,
        samesite="strict",
        secure=secure,
    )
    return kept.headers["set-cookie"]
