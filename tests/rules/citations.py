"""Where the code cites rules, and which tests are named after them. Reads sources, runs nothing."""

import ast
import io
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from pathlib import Path

from tests.rules.references import in_prose, in_test_name
from tests.rules.rulebook import Rulebook

CODE = ("services", "shared")
DATA = (".toml", ".json", ".html")


@dataclass(frozen=True)
class Place:
    """A place in the code. ``name``: of a function, class or constant; empty for the whole file."""

    file: str
    name: str = ""
    acts: bool = False
    """Whether it is a function or a class, which alone can enforce something."""


@dataclass
class Citations:
    """By rule or section: places, and tests as (file, name). ``unknown``: ids that no rule has."""

    places: dict[str, list[Place]] = field(default_factory=dict)
    tests: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    unknown: dict[str, list[str]] = field(default_factory=dict)


def scan(root: Path, book: Rulebook) -> Citations:
    """Read services/, shared/ and tests/ under a root."""
    found = Citations()
    for path in _files(root):
        relative = path.relative_to(root).as_posix()
        source = path.read_text(encoding="utf-8")
        texts = _python(relative, source) if path.suffix == ".py" else _data(relative, source)
        for place, text in texts:
            _note(place, text, book, found)
    for path in sorted((root / "tests").rglob("test_*.py")):
        _named_after(path.relative_to(root).as_posix(), path, book, found)
    return found


def _note(place: Place, text: str, book: Rulebook, found: Citations) -> None:
    certain, possible = in_prose(text)
    for reference in sorted(certain | possible):
        if book.knows(reference):
            places = found.places.setdefault(reference, [])
            if place not in places:
                places.append(place)
        elif reference in certain:
            found.unknown.setdefault(reference, []).append(place.file)


def _files(root: Path) -> list[Path]:
    return sorted(
        path
        for folder in CODE
        for path in (root / folder).rglob("*")
        if path.suffix in (".py", *DATA) and "migrations" not in path.parts
    )


def _data(file: str, source: str) -> Iterator[tuple[Place, str]]:
    """The comments of TOML; of JSON and templates each line."""
    for line in source.splitlines():
        yield Place(file), line.partition("#")[2] if file.endswith(".toml") else line


def _python(file: str, source: str) -> Iterator[tuple[Place, str]]:
    """Strings and comments, each with the innermost definition around it."""
    tree = ast.parse(source)
    spans = list(_spans(file, tree.body, ""))
    comments = (
        (token.start[0], token.string.lstrip("# "))
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    )
    for line, text in chain(_strings(tree), comments):
        inside = [place for start, end, place in spans if start <= line <= end]
        yield inside[-1] if inside else Place(file), text


def _strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of every string, but for the examples of a schema, which enforce nothing."""
    if isinstance(node, ast.keyword) and node.arg == "examples":
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    for value in _rule_values(node):
        if isinstance(value, ast.Constant):
            yield value.lineno, f'rule="{value.value!s}"'
    for child in ast.iter_child_nodes(node):
        yield from _strings(child)


def _rule_values(node: ast.AST) -> Iterator[ast.expr]:
    """What is given for ``rule``: by keyword, or in a dict as in the rows of an error body."""
    if isinstance(node, ast.keyword) and node.arg == "rule":
        yield node.value
    elif isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and key.value == "rule":
                yield value


def _spans(file: str, body: list[ast.stmt], within: str) -> Iterator[tuple[int, int, Place]]:
    """First line, last line and place of each definition, the outer before the inner."""
    for node, after in zip_longest(body, body[1:]):
        end = node.end_lineno or node.lineno
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{within}{node.name}"
            start = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            yield start, end, Place(file, name, acts=True)
            yield from _spans(file, node.body, f"{name}.")
        elif not within and (name := _assigned(node)):
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                end = after.end_lineno or end  # a constant's docstring is its own
            yield node.lineno, end, Place(file, name)


def _assigned(node: ast.stmt) -> str:
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    return target.id if isinstance(target, ast.Name) else ""


def _named_after(file: str, path: Path, book: Rulebook, found: Citations) -> None:
    names = sorted(
        node.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
    )
    for name in names:
        for readings in in_test_name(name):
            meant = next((each for each in readings if each in book.rules), None)
            if meant is None and readings[0] in book.sections:
                meant = readings[0]
            if meant is None:
                found.unknown.setdefault(readings[0], []).append(f"{file}: {name}")
            elif (file, name) not in (tests := found.tests.setdefault(meant, [])):
                tests.append((file, name))
