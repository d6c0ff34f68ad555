"""People sign in with one-time codes, at a registry that is alone; on both databases."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from services.registry import service_staff
from services.registry.domain import codes
from services.registry.tables.access import Grant, SignInCode
from services.registry.tables.people import Merge
from shared.clock import now
from shared.tables import RevokedClient
from tests.house import ok, refused
from tests.registry.registry_office import published
from tests.registry.registry_signin_office import CUP, DAY, Office, claims, office

__all__ = ["office"]
LOOK_ALIKES = {"0": "OQОо", "1": "ILІl", "8": "BВ", "5": "SЅs", "2": "Zz", "3": "З", "4": "Ч"}
CYRILLIC = dict(zip("ACEHKMPTXY", "АСЕНКМРТХУ", strict=True))


def void(office: Office) -> list[str]:
    """Keys of ``access.v1`` that say what is void."""
    return published(office.http, "revoked:")


def test_a_person_exchanges_a_code_for_a_token_of_his_role_and_place(office: Office) -> None:
    made = ok(office.give("head_judge", tournament=CUP))
    assert made["name"].startswith("Ежова")
    assert made["place"] == f"Кубок «kazan», {DAY}"
    answer = office.sign_in(made["code"])
    assert answer.headers["cache-control"] == "no-store"
    token = ok(answer)
    said = claims({"Authorization": token["access_token"]})
    assert said["sub"] == token["who"] == f"person:{office.people[0]}"
    assert (said["role"], said["tournament"], said["club"]) == ("head_judge", CUP, None)
    assert said["key"] == made["grant"]
    assert token["scope"] == "staff players judging entries results decks"
    assert (token["expires_in"], token["renew_after"]) == (72 * 3600, 12 * 3600)


def test_a_code_is_used_once_and_stored_as_a_hash(office: Office) -> None:
    code = ok(office.give("club", club="kazan"))["code"]
    ok(office.sign_in(code))
    problem = refused(office.sign_in(code), 401, "code_used")
    assert "не вы" in problem["todo"]
    with office.db.read() as tx:
        rows = [row.model_dump_json() for row in tx.scalars(select(SignInCode))]
    assert len(rows) == 1
    assert code not in rows[0] and code.replace("-", "") not in rows[0]


def test_of_two_devices_with_one_code_one_gets_in(office: Office) -> None:
    code = ok(office.give("desk", tournament=CUP))["code"]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: office.sign_in(code), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200, *[401] * 7]


def test_a_fresh_code_makes_the_one_before_void(office: Office) -> None:
    first = ok(office.give("club", club="kazan"))
    second = ok(office.call("POST", f"/v1/staff/{first['grant']}/code"))
    refused(office.sign_in(first["code"]), 401, "code_wrong")
    ok(office.sign_in(second["code"]))


def test_the_same_right_again_is_the_same_right_with_a_fresh_code(office: Office) -> None:
    first, again = (ok(office.give("club", club="kazan")) for _ in range(2))
    assert first["grant"] == again["grant"]
    assert first["code"] != again["code"]
    refused(office.sign_in(first["code"]), 401, "code_wrong")
    other = ok(office.give("club", club="omsk"))
    assert other["grant"] != first["grant"]


def test_a_wrong_code_is_refused(office: Office, subtests: pytest.Subtests) -> None:
    code = ok(office.give("club", club="kazan"))["code"]
    for wrong in ("0000000000", "нет", "7KXM4-9TRW", " ", "x" * 60, "7KXM4-9TRW!"):
        with subtests.test(wrong=wrong):
            refused(office.sign_in(wrong), 401, "code_wrong")
    ok(office.sign_in(code))


def test_an_expired_code_and_one_of_a_revoked_right_are_refused(office: Office) -> None:
    made = ok(office.give("club", club="kazan"))
    ends = datetime.fromisoformat(made["code_ends_at"])
    assert timedelta(hours=23) < ends - now() <= timedelta(hours=24)
    with office.db.write() as tx:
        tx.execute(update(SignInCode).values(ends_at=now() - timedelta(seconds=1)))
    refused(office.sign_in(made["code"]), 401, "code_expired")
    fresh = ok(office.call("POST", f"/v1/staff/{made['grant']}/code"))
    ok(office.call("DELETE", f"/v1/staff/{made['grant']}"))
    refused(office.sign_in(fresh["code"]), 401, "code_wrong")
    refused(office.call("POST", f"/v1/staff/{made['grant']}/code"), 409, "right_ended")


@given(st.text(codes.ALPHABET, min_size=10, max_size=10), st.data())
def test_a_code_is_read_however_it_is_typed(code: str, data: st.DataObject) -> None:
    typed = "".join(
        data.draw(st.sampled_from([sign, sign.lower(), CYRILLIC.get(sign, sign)]))
        if sign not in LOOK_ALIKES
        else data.draw(st.sampled_from([sign, *LOOK_ALIKES[sign]]))
        for sign in code
    )
    spaced = data.draw(st.sampled_from(["", "-", " ", "–", "  - "])).join((typed[:5], typed[5:]))
    assert codes.read(f" {spaced}\n") == code
    assert codes.read(codes.written(code)) == code


@given(st.text(max_size=14))
def test_whatever_is_typed_is_a_code_of_ours_or_none(text: str) -> None:
    read = codes.read(text)
    assert read is None or (len(read) == codes.LENGTH and set(read) <= set(codes.ALPHABET))


def test_a_code_never_holds_signs_that_look_alike() -> None:
    assert len(codes.ALPHABET) == len(set(codes.ALPHABET))
    assert not set("OQILBSZU") & set(codes.ALPHABET)
    assert len(codes.ALPHABET) ** codes.LENGTH > 2**48


def test_revoked_is_void_at_once_and_told_to_all(office: Office) -> None:
    judge = office.as_role("head_judge", tournament=CUP)
    ok(office.http.get("/v1/staff", headers=judge))
    grant = claims(judge)["key"]
    first = ok(office.call("DELETE", f"/v1/staff/{grant}"))
    refused(office.http.get("/v1/staff", headers=judge), 401, "token_revoked")
    refused(office.http.post("/v1/tokens:renew", headers=judge), 401, "token_revoked")
    assert ok(office.call("DELETE", f"/v1/staff/{grant}")) == first
    assert void(office) == [f"revoked:{grant}"]


def test_a_token_renews_itself_while_the_right_stands(office: Office) -> None:
    club = office.as_role("club", club="kazan")
    fresh = ok(office.http.post("/v1/tokens:renew", headers=club))
    assert fresh["who"] == claims(club)["sub"]
    theirs = {"Authorization": f"Bearer {fresh['access_token']}"}
    assert claims(theirs)["jti"] != claims(club)["jti"]
    ok(office.http.get("/v1/staff", headers=theirs))
    problem = refused(office.call("POST", "/v1/tokens:renew"), 409, "not_renewable")
    assert "POST /v1/tokens" in problem["todo"]


def test_a_right_that_ended_is_not_renewed_and_its_tokens_end_with_it(office: Office) -> None:
    ends = now() + timedelta(hours=5)
    made = ok(office.give("club", club="kazan", ends_at=ends.isoformat()))
    token = ok(office.sign_in(made["code"]))
    assert 4 * 3600 < token["expires_in"] <= 5 * 3600
    with office.db.write() as tx:
        tx.execute(update(Grant).values(ends_at=now() - timedelta(seconds=1)))
    theirs = {"Authorization": f"Bearer {token['access_token']}"}
    refused(office.http.post("/v1/tokens:renew", headers=theirs), 401, "right_ended")


def test_d_4_10_staff_of_a_tournament_stays_until_the_list_is_out(office: Office) -> None:
    ends = datetime.fromisoformat(ok(office.give("desk", tournament=CUP))["ends_at"])
    assert (ends + timedelta(hours=3)).date() == DAY + timedelta(days=45)  # Moscow's day
    assert ok(office.give("club", club="kazan"))["ends_at"] is None
    past = (now() - timedelta(days=1)).isoformat()
    problem = refused(
        office.give("desk", tournament=CUP, ends_at=past), 422, "ends_in_the_past", "D.4.10"
    )
    assert problem["where"] == "body.ends_at"


def test_a_right_of_a_merged_id_still_works(office: Office) -> None:
    old, new = office.people[:2]
    made = ok(office.give("club", club="kazan"))
    with office.db.write() as tx:
        tx.add(Merge(merge="m", number=1, player=old, into=new, made_by="person:1", made_at=now()))
    assert ok(office.sign_in(made["code"]))["who"] == f"person:{old}"
    for asked in (old, new):
        rows = ok(office.call("GET", f"/v1/staff?player={asked}"))["items"]
        assert [row["grant"] for row in rows] == [made["grant"]]
    later = ok(office.give("club", club="omsk"))  # to the ID that was named: an undo leaves it him
    assert later["player"] == old


def test_all_rights_of_a_person_under_all_his_ids_end_at_once(office: Office) -> None:
    old, new = office.people[:2]
    held = [office.as_role("club", club="kazan"), office.as_role("club", who=1, club="omsk")]
    other = office.as_role("club", who=2, club="omsk")
    with office.db.write() as tx:
        tx.add(Merge(merge="m", number=1, player=old, into=new, made_by="person:1", made_at=now()))
    with office.db.write() as tx:
        service_staff.revoke_all_of(tx, old, "console:tests")
    told = void(office)
    with office.db.write() as tx:
        service_staff.revoke_all_of(tx, old, "console:tests")
    assert len(told) == 2 and void(office) == told
    for headers in held:
        refused(office.http.get("/v1/staff", headers=headers), 401, "token_revoked")
    ok(office.http.get("/v1/staff", headers=other))
    with office.db.read() as tx:
        assert tx.get(RevokedClient, claims(held[0])["key"])


def test_a_printed_slip_has_the_code_its_qr_and_what_it_is_for(office: Office) -> None:
    made = ok(office.give("floor_judge", tournament=CUP))
    slip = office.call("POST", f"/v1/staff/{made['grant']}/card")
    assert slip.headers["content-type"].startswith("text/html")
    assert slip.headers["cache-control"] == "no-store"
    assert slip.headers["referrer-policy"] == "no-referrer"
    assert "<script" not in slip.text
    for words in ("Ежова", "судья в зале / floor judge", "Кубок «kazan»", "<svg", "sign-in?code="):
        assert words in slip.text
    code = re.search(r'class="code">([^<]+)<', slip.text)
    assert code
    refused(office.sign_in(made["code"]), 401, "code_wrong")
    ok(office.sign_in(code[1]))


def test_the_page_signs_in_without_a_script_and_only_a_post_uses_the_code(office: Office) -> None:
    made = ok(office.give("desk", tournament=CUP))
    assert made["link"] == f"http://testserver/sign-in?code={made['code']}"
    for _ in range(2):  # a messenger's preview, then the person
        page = office.http.get("/sign-in", params={"code": made["code"]})
        assert f'value="{made["code"]}"' in page.text
        assert page.headers["referrer-policy"] == "no-referrer"
        assert page.headers["cache-control"] == "no-store"
        assert "set-cookie" not in page.headers
    done = office.http.post("/sign-in", data={"code": made["code"].lower()})
    assert done.status_code == 200
    assert "регистрация / desk" in done.text
    cookie = done.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Secure" not in cookie
    again = office.http.post("/sign-in", data={"code": made["code"]})
    assert again.status_code == 401
    assert "По этому коду уже вошли." in again.text


def test_the_page_shows_hostile_text_as_text(office: Office) -> None:
    for typed in ("<script>alert(1)</script>", '"><b>', "%00", "&#0;", "ж" * 500):
        for page in (
            office.http.get("/sign-in", params={"code": typed.replace("%00", "")}),
            office.http.post("/sign-in", data={"code": typed}),
            office.http.post("/sign-in", content=typed.encode() + b"\xff\x00"),
        ):
            assert page.status_code in (200, 401), typed
            assert "<script>" not in page.text and "<b>" not in page.text, typed


def test_a_browser_is_known_by_its_cookie_but_not_for_what_any_page_may_send(
    office: Office,
) -> None:
    made = ok(office.give("head_judge", tournament=CUP))
    browser = TestClient(office.app)
    assert browser.post("/sign-in", data={"code": made["code"]}).status_code == 200
    answer = browser.get("/v1/staff")
    assert [row["grant"] for row in ok(answer)["items"]] == [made["grant"]]
    assert "private" in answer.headers["cache-control"]
    right = {"player": office.people[1], "role": "desk", "tournament": CUP}
    ok(browser.post("/v1/staff", json=right))
    forged = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x")
    for kind in forged:
        answer = browser.post("/v1/staff", content=b"{}", headers={"Content-Type": kind})
        assert refused(answer, 403, "cookie_needs_json")["where"] == "Content-Type"
    refused(browser.post(f"/v1/staff/{made['grant']}/code"), 403, "cookie_needs_json")
    allowed = browser.options(
        "/v1/staff",
        headers={"Origin": "http://localhost:3000", "Access-Control-Request-Method": "POST"},
    )
    assert "access-control-allow-credentials" not in allowed.headers
    browser.post("/sign-out")
    refused(browser.get("/v1/staff"), 401, "token_missing")
