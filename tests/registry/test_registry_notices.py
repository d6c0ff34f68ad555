"""What the office is told: in words, until somebody has dealt with it."""

import pytest

from services.registry.notices import WORDS, tell_office
from tests.house import ok, refused
from tests.registry.registry_played_desk import TITLE, Office, office
from tests.tokens import bearer

__all__ = ["office"]


def tell(office: Office, *subjects: str) -> None:
    with office.db.write() as tx:
        for subject in subjects:
            tell_office(tx, "merge_suspended", subject, ["1007", "1010"], "t1")


def test_a_notice_speaks_the_language_asked_for(office: Office) -> None:
    one, other = office.newcomers(2)
    office.merge(one, other)
    office.play("t1", [one, other])
    said = {
        "ru": f"Номера {one}, {other} считались одним человеком, но оба играли в турнире"
        f" «{TITLE}» (2026-11-28).",
        "en": f"The IDs {one}, {other} were one person, but both played in the tournament"
        f" “{TITLE}” (2026-11-28).",
    }
    for language, words in said.items():
        answer = office.client.get("/v1/notices", headers={"Accept-Language": language})
        (notice,) = ok(answer)["items"]
        assert notice["text"].startswith(words)


def test_a_notice_waits_until_somebody_says_done(office: Office) -> None:
    tell(office, "м1", "м2", "м3")
    first, second, third = office.open_notices()
    assert (first["subject"], first["players"], first["done_at"]) == ("м1", ["1007", "1010"], None)
    done = ok(office.client.post(f"/v1/notices/{second['seq']}/done"))
    assert (done["done_by"], done["done_at"] is not None) == ("office:federation:1", True)
    other = bearer(office.db, ["office"], who="office:federation:2")
    again = office.client.post(f"/v1/notices/{second['seq']}/done", headers=other)
    assert ok(again) == done
    assert [row["subject"] for row in office.open_notices()] == ["м1", "м3"]
    closed = ok(office.client.get("/v1/notices", params={"open": "false"}))["items"]
    assert closed == [done]
    everything = ok(office.client.get("/v1/notices"))["items"]
    assert everything == [first, done, third]


def test_notices_are_read_page_by_page(office: Office) -> None:
    tell(office, "м1", "м2", "м3")
    first = ok(office.client.get("/v1/notices", params={"open": True, "limit": 2}))
    last = ok(office.client.get("/v1/notices", params={"limit": 2, "cursor": first["next"]}))
    assert [row["subject"] for row in first["items"] + last["items"]] == ["м1", "м2", "м3"]
    assert last["next"] is None
    refused(office.client.get("/v1/notices", params={"cursor": "дальше"}), 422, "bad_cursor")


def test_law_8_a_notice_has_a_number(office: Office, subtests: pytest.Subtests) -> None:
    for seq in ("0", "-1", "2147483648", "9" * 30, "первое"):
        with subtests.test(seq=seq):
            refused(office.client.post(f"/v1/notices/{seq}/done"), 422, "validation")


def test_law_8_a_notice_that_is_not_there(office: Office) -> None:
    refused(office.client.post("/v1/notices/7/done"), 404, "notice_not_found")


def test_notices_are_the_offices(office: Office) -> None:
    headers = bearer(office.db, ["players", "contacts"], club="kazan")
    refused(office.client.get("/v1/notices", headers=headers), 403, "scope_missing")
    refused(office.client.post("/v1/notices/1/done", headers=headers), 403, "scope_missing")


def test_every_kind_of_notice_has_words_in_both_languages(office: Office) -> None:
    about = {"players": "1007", "tournament": "«Кубок»"}
    for kind, text in WORDS.items():
        assert not text.ru.format(**about).isascii(), kind
        assert text.en.format(players="1007", tournament="t1").isascii(), kind
    with pytest.raises(KeyError), office.db.write() as tx:
        tell_office(tx, "никогда", "1", [])


@pytest.mark.parametrize("kind", ["same_person", "likely_twin"])
def test_d_2_4_a_merge_decides_what_the_office_was_told_of_the_newcomer(
    office: Office, kind: str
) -> None:
    known, newcomer, other = office.newcomers(3)
    with office.db.write() as tx:
        tell_office(tx, kind, newcomer, [known, newcomer])
        tell_office(tx, kind, other, [known, other])
    office.merge(newcomer, known)
    (left,) = office.open_notices()
    assert (left["subject"], left["players"]) == (other, [known, other])
    assert known in left["text"]
