"""Use cases of a person who signs in: a code for a token, and the next token for the one before."""

from sqlmodel import Session

from services.registry import tokens
from services.registry.domain import codes
from services.registry.schemas.access import TokenOut
from services.registry.service_staff import hashed, is_standing
from services.registry.store import access as store
from services.registry.tables.access import Grant, SignInCode
from shared.auth import Principal
from shared.clock import now
from shared.refusals import Refusal, Text


def sign_in(tx: Session, text: str) -> TokenOut:
    """A code for a token; of two who try at once one gets in."""
    code = usable(tx, text)
    row = _standing(tx, code.grant)
    if not store.use_up(tx, code.hash, now()):
        raise _used()
    return _token(tx, row)


def usable(tx: Session, text: str) -> SignInCode:
    """The code that somebody typed. Refuses a wrong, a used, an expired one.

    No slow-down for wrong ones: of 2.9e14 codes, a thousand waiting, at a thousand guesses a
    second, one is hit in nine years; each lives a day. A refusal tells apart only what was once
    a real code.
    """
    plain = codes.read(text)
    code = store.code(tx, hashed(plain)) if plain else None
    if code is None:
        raise _refused(
            "code_wrong",
            Text("Код не подходит.", "The code is wrong."),
            Text(
                "Сверьте его с карточкой; если выдан новый, прежний не действует.",
                "Compare it with the slip; a newer code makes the one before void.",
            ),
        )
    if code.used_at is not None:
        raise _used()
    if code.ends_at <= now():
        raise _refused(
            "code_expired",
            Text("Срок кода истёк.", "The code has expired."),
            _ASK,
        )
    return code


def renew(tx: Session, caller: Principal) -> TokenOut:
    """The next token of a person, while his right stands."""
    return _token(tx, _standing(tx, caller.key))


def _standing(tx: Session, grant: str) -> Grant:
    row = store.grant(tx, grant)
    if row is None or not is_standing(row):
        raise _refused(
            "right_ended",
            Text("Это право отозвано или истекло.", "This right was revoked or has ended."),
            _ASK,
        )
    return row


def _token(tx: Session, row: Grant) -> TokenOut:
    bearer = tokens.Bearer(
        who=f"person:{row.player}",
        role=row.role,
        key=row.grant,
        city=row.city,
        club=row.club,
        tournament=row.tournament,
        until=row.ends_at,
    )
    return tokens.issue(tx, bearer)


_ASK = Text(
    "Попросите новый код у того, кто дал это право.", "Ask whoever gave the right for a new one."
)


def _used() -> Refusal:
    return _refused(
        "code_used",
        Text("По этому коду уже вошли.", "Somebody has signed in with this code."),
        Text(
            "Если это были не вы, скажите об этом тому, кто дал код, и попросите новый.",
            "If it was not you, tell whoever gave the code, and ask for a new one.",
        ),
    )


def _refused(code: str, message: Text, todo: Text) -> Refusal:
    return Refusal("unauthorized", code, message, where="body.code", todo=todo)
