"""Rules 2.1.1–2.1.4 and D.2.1–D.2.4: who is who, and whose ID has lapsed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol, TypeVar

from rapidfuzz.distance import OSA

from services.registry.domain.names import LETTERS_PER_SLIP, key_words, name_key

Sameness = Literal["new", "known", "twin"]
Who = TypeVar("Who")


class Keyed(Protocol):
    """A person whose names and e-mail are folded already."""

    full_key: str
    short_key: str
    email_key: str


@dataclass(frozen=True)
class Identity:
    """What tells people apart: folded names and e-mail.

    full: surname, first name, patronymic; short: first name and surname in either order (D.2.3).
    """

    full: str
    short: str
    email: str


def identity(first_name: str, surname: str, patronymic: str | None, email: str) -> Identity:
    """D.2.3: the folded form of a person's names and e-mail."""
    last, first = name_key(surname), name_key(first_name)
    return Identity(
        full="|".join((last, first, name_key(patronymic or ""))),
        short=" ".join(sorted((*key_words(first), *key_words(last)))),
        email=email.strip().casefold(),
    )


def identity_of(keyed: Keyed) -> Identity:
    """What a registered person is compared by."""
    return Identity(full=keyed.full_key, short=keyed.short_key, email=keyed.email_key)


def compare(new: Identity, known: Iterable[tuple[Who, Identity]]) -> tuple[Sameness, list[Who]]:
    """D.2.4: the same person, possible twins, or nobody we know; and who they are.

    Equal full name and equal e-mail is the same person. A possible twin, to be confirmed by the one
    who registers, has an equal name in any order, or an equal e-mail and a name that differs by a
    slip or by the surname alone, as after a wedding. Families share an e-mail: another first name
    makes no twin.
    """
    there = list(known)
    same = [who for who, each in there if (each.full, each.email) == (new.full, new.email)]
    if same:
        return "known", same
    twins = [who for who, each in there if _may_be(new, each)]
    return ("twin", twins) if twins else ("new", [])


def _may_be(new: Identity, known: Identity) -> bool:
    if new.short == known.short:
        return True
    return new.email == known.email and (
        slipped(new.full, known.full) or _other_surname(new.full, known.full)
    )


def slipped(full: str, other: str) -> bool:
    """D.2.4: whether surname and first name are another's but for slips, in either order."""
    surname, first, _ = full.split("|")
    one, two, _ = other.split("|")
    return (_alike(surname, one) and _alike(first, two)) or (
        _alike(surname, two) and _alike(first, one)
    )


def misspelt(full: str, other: str) -> bool:
    """D.2.4: whether one of surname, first name and patronymic is another's but for slips.

    The other two are equal: so much likeness makes a possible twin even with another e-mail.
    """
    unlike = [
        each for each in zip(full.split("|"), other.split("|"), strict=True) if len({*each}) > 1
    ]
    return len(unlike) == 1 and _alike(*unlike[0])


def _alike(name: str, other: str) -> bool:
    allowed = max(len(name), len(other)) // LETTERS_PER_SLIP
    return OSA.distance(name, other, score_cutoff=allowed) <= allowed


def _other_surname(full: str, other: str) -> bool:
    _, first, patronymic = full.split("|")
    return bool(patronymic) and (first, patronymic) == tuple(other.split("|")[1:])


def lapse_line(now: datetime, days: int) -> datetime:
    """D.2.2: newcomers who wait since before this have lapsed."""
    return now - timedelta(days=days)


def is_lapsed(status: str, waiting_since: datetime, line: datetime) -> bool:
    """D.2.2: an ID never played under lapses after a season; that only hides it."""
    return status == "provisional" and waiting_since < line
