"""Law 6 on the house itself, and shown to be able to fail on a small tree."""

from collections import defaultdict
from pathlib import Path

import pytest

from tests.rules.citations import Citations, Place, scan
from tests.rules.index import ROOT, findings, main
from tests.rules.page import PAGE, render
from tests.rules.references import in_prose, in_test_name
from tests.rules.rulebook import INDEX, BadIndexError, Rulebook, load

SMALL_INDEX = """
[[chapter]]
id = "7.2"
ru = "Констрактед"
en = "Constructed"

[[chapter.rule]]
id = "7.2.1"
kind = "enforced"
reached = true
ru = "Колода от 30 карт."
en = "A deck of 30 cards or more."

[[chapter.rule]]
id = "7.2.4"
kind = "enforced"
reached = false
ru = "Стандарт."
en = "Standard."

[[chapter]]
id = "C"
ru = "Карты"
en = "Cards"

[[chapter.rule]]
id = "C.2"
kind = "shown"
reached = true
ru = "Рубашку смотрят за столом."
en = "A back is looked at on the table."
to_come = { ru = "снимок.", en = "a picture." }
"""
SMALL_CODE = '''"""Decks."""

LEAST = 30
"""Cards of the smallest deck."""


def size(cards: int) -> bool:
    """Rule 7.2.1: large enough. Backs are not its business (C.2)."""
    return cards >= LEAST
'''
SMALL_TEST = "def test_rule_7_2_1_thirty_cards() -> None:\n    assert True\n"


@pytest.fixture(scope="module")
def book() -> Rulebook:
    """The project's index."""
    return load(ROOT)


