"""Real tournaments, checked: our table of each is what the checker counts, whoever drew it."""

from collections import Counter

import pytest

from deploy.demo.real import clean
from services.pairing.domain import decide
from services.pairing.domain.checker import Published, check
from services.pairing.domain.evolve import fold
from services.pairing.domain.standings import standings
from shared.refusals import Refusal
from tests.pairing.pairing_domain_play import ANNOUNCEMENT, NOW, RULES
from tests.pairing.real_differences import upload_of
from tests.real_tournaments import ALL, some, there

FOREIGN = {"rematch", "byes_too_many", "second_bye", "bye_not_lowest", "not_least"}
"""What other tools, which do not follow S.2–S.5, are found to do."""


@there
def test_t_1_to_t_7_real_tournaments_are_counted_alike_twice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found: Counter[str] = Counter()
    for raw in some(1 if ALL else 40):
        beside = decide.Circumstances(NOW, 1, {})
        try:
            events = decide.import_finished(
                None, RULES, ANNOUNCEMENT, upload_of(clean(raw)), beside
            )
        except Refusal:
            continue
        state = fold("t", events)
        rows = [Published(row.entry, row.points, row.place) for row in standings(state, RULES)]
        report = check(state, RULES, published=rows, most=64)
        found["tournaments"] += 1
        found["rows"] += report.checked["T.1"]
        found.update(each.code for each in report.broken)
    with capsys.disabled():
        print(f"\n{dict(found)}")
    assert set(found) <= FOREIGN | {"tournaments", "rows"}
    assert found["tournaments"] > 50
