"""Head judges and official tournaments are judged by the tournament's own date."""

import pytest

from shared.events.players import ClubChanged, JudgeChanged
from tests.house import ok, refused
from tests.pairing.pairing_service_hall import Hall
from tests.pairing.test_pairing_service_imports import take, upload

LEVELS = (
    ("2024-01-15", 1, None),
    ("2025-01-15", 2, None),
    ("2026-01-15", 4, "2026-06-30"),
    ("2026-09-01", 2, None),
)
PERIODS = (("2025-01-01", "2025-12-31"), ("2026-10-01", None))


@pytest.mark.parametrize(
    ("day", "level", "code", "rule"),
    [
        ("2024-01-14", "amateur", "head_judge_not_yet", "6.1"),
        ("2024-01-15", "amateur", None, None),
        ("2024-01-15", "professional", "head_judge_level", "6.2"),
        ("2025-01-15", "professional", None, None),
        ("2026-01-14", "highest", "head_judge_level", "6.3"),
        ("2026-01-15", "highest", None, None),
        ("2026-06-30", "highest", None, None),
        ("2026-07-01", "amateur", "head_judge_no_more", "6.1"),
        ("2026-09-01", "professional", None, None),
        ("2026-09-01", "highest", "head_judge_level", "6.3"),
    ],
)
def test_rule_6_3_the_level_of_the_tournaments_date_counts(
    hall: Hall, day: str, level: str, code: str | None, rule: str | None
) -> None:
    hall.hear(("judge:9009", JudgeChanged("9009", 7, 2, "2026-09-01", LEVELS)))
    answer = hall.announce(level=level, head_judge="9009", date=day)
    if code is None:
        assert ok(answer)["head_judge"] == "9009"
    else:
        problem = refused(answer, 422, code, rule)
        assert "9009" in problem["detail"]
        assert problem["where"] == "body.head_judge"


def test_rule_6_1_one_whose_only_certificate_was_void_is_no_judge(hall: Hall) -> None:
    hall.hear(("judge:9009", JudgeChanged("9009", 1, 4, "2024-01-15", (("2024-01-15", 4, None),))))
    ok(hall.announce(level="highest", head_judge="9009"))
    hall.hear(("judge:9009", JudgeChanged("9009", 2, 0, "2026-01-15", ())))
    refused(hall.announce(head_judge="9009"), 422, "head_judge_unknown", "6.1")


def test_rule_6_2_a_judge_told_of_before_levels_had_an_end_keeps_his(hall: Hall) -> None:
    ok(hall.announce(level="professional", head_judge="9001", date="2020-01-01"))
    answer = hall.announce(head_judge="9001", date="2019-12-31")
    refused(answer, 422, "head_judge_not_yet", "6.1")


@pytest.mark.parametrize(
    ("day", "is_official"),
    [
        ("2024-12-31", False),
        ("2025-01-01", True),
        ("2025-12-31", True),
        ("2026-01-01", False),
        ("2026-10-01", True),
    ],
)
def test_d_2_5_the_accreditation_of_the_tournaments_date_counts(
    hall: Hall, day: str, is_official: bool
) -> None:
    hall.hear(("club:omsk", ClubChanged("omsk", 2, "Клуб «Ёж»", "omsk", True, PERIODS)))
    made = ok(hall.announce(by=hall.omsk, city="Омск", date=day))
    assert made["official"] is is_official
    asked = hall.announce(by=hall.omsk, city="Омск", date=day, official=True)
    if is_official:
        assert ok(asked)["official"] is True
    else:
        assert "день турнира" in refused(asked, 403, "official_not_allowed", "D.2.5")["detail"]


def test_d_2_5_an_upload_is_official_if_its_club_was_accredited_then(hall: Hall) -> None:
    hall.hear(("club:omsk", ClubChanged("omsk", 2, "Клуб «Ёж»", "omsk", False, PERIODS[:1])))
    players = hall.meet(4)
    for day, is_official in (("2025-12-31", True), ("2026-01-01", False)):
        when = {"date": day, "finished_at": f"{day}T18:00:00Z", "external_id": day}
        body = upload(players, rounds=2, city="Омск", **when)
        assert ok(take(hall, body, by=hall.omsk))["official"] is is_official


def test_d_2_5_a_club_that_lost_an_accreditation_given_by_mistake(hall: Hall) -> None:
    hall.hear(("club:omsk", ClubChanged("omsk", 2, "Клуб «Ёж»", "omsk", True, PERIODS)))
    hall.hear(("club:omsk", ClubChanged("omsk", 3, "Клуб «Ёж»", "omsk", False, ())))
    assert ok(hall.announce(by=hall.omsk, city="Омск", date="2025-06-01"))["official"] is False
