"""The index of rules, docs/rules.toml, as data."""

import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

INDEX = "docs/rules.toml"
KINDS = ("enforced", "shown", "not software")


class BadIndexError(ValueError):
    """The index itself is wrong."""


@dataclass(frozen=True)
class Rule:
    """One rule or decision. ``reached``: the code does it today; ``to_come``: what is missing."""

    id: str
    kind: str
    reached: bool
    ru: str
    en: str
    to_come: dict[str, str] | None = None


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rulebook, or a family of decisions."""

    id: str
    ru: str
    en: str
    rules: tuple[Rule, ...]

    @property
    def in_code(self) -> bool:
        """Whether the code has begun with it."""
        return any(rule.reached for rule in self.rules)


@dataclass(frozen=True)
class Rulebook:
    """All chapters, in the order of the index."""

    chapters: tuple[Chapter, ...]

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """Every rule by its id."""
        return {rule.id: rule for chapter in self.chapters for rule in chapter.rules}

    @cached_property
    def sections(self) -> dict[str, str]:
        """What may be cited for several rules (``7.8``, ``D.4``), and its chapter."""
        found = {
            rule.id.rsplit(".", 1)[0]: chapter.id
            for chapter in self.chapters
            for rule in chapter.rules
        }
        return {section: chapter for section, chapter in found.items() if "." in section}

    def knows(self, reference: str) -> bool:
        """Whether the reference is a rule or a section."""
        return reference in self.rules or reference in self.sections


def load(root: Path) -> Rulebook:
    """Read the index. Raises BadIndexError for a double id, an unknown kind, an empty sentence."""
    raw = tomllib.loads((root / INDEX).read_text(encoding="utf-8"))
    book = Rulebook(tuple(_chapter(given) for given in raw["chapter"]))
    ids = Counter(rule.id for chapter in book.chapters for rule in chapter.rules)
    if twice := sorted(name for name, count in ids.items() if count > 1):
        raise BadIndexError(f"{INDEX} has these twice: {', '.join(twice)}")
    return book


def _chapter(given: dict[str, Any]) -> Chapter:
    rules = tuple(_rule(each) for each in given["rule"])
    return Chapter(given["id"], given["ru"], given["en"], rules)


def _rule(given: dict[str, Any]) -> Rule:
    try:
        rule = Rule(**given)
    except TypeError as wrong:
        raise BadIndexError(f"{INDEX}, {given.get('id')}: {wrong}") from None
    texts = (rule.ru, rule.en, *(rule.to_come or {}).values())
    if rule.kind not in KINDS:
        raise BadIndexError(f"{INDEX}, {rule.id}: kind is one of {', '.join(KINDS)}")
    if not all(text.strip() for text in texts):
        raise BadIndexError(f"{INDEX}, {rule.id}: a sentence is empty")
    if rule.reached and rule.kind == "not software":
        raise BadIndexError(f"{INDEX}, {rule.id}: what is not software's can't be reached")
    return rule
