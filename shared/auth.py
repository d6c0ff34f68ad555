"""Who calls, and what he may do. Only the registry holds keys; all verify its tokens themselves."""

from typing import Annotated, Any

import jwt
from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer, SecurityScopes
from sqlmodel import Session

from shared.contract import storable
from shared.db import Database
from shared.events.access import ClientRevoked, SigningKeyChanged
from shared.events.envelope import WHO, Envelope
from shared.handlers import Handlers
from shared.refusals import Refusal, Text
from shared.roles import FEDERATION, ROLE_NAMES, ROLES, SCOPES, Principal
from shared.tables import RevokedClient, VerifyingKey

__all__ = ["FEDERATION", "ROLES", "SCOPES", "Principal"]

ALGORITHM = "EdDSA"
ISSUER = "berserk-registry"
CLOCK_SKEW = 60
"""Seconds by which the clocks of two machines may differ: a club's laptop keeps its own time."""
bearer = HTTPBearer(
    auto_error=False,
    scheme_name="token",
    description="A token from the registry's POST /v1/tokens (keys) or POST /v1/sign-in (people)",
)
COOKIE = "berserk_token"
"""Set by the registry's sign-in page; a cookie has no port, so all four services see it.

A foreign site never sends it (SameSite=Strict). A page at another port of this machine is the same
site, so a POST with it must come from the service's own page, as the browser says in ``Origin``,
or be of a kind that no page may send unasked (not ``_FORMS``); and no service allows credentials to
other origins, so such a page can neither ask first nor read an answer. PUT, PATCH and DELETE are
always asked about first.
"""
_FORMS = ("", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain")
"""Content types that any page may send to any address without asking; none at all is one."""


def principal(
    request: Request,
    needed: SecurityScopes,
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
) -> Principal:
    """The caller, if his token is good and holds every scope that the route declares."""
    token = given.credentials if given else _cookie(request)
    if token is None:
        raise _unauthorized("token_missing", "Нужен токен.", "A token is needed.")
    database: Database = request.app.state.db
    with database.read() as tx:
        caller = verify(tx, token)
    request.state.who = caller.who
    missing = [scope for scope in needed.scopes if scope not in caller.scopes]
    if missing:
        raise scope_missing(missing[0])
    return caller


def whoever(
    request: Request, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Principal | None:
    """The caller of a route that strangers may ask too, if he says who he is.

    A token that is no good is a 401 refusal; a sign-in that a browser still holds, and that has
    ended, makes a stranger.
    """
    token = given.credentials if given else request.cookies.get(COOKIE)
    if token is None:
        return None
    database: Database = request.app.state.db
    try:
        with database.read() as tx:
            caller = verify(tx, token)
    except Refusal:
        if given is None:
            return None
        raise
    request.state.who = caller.who
    return caller


def _cookie(request: Request) -> str | None:
    """The token that the sign-in page left in the browser. Refuses a POST that may be forged."""
    token = request.cookies.get(COOKIE)
    if token and request.method == "POST" and _may_be_forged(request):
        raise Refusal(
            "forbidden",
            "cookie_needs_json",
            Text(
                "Со входом через браузер это не принято: так может послать и чужая страница.",
                "With a browser's sign-in alone this is not accepted: any page may send such.",
            ),
            where="Content-Type",
            todo=Text(
                "Пошлите с /docs этой же службы, или добавьте Content-Type: application/json, "
                "или пошлите токен в Authorization.",
                "Send it from this service's own /docs, or add Content-Type: application/json, "
                "or send the token as Authorization.",
            ),
        )
    return token


def _may_be_forged(request: Request) -> bool:
    """Whether another site's page may have sent it: not from here, and of a kind that any may send.

    A browser states with each POST where the page is from; without JSON so does Swagger UI alone.
    """
    host = request.headers.get("host")
    if host and request.headers.get("origin") == f"{request.url.scheme}://{host}":
        return False
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() in _FORMS


def scope_missing(scope: str) -> Refusal:
    """He is known, but has no such right; who has it."""
    may = [ROLE_NAMES[role] for role, scopes in ROLES.items() if scope in scopes]
    return Refusal(
        "forbidden",
        "scope_missing",
        Text(f"Нужно право «{scope}».", f"This needs the scope “{scope}”."),
        where=scope,
        todo=Text(
            f"Это может: {', '.join(each.ru for each in may)}. Кому что можно: docs/ROLES.md.",
            f"Who may: {', '.join(each.en for each in may)}. Who may what: docs/ROLES.md.",
        ),
    )


def verify(tx: Session, token: str) -> Principal:
    """A token's owner, by the keys and revocations of ``access.v1``. Raises a 401 refusal."""
    claims = _claims(tx, token)
    key = str(claims.get("key", ""))
    if storable(key) and tx.get(RevokedClient, key) is not None:
        raise _unauthorized(
            "token_revoked", "Ключ или вход отозван.", "The key or sign-in was revoked."
        )
    return Principal(
        who=claims["sub"],
        scopes=frozenset(str(claims.get("scope", "")).split()),
        club=claims.get("club"),
        city=claims.get("city"),
        tournament=claims.get("tournament"),
        role=claims.get("role"),
        key=key,
        issued=int(claims["iat"]),
    )


def _claims(tx: Session, token: str) -> dict[str, Any]:
    """What a token says, if the registry signed it and it is in force."""
    try:
        kid = str(jwt.get_unverified_header(token).get("kid", ""))
        key = tx.get(VerifyingKey, kid) if storable(kid) else None
        if key is None:
            raise jwt.InvalidKeyError(kid)
        claims: dict[str, Any] = jwt.decode(
            token,
            key.public_key,
            [ALGORITHM],
            issuer=ISSUER,
            leeway=CLOCK_SKEW,
            options={"require": ["exp", "iat", "sub"]},
        )
        if not WHO.fullmatch(str(claims["sub"])):
            raise jwt.InvalidTokenError(claims["sub"])
    except jwt.ExpiredSignatureError as exc:
        raise _unauthorized("token_expired", "Срок токена истёк.", "The token expired.") from exc
    except jwt.ImmatureSignatureError as exc:
        raise _unauthorized(
            "token_not_yet",
            "Токен выдан в будущем: сверьте часы этого компьютера.",
            "The token was issued in the future: check this machine's clock.",
        ) from exc
    except jwt.PyJWTError as exc:
        raise _unauthorized("token_invalid", "Токен не подходит.", "The token is no good.") from exc
    return claims


def _unauthorized(code: str, ru: str, en: str) -> Refusal:
    return Refusal(
        "unauthorized",
        code,
        Text(ru, en),
        where="Authorization",
        todo=Text(
            "Обменяйте ключ на токен: POST /v1/tokens у службы registry, "
            "или войдите по коду: её страница /sign-in.",
            "Exchange your key for a token: POST /v1/tokens at the registry, "
            "or sign in by a code: its page /sign-in.",
        ),
    )


handlers = Handlers()


@handlers.on(SigningKeyChanged)
def on_signing_key(tx: Session, _envelope: Envelope, event: SigningKeyChanged) -> None:
    """``access.v1``: a new public key."""
    tx.merge(VerifyingKey(kid=event.kid, public_key=event.public_key))


@handlers.on(ClientRevoked)
def on_revoked(tx: Session, _envelope: Envelope, event: ClientRevoked) -> None:
    """``access.v1``: a client's key or a person's sign-in is void."""
    tx.merge(RevokedClient(prefix=event.prefix, at=event.at))
