"""Rules 2.1.1–2.1.4 and D.2.1–D.2.4: who is who."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from services.registry.domain.names import name_key, words

Sameness = Literal["new", "known", "twin"]


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
    return Identity(
        full="|".join(map(name_key, (surname, first_name, patronymic or ""))),
        short=short_key(first_name, surname),
        email=email.strip().casefold(),
    )


def short_key(one: str, other: str) -> str:
    """D.2.3: first name and surname, the same key in either order."""
    return " ".join(sorted((*words(one), *words(other))))


def compare(new: Identity, namesakes: Sequence[tuple[str, Identity]]) -> tuple[Sameness, list[str]]:
    """D.2.4: the same person, possible twins, or nobody we know; with the IDs it is about.

    Equal full name and equal e-mail is the same person. An equal name with anything else different
    is a possible twin, to be confirmed by the one who registers.
    """
    same = [i for i, known in namesakes if (known.full, known.email) == (new.full, new.email)]
    if same:
        return "known", same
    twins = [player for player, known in namesakes if known.short == new.short]
    return ("twin", twins) if twins else ("new", [])
