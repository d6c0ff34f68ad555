"""Rules and code side by side: ``make rules-check`` says what is missing, ``make rules`` writes
RULES.md.

    python -m tests.rules.index            enforced rules without a function or a test; ids unknown
    python -m tests.rules.index --write    the same, and RULES.md anew

The check exits 1 if anything is found; writing is done whatever is found.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.rules.citations import Citations, scan
from tests.rules.page import PAGE, render
from tests.rules.rulebook import INDEX, BadIndexError, Rule, Rulebook, load

ROOT = Path(__file__).resolve().parents[2]


def findings(book: Rulebook, cited: Citations) -> list[str]:
    """What is wrong, a sentence each: rules in the index's order, then ids that it doesn't know."""
    found = [text for rule in book.rules.values() for text in _rule(rule, cited)]
    for name, where in sorted(cited.unknown.items()):
        found.append(f"{name}: no such rule in {INDEX}, cited in {', '.join(dict.fromkeys(where))}")
    return found


def _rule(rule: Rule, cited: Citations) -> Iterator[str]:
    """Law 6: an enforced rule has a function and a test; what is shown has a place."""
    places, tested = cited.places.get(rule.id, []), rule.id in cited.tests
    if rule.reached and rule.kind == "enforced":
        if not any(place.acts for place in places):
            yield f"{rule.id}: enforced, and no function or class cites it"
        if not tested:
            yield f"{rule.id}: enforced, and no test is named {_test_name(rule.id)}_…"
    elif rule.reached and not places:
        yield f"{rule.id}: shown, and nothing cites it"
    elif tested and not rule.reached:
        yield f"{rule.id}: has a test, and {INDEX} says that it is not reached"


def _test_name(rule: str) -> str:
    name = rule.lower().replace(".", "_")
    return f"test_{name}" if name[0].isalpha() else f"test_rule_{name}"


def main(arguments: list[str] | None = None) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(prog="tests.rules.index", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE}")
    parser.add_argument("--root", type=Path, default=ROOT, help="another tree")
    given = parser.parse_args(arguments)
    try:
        book = load(given.root)
    except BadIndexError as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1
    cited = scan(given.root, book)
    if given.write:
        page = render(book, cited)
        (given.root / PAGE).write_text(page, encoding="utf-8", newline="\n")
    found = findings(book, cited)
    reached = sum(rule.reached for rule in book.rules.values())
    summary = f"{len(book.rules)} rules, {reached} in the code, {len(found)} findings."
    sys.stdout.write("\n".join([*found, summary]) + "\n")
    return 1 if found and not given.write else 0


if __name__ == "__main__":
    sys.exit(main())
