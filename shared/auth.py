"""Who calls, and what he may do. Only the registry holds keys; all verify its tokens themselves."""

from dataclasses import dataclass
from typing import Annotated, Any

import jwt
from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer, SecurityScopes
from sqlmodel import Session

from shared.contract import storable
from shared.db import Database
from shared.events.access import ClientRevoked, SigningKeyChanged
from shared.events.envelope import Envelope
from shared.handlers import Handlers
from shared.refusals import Refusal, Text
from shared.tables import RevokedClient, VerifyingKey

ALGORITHM = "EdDSA"
ISSUER = "berserk-registry"
CLOCK_SKEW = 60
"""Seconds by which the clocks of two machines may differ: a club's laptop keeps its own time."""
FEDERATION = "federation"
"""Stands where a club's id would, for what is the office's own; no club may be called so."""
bearer = HTTPBearer(
    auto_error=False, scheme_name="token", description="A token from the registry's POST /v1/tokens"
)

SCOPES = {
    "office": "The federation's own: cities, clubs, judges, merges, erasure, catalogue, annulments",
    "holds": "Hold a tournament from rating, and release it (D.2.5)",
    "discipline": "Penalties and suspensions outside tournaments (3.2, P.x)",
    "contacts": "Read and change people's private data; each reading is noted",
    "staff": "Give and revoke the sign-in of people, keys and blocks of IDs",
    "players": "Register and look up players; read suspensions",
    "tournaments": "Announce and import tournaments",
    "judging": "Pair rounds, finish, correct",
    "entries": "Enter and drop players",
    "results": "Record results",
    "decks": "Submit deck lists for a tournament",
}
_CLUB = ("contacts", "staff", "players", "tournaments", "judging", "entries", "results", "decks")
ROLES = {
    "office": tuple(SCOPES),
    "coordinator": ("holds", "discipline", *_CLUB),
    "club": _CLUB,
    "head_judge": ("staff", "players", "judging", "entries", "results", "decks"),
    "floor_judge": ("results",),
    "desk": ("players", "entries", "decks"),
    "reader": (),
}
"""What each role may do: the office everywhere, a coordinator in his city, a club in its own
tournaments, a tournament's staff in that one; a third party only reads what is public."""


@dataclass(frozen=True)
class Principal:
    """A verified caller. ``who`` is his name in events: a person or a named client.

    city, club, tournament: his own, beyond which he may do nothing; the office has none.
    """

    who: str
    scopes: frozenset[str]
    club: str | None = None
    city: str | None = None
    tournament: str | None = None

    @property
    def is_office(self) -> bool:
        """May act for every club."""
        return "office" in self.scopes

    def may_run(self, tournament: str, club: str, city: str) -> bool:
        """Whether a tournament is his: the office's all are, a coordinator's those of his city."""
        if self.is_office:
            return True
        if self.tournament is not None:
            return self.tournament == tournament
        return self.club == club if self.club is not None else self.city == city


def principal(
    request: Request,
    needed: SecurityScopes,
    given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
) -> Principal:
    """The caller, if his token is good and holds every scope that the route declares."""
    if given is None:
        raise _unauthorized("token_missing", "Нужен токен.", "A token is needed.")
    database: Database = request.app.state.db
    with database.read() as tx:
        caller = verify(tx, given.credentials)
    request.state.who = caller.who
    missing = [scope for scope in needed.scopes if scope not in caller.scopes]
    if missing:
        raise Refusal(
            "forbidden",
            "scope_missing",
            Text(f"Нужно право «{missing[0]}».", f"This needs the scope “{missing[0]}”."),
            where=missing[0],
            todo=Text(
                "Попросите офис федерации выдать ключ с этим правом.",
                "Ask the federation's office for a key with this scope.",
            ),
        )
    return caller


def verify(tx: Session, token: str) -> Principal:
    """A token's owner, by the keys and revocations of ``access.v1``. Raises a 401 refusal."""
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
    if tx.get(RevokedClient, str(claims.get("key", ""))):
        raise _unauthorized("token_revoked", "Ключ отозван.", "The key was revoked.")
    scopes = frozenset(str(claims.get("scope", "")).split())
    return Principal(
        who=str(claims["sub"]),
        scopes=scopes,
        club=claims.get("club"),
        city=claims.get("city"),
        tournament=claims.get("tournament"),
    )


def _unauthorized(code: str, ru: str, en: str) -> Refusal:
    return Refusal(
        "unauthorized",
        code,
        Text(ru, en),
        where="Authorization",
        todo=Text(
            "Обменяйте ключ на токен: POST /v1/tokens у службы registry.",
            "Exchange your key for a token: POST /v1/tokens at the registry.",
        ),
    )


handlers = Handlers()


@handlers.on(SigningKeyChanged)
def on_signing_key(tx: Session, _envelope: Envelope, event: SigningKeyChanged) -> None:
    """``access.v1``: a new public key."""
    tx.merge(VerifyingKey(kid=event.kid, public_key=event.public_key))


@handlers.on(ClientRevoked)
def on_revoked(tx: Session, _envelope: Envelope, event: ClientRevoked) -> None:
    """``access.v1``: a key is void."""
    tx.merge(RevokedClient(prefix=event.prefix, at=event.at))
