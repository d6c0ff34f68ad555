"""The house's own laws, checked on the house, and shown to be able to fail."""

import ast
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.architecture.purity import domain_files, impurities, package_of, shared_files

ROOT = Path(__file__).resolve().parents[2]
LONGEST_FILE = 300
PURE = domain_files(ROOT) + shared_files(ROOT)


def lint_imports(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run import-linter on a tree."""
    linter = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [str(linter), "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(folder), "PYTHONUTF8": "1"},
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the code, to plant a fault in."""
    for name in ("services", "shared", "deploy"):
        copytree(ROOT / name, tmp_path / name, ignore=ignore_patterns("__pycache__"))
    (tmp_path / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    return tmp_path


def test_no_service_imports_another() -> None:
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("services/rating/domain/kernel.py", "from services.registry import store"),
        ("services/pairing/service.py", "import services.decks.domain.text"),
        ("shared/outbox.py", "import services.registry.store"),
        ("services/decks/service.py", "import deploy.stack"),
        ("services/pairing/domain/checker/places.py", "from services.pairing.domain import lots"),
    ],
)
def test_a_planted_import_is_caught(copy: Path, where: str, line: str) -> None:
    path = copy / where
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    assert lint_imports(copy).returncode != 0


@pytest.mark.parametrize(
    "path", domain_files(ROOT) + shared_files(ROOT), ids=lambda p: str(p.relative_to(ROOT))
)
def test_law_1_a_domain_has_no_io(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert list(impurities(source, package_of(path, ROOT))) == []


def test_the_checker_of_pairings_imports_no_more_of_its_domain_than_the_state() -> None:
    folder = ROOT / "services" / "pairing" / "domain" / "checker"
    own = ("services.pairing.domain.checker", "services.pairing.domain.state")
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("services"):
                assert str(node.module).startswith(own), f"{path.name}: {node.module}"
            assert not isinstance(node, ast.Import) or node.names[0].name == "rustworkx"


@pytest.mark.parametrize(
    "line",
    [
        "import sqlite3",
        "from shared.db import Database",
        "import random",
        "import httpx",
        "from sqlmodel import Session",
        "from services.registry.store import player",
        "open('x')",
        "datetime.now()",
        "moment = datetime.now",
        "uuid.uuid1()",
        "from uuid import uuid4 as other",
        "__import__('os').system('true')",
        "breakpoint()",
    ],
)
def test_law_1_planted_io_is_caught(line: str) -> None:
    assert list(impurities(line, "services.rating.domain"))


def test_files_stay_short() -> None:
    code = [
        p
        for name in ("services", "shared", "deploy")
        for p in (ROOT / name).rglob("*.py")
        if "migrations" not in p.parts
    ]
    long = [p.name for p in code if len(p.read_text(encoding="utf-8").splitlines()) > LONGEST_FILE]
    assert long == []


def test_no_path_of_a_machine_in_the_repo() -> None:
    marks = ["/" + word + "/" for word in ("work", "root", "home")]
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    bad = [
        name
        for name in tracked
        if any(mark in (ROOT / name).read_text(encoding="utf-8", errors="ignore") for mark in marks)
        and (ROOT / name).is_file()
    ]
    assert bad == []