@pytest.fixture(scope="module")
def cited(book: Rulebook) -> Citations:
    """What the project's code and tests cite."""
    return scan(ROOT, book)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small project in which all is well."""
    for name, text in (
        (INDEX, SMALL_INDEX),
        ("services/decks/domain/size.py", SMALL_CODE),
        ("shared/nothing.py", ""),
        ("tests/decks/test_size.py", SMALL_TEST),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_law_6_reached_rules_have_a_function_and_a_test(book: Rulebook, cited: Citations) -> None:
    found = findings(book, cited)
    assert not found, "`make rules-check` says:\n" + "\n".join(found)


def test_law_6_the_page_of_rules_is_up_to_date(book: Rulebook, cited: Citations) -> None:
    written = (ROOT / PAGE).read_text(encoding="utf-8")
    assert written == render(book, cited), f"{PAGE} is out of date: run `make rules`"


def test_law_6_every_family_is_numbered_without_a_gap(book: Rulebook) -> None:
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for rule in book.rules:
        family, _, number = rule.rpartition(".")
        numbers[family].append(int(number))
    gaps = {
        family: found
        for family, found in numbers.items()
        if found != list(range(1, len(found) + 1)) and not family.startswith("P")
    }
    assert gaps == {}, "the guide to penalties (P) alone is known in part"


def test_law_6_a_tree_in_which_all_is_well(tree: Path) -> None:
    assert main(["--root", str(tree)]) == 0
    assert main(["--root", str(tree), "--write"]) == 0
    page = (tree / PAGE).read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith("| **7.2.1** |"))
    assert "Колода от 30 карт." in row
    assert "[services/decks/domain/size.py](services/decks/domain/size.py) `size`" in row
    assert "`test_rule_7_2_1_thirty_cards`" in row
    assert "снимок." in page


@pytest.mark.parametrize(
    ("file", "old", "new", "finding"),
    [
        (
            "tests/decks/test_size.py",
            "7_2_1",
            "law",
            "7.2.1: enforced, and no test is named test_rule_7_2_1_…",
        ),
        (
            "services/decks/domain/size.py",
            "Rule 7.2.1: large",
            "Large",
            "7.2.1: enforced, and no function or class cites it",
        ),
        (
            "services/decks/domain/size.py",
            '    """Rule 7.2.1: large enough. Backs are not its business (C.2)."""\n    return',
            "    return",
            "C.2: shown, and nothing cites it",
        ),
        (
            "services/decks/domain/size.py",
            "Rule 7.2.1:",
            "Rules 7.2.1, 7.2.9:",
            "7.2.9: no such rule in docs/rules.toml, cited in services/decks/domain/size.py",
        ),
        (
            "services/decks/domain/size.py",
            "return cards",
            'raise Refusal(rule="6.9")\n    return cards',
            "6.9: no such rule in docs/rules.toml, cited in services/decks/domain/size.py",
        ),
        (
            "services/decks/domain/size.py",
            "return cards",
            'row = {"rule": "6.9"}\n    return cards',
            "6.9: no such rule in docs/rules.toml, cited in services/decks/domain/size.py",
        ),
        (
            "tests/decks/test_size.py",
            "7_2_1",
            "7_2_9",
            "7.2.9: no such rule in docs/rules.toml, "
            "cited in tests/decks/test_size.py: test_rule_7_2_9_thirty_cards",
        ),
        (
            "tests/decks/test_size.py",
            "7_2_1",
            "7_2_4",
            "7.2.4: has a test, and docs/rules.toml says that it is not reached",
        ),
    ],
)
def test_law_6_a_planted_fault_is_caught(
    tree: Path, capsys: pytest.CaptureFixture[str], file: str, old: str, new: str, finding: str
) -> None:
    path = tree / file
    sound = path.read_text(encoding="utf-8")
    assert old in sound
    path.write_text(sound.replace(old, new), encoding="utf-8")
    assert main(["--root", str(tree)]) == 1
    assert finding in capsys.readouterr().out.splitlines()
    assert main(["--root", str(tree), "--write"]) == 0
    assert (tree / PAGE).is_file()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('id = "7.2.4"', 'id = "7.2.1"'),
        ('kind = "shown"', 'kind = "seen"'),
        ('kind = "shown"', 'kind = "not software"'),
        ('en = "Standard."', 'en = " "'),
        ('en = "Standard."', 'en = "Standard."\nnote = "?"'),
        ('en = "Standard."', ""),
    ],
)
def test_law_6_a_faulty_index_is_refused(tree: Path, old: str, new: str) -> None:
    index = tree / INDEX
    index.write_text(index.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(BadIndexError):
        load(tree)
    assert main(["--root", str(tree)]) == 1


def test_law_6_only_functions_and_classes_can_enforce(tree: Path) -> None:
    path = tree / "services/decks/domain/size.py"
    constant = SMALL_CODE.replace("Rule 7.2.1: l", "L").replace("Cards of", "7.2.1: cards of")
    path.write_text(constant, encoding="utf-8")
    book = load(tree)
    cited = scan(tree, book)
    assert cited.places["7.2.1"] == [Place("services/decks/domain/size.py", "LEAST")]
    assert "7.2.1: enforced, and no function or class cites it" in findings(book, cited)


@pytest.mark.parametrize(
    ("text", "certain", "possible"),
    [
        ("Rule 7.2.1: the size of a deck.", {"7.2.1"}, set()),
        ("Rules 4.2 and 4.3 with D.4.1: a tournament.", {"4.2", "4.3", "D.4.1"}, set()),
        ("6.1–6.3: a level.", {"6.1", "6.2", "6.3"}, set()),
        ("Swiss S.2–S.4, then the lot", {"S.2", "S.3", "S.4"}, set()),
        ("a draw (2.1, S.7) of it", {"2.1", "S.7"}, set()),
        ("``overlord``: 7.5.6.", set(), {"7.5.6"}),
        ("4.1", set(), {"4.1"}),
        ('{"rule": "7.8.2", "names": []}', {"7.8.2"}, set()),
        ("OpenAPI 3.1, Kafka 4.4.0 on 127.0.0.1", set(), {"4.4.0"}),
        ("2.5 points of 6.5, or 3.1x", set(), set()),
    ],
)
def test_law_6_references_in_prose(text: str, certain: set[str], possible: set[str]) -> None:
    assert in_prose(text) == (certain, possible)


@pytest.mark.parametrize(
    ("name", "longest"),
    [
        ("test_rule_7_2_1_a_deck", ["7.2.1"]),
        ("test_d_4_10_the_final", ["D.4.10"]),
        ("test_t_1_t_3_t_4_points", ["T.1", "T.3", "T.4"]),
        ("test_s_2_to_s_5_the_draw", ["S.2", "S.3", "S.4", "S.5"]),
        ("test_s_4_between_equals_s_5_decides", ["S.4"]),
        ("test_r_1_a_first_result", ["R.1"]),
        ("test_law_6_references", []),
        ("test_a_planted_import", []),
    ],
)
def test_law_6_references_in_names_of_tests(name: str, longest: list[str]) -> None:
    assert [readings[0] for readings in in_test_name(name)] == longest


def test_law_6_a_number_after_a_reference_belongs_to_the_sentence(tree: Path) -> None:
    assert in_test_name("test_rule_7_2_1_3_copies") == [("7.2.1.3", "7.2.1", "7.2")]
    path = tree / "tests/decks/test_size.py"
    path.write_text(SMALL_TEST.replace("thirty_cards", "30_cards"), encoding="utf-8")
    assert main(["--root", str(tree)]) == 0
