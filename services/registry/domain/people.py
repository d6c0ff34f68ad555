"""Rules 2.1.1–2.1.4 and D.2.1–D.2.4: who is who, and whose ID has lapsed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Literal, Protocol, TypeVar

from rapidfuzz.distance import OSA

from services.registry.domain.names import LETTERS_PER_SLIP, key_words, name_key
from services.registry.domain.search import WORDS_ASKED, slips

MOST_LIKE = 50
"""Names like a newcomer's that are looked up (of real ones some 25), and people of one name or one
e-mail that he is compared with: more than anybody reads, and a hostile list takes seconds."""
_LONGEST = 32
"""Letters of a word that may have a slip: no name has more."""
_HALF = 3
"""Letters of a name that may have lost its hyphen."""

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
    slip, by the surname alone, as after a wedding, or by what of it is the patronymic. Families
    share an e-mail: another first name makes no twin.
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
        slipped(new.full, known.full)
        or _other_surname(new.full, known.full)
        or _same_words(new.full, known.full)
    )


def slipped(full: str, other: str) -> bool:
    """D.2.4: whether surname and first name are another's but for slips, in either order."""
    surname, first, _ = full.split("|")
    one, two, _ = other.split("|")
    return (_alike(surname, one) and _alike(first, two)) or (
        _alike(surname, two) and _alike(first, one)
    )


def slip_grams(keys: Iterable[Identity]) -> list[tuple[str, str]]:
    """(gram, word) of the words of first names and surnames.

    Two words with a gram in common may be one but for a slip.
    """
    words = sorted({word for key in keys for word in _words(key)})
    return [(gram, word) for word in words for gram in slips(word)]


def words_within_a_slip(
    typed: Iterable[tuple[str, str]], known: Iterable[tuple[str, str]]
) -> dict[str, list[str]]:
    """Typed word -> the known words that are it but for a slip. Both as ``slip_grams``."""
    having: defaultdict[str, set[str]] = defaultdict(set)
    for gram, word in known:
        having[gram].add(word)
    few = {gram: sorted(words)[:MOST_LIKE] for gram, words in having.items()}
    near: defaultdict[str, set[str]] = defaultdict(set)
    for gram, word in typed:
        near[word].update(few.get(gram, ()))
    return {
        word: sorted(each for each in others if each != word and _alike(word, each))[:MOST_LIKE]
        for word, others in near.items()
    }


def mistyped_keys(key: Identity, near: Mapping[str, Sequence[str]]) -> list[str]:
    """D.2.4: the short keys that this one is but for a slip in one word, or for a hyphen.

    near: what ``words_within_a_slip`` says. Whoever has one of these, the same patronymic and the
    same city is a possible twin even with another e-mail.
    """
    return list(dict.fromkeys(islice(_mistyped(key, near), MOST_LIKE)))


def _mistyped(key: Identity, near: Mapping[str, Sequence[str]]) -> Iterator[str]:
    surname, first, _ = map(key_words, key.full.split("|"))
    for double, other in ((surname, first), (first, surname)):
        if len(double) > 1:
            yield " ".join(sorted(("".join(double), *other)))
    words = _words(key)
    for at, word in enumerate(words):
        cuts = range(_HALF, len(word) - _HALF + 1)
        halves = ((word[:cut], word[cut:]) for cut in cuts)
        for instead in (*((each,) for each in near.get(word, ())), *halves):
            yield " ".join(sorted((*words[:at], *instead, *words[at + 1 :])))


def _same_words(full: str, other: str) -> bool:
    one, two = (sorted(key_words(name.replace("|", " "))) for name in (full, other))
    return one == two


def _words(key: Identity) -> list[str]:
    """The words that may have a slip; of what is no name, none."""
    words = key.short.split()
    is_name = len(words) <= WORDS_ASKED and max(map(len, words), default=0) <= _LONGEST
    return words if is_name else []


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
