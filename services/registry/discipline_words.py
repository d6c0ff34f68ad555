"""Refusals about penalties and suspensions."""

from shared.refusals import Refusal, Text
from shared.versions import etag


def no_penalty(where: str = "penalty") -> Refusal:
    """Nobody outside tournaments was given it, or not this person."""
    return Refusal(
        "invalid" if where.startswith("body") else "not_found",
        "penalty_not_found",
        Text("Такого наказания вне турниров нет.", "There is no such penalty outside tournaments."),
        rule="P.11",
        where=where,
        todo=Text(
            "Наказания игрока: GET /v1/players/{player}/penalties; данное за столом меняют в "
            "самом турнире.",
            "A player's penalties: GET /v1/players/{player}/penalties; one given at a table is "
            "changed in its tournament.",
        ),
    )


def no_suspension() -> Refusal:
    """Nobody was given it."""
    return Refusal(
        "not_found",
        "suspension_not_found",
        Text("Такого отстранения нет.", "There is no such suspension."),
        rule="3.2",
        where="suspension",
        todo=Text("Отстранения: GET /v1/suspensions.", "See GET /v1/suspensions."),
    )


def revoked(suspension: str) -> Refusal:
    """D.3.1: what has never been has no end to change."""
    return Refusal(
        "conflict",
        "suspension_revoked",
        Text("Это отстранение снято.", "This suspension was revoked."),
        rule="D.3.1",
        where="suspension",
        todo=Text(
            "Назначьте новое: POST /v1/suspensions.", "Give a new one: POST /v1/suspensions."
        ),
        extra={"suspension": suspension},
    )


def revoked_ground() -> Refusal:
    """P.10: a penalty that was taken back is no ground."""
    return Refusal(
        "conflict",
        "penalty_revoked",
        Text("Это наказание отменено.", "This penalty was revoked."),
        rule="P.10",
        where="body.penalty",
        todo=Text(
            "Сошлитесь на действующее или укажите infraction.",
            "Refer to one that counts, or give an infraction.",
        ),
    )


def changed_meanwhile(revision: int, expected: int | None) -> Refusal:
    """Law 10: a change names the revision that it replaces."""
    said = (
        Text("Не указано, какое отстранение вы видели.", "It is not said which state you saw.")
        if expected is None
        else Text(
            f"Отстранение с тех пор изменили: сейчас версия {revision}.",
            f"The suspension has changed since: it is version {revision} now.",
        )
    )
    return Refusal(
        "precondition",
        "suspension_differs",
        said,
        where="If-Match",
        todo=Text(
            f"Прочтите его и повторите с If-Match: {etag(revision)}.",
            f"Read it, and repeat with If-Match: {etag(revision)}.",
        ),
        extra={"revision": revision},
    )
