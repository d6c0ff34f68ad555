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
    "shared.events.base", "shared.events.tournaments", "shared.events.entries",
    "shared.events.rounds", "shared.events.players",
    "shared.events.ratings", "shared.events.decks", "shared.folding", "shared.refusals",
    "shared.rulesets.model", "shared.player_ids",
    # the pure libraries named in ARCHITECTURE.md
    "rustworkx", "rapidfuzz", "rapidfuzz.distance",
}  # fmt: skip
BUILT_IN = {"open", "print", "input", "exec", "eval", "compile", "__import__", "breakpoint"}
CLOCK_OR_CHANCE = {"now", "today", "utcnow", "uuid1", "uuid4", "getnode"}
"""As attributes or imported names: a domain's own parameter may be called ``now``."""


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
            for alias in node.names:
                if alias.name in CLOCK_OR_CHANCE:
                    yield f"line {node.lineno}: imports {alias.name}"
        elif isinstance(node, ast.Name) and node.id in BUILT_IN:
            yield f"line {node.lineno}: uses {node.id}"
        elif isinstance(node, ast.Attribute) and node.attr in CLOCK_OR_CHANCE:
            yield f"line {node.lineno}: uses .{node.attr}"


def shared_files(root: Path) -> list[Path]:
    """The house's modules that a domain may import, which must be as pure."""
    names = sorted(name for name in ALLOWED if name.startswith("shared."))
    return [root / (name.replace(".", "/") + ".py") for name in names]


def domain_files(root: Path) -> list[Path]:
    """Every module of every domain."""
    return sorted(root.glob("services/*/domain/**/*.py"))


def package_of(path: Path, root: Path) -> str:
    """The domain package that a module belongs to: ``services.rating.domain``."""
    return ".".join(path.relative_to(root).parts[:3])


def _allowed(module: str, own_package: str) -> bool:
    return module in ALLOWED or module == own_package or module.startswith(own_package + ".")
