"""What happens to every request: trace, log line, size limit, ETag."""

import hashlib
import time
from typing import Any

from fastapi import Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shared.problems import SERVER_ERROR, problem
from shared.refusals import Refusal, Text
from shared.trace import log, trace_id, tracing


class Tracing:
    """Goes on with the caller's trace, names it in the response, writes one line per request.

    The outermost layer: whatever escapes from within is answered here with a problem body.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        status = 0
        started = time.perf_counter()

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Trace-Id"] = trace_id()
            await send(message)

        with tracing(Headers(scope=scope).get("traceparent")):
            try:
                await self.app(scope, receive, note)
            except Exception as exc:
                log.error("crashed", path=scope["path"], exc_info=exc)
                if status == 0:
                    await problem(Request(scope), SERVER_ERROR, 500)(scope, receive, note)
            finally:
                if scope["path"] != "/healthz":
                    _line(scope, status, started)
        return None


def _line(scope: Scope, status: int, started: float) -> None:
    log.info(
        "request",
        method=scope["method"],
        path=scope["path"],
        status=status,
        ms=round((time.perf_counter() - started) * 1000, 1),
        who=scope.get("state", {}).get("who"),
    )


class BodyLimit:
    """Refuses a body above the limit, also one that does not say its length."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        said = Headers(scope=scope).get("content-length", "0")
        if said.isdigit() and int(said) > self.limit:
            return await self._refuse(scope, receive, send)
        seen = 0
        answered = False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.limit:
                raise _TooLarge
            return message

        async def note(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        try:
            await self.app(scope, counted, note)
        except _TooLarge:
            if not answered:
                await self._refuse(scope, receive, send)
        return None

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        mib = self.limit // (1024 * 1024)
        refusal = Refusal(
            "too_large",
            "body_too_large",
            Text(f"Тело запроса больше {mib} МиБ.", f"The body is larger than {mib} MiB."),
            where="body",
            todo=Text("Разделите запрос на части.", "Split the request."),
            extra={"limit_bytes": self.limit},
        )
        await problem(Request(scope), refusal)(scope, receive, send)


class _TooLarge(BaseException):
    """Not an Exception: nothing between here and the limit may take it for its own."""


class Addresses:
    """Refuses a NUL in path or query: no database has a use for it, and some fail on it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "http" and ("\x00" in scope["path"] or b"%00" in scope["query_string"]):
            await problem(Request(scope), _NUL)(scope, receive, send)
        else:
            await self.app(scope, receive, send)


_NUL = Refusal(
    "malformed",
    "nul_in_address",
    Text("В адресе знак с кодом 0.", "There is a NUL character in the address."),
    todo=Text("Уберите %00.", "Take out %00."),
)


class ETags:
    """A strong ETag on every successful GET, and 304 to who already has it.

    HEAD is answered wherever GET is, with the same headers: the body stays here. A stream of events
    has no end to wait for: it goes through as it comes, without an ETag.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return await self.app(scope, receive, send)
        start: dict[str, Any] = {}
        body = bytearray()
        streams = False

        async def hold(message: Message) -> None:
            nonlocal streams
            if message["type"] == "http.response.start":
                streams = _is_stream(message)
                if streams:
                    await send(message)
                    if scope["method"] == "HEAD":  # after the end the server tells of a disconnect
                        await send({"type": "http.response.body", "body": b""})
                else:
                    start.update(message)
                return
            if streams:
                if scope["method"] == "GET":
                    await send(message)
                return
            body.extend(message.get("body", b""))
            if not message.get("more_body"):
                await self._answer(scope, start, bytes(body), send)

        await self.app({**scope, "method": "GET"}, receive, hold)
        return None

    async def _answer(self, scope: Scope, start: Message, body: bytes, send: Send) -> None:
        headers = MutableHeaders(scope=start)
        if start["status"] == 200:
            etag = headers.setdefault("ETag", f'"{hashlib.sha256(body).hexdigest()[:32]}"')
            private = not {"authorization", "cookie"}.isdisjoint(Headers(scope=scope))
            headers.setdefault("Cache-Control", "private, no-cache" if private else "no-cache")
            headers.add_vary_header("Accept-Language")
            headers.add_vary_header("Authorization")
            headers.add_vary_header("Cookie")
            asked = Headers(scope=scope).get("if-none-match", "")
            kept = headers["Cache-Control"] != "no-store"  # else what is new in it may be a header
            if kept and (etag in asked or asked.strip() == "*"):
                start["status"] = 304
                body = b""
                del headers["content-length"]
        await send(start)
        if scope["method"] == "HEAD":
            body = b""
        await send({"type": "http.response.body", "body": body})


def _is_stream(start: Message) -> bool:
    return Headers(raw=start["headers"]).get("content-type", "").startswith("text/event-stream")
