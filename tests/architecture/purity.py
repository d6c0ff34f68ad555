"""What a ``domain/`` may import and call (law 1). Reads the syntax tree, runs nothing."""

import ast
from collections.abc import Iterator
from pathlib import Path

ALLOWED = {
    # standard library, the parts without I/O, clock or chance
    "bisect", "collections", "collections.abc", "dataclasses", "datetime", "decimal", "difflib",
    "enum", "fractions", "functools", "hashlib", "heapq", "itertools", "math", "operator", "re",
    "types", "typing", "unicodedata", "uuid",
    # the house's pure parts
    "shared.events.base", "shared.events.tournaments", "shared.events.players",
    "shared.events.ratings", "shared.events.decks", "shared.folding", "shared.refusals",
    "shared.rulesets.model",
    # the pure libraries named in ARCHITECTURE.md
    "rustworkx",
}  # fmt: skip
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval", "now", "today", "utcnow", "uuid4"}


def impurities(source: str, own_package: str) -> Iterator[str]:
    """What in a module's source its domain must not have, each with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if not _allowed(alias.name, own_package):
                    yield f"line {node.lineno}: imports {alias.name}"
        elif isinstance(node, ast.ImportFrom):
            if node.level or not _allowed(node.module or "", own_package):
                yield f"line {node.lineno}: imports {node.module}"
        elif isinstance(node, ast.Call) and (name := _called(node)) in FORBIDDEN_CALLS:
            yield f"line {node.lineno}: calls {name}()"


def domain_files(root: Path) -> list[Path]:
    """Every module of every domain."""
    return sorted(root.glob("services/*/domain/**/*.py"))


def package_of(path: Path, root: Path) -> str:
    """The domain package that a module belongs to: ``services.rating.domain``."""
    return ".".join(path.relative_to(root).parts[:3])


def _allowed(module: str, own_package: str) -> bool:
    return module in ALLOWED or module == own_package or module.startswith(own_package + ".")


def _called(node: ast.Call) -> str:
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
