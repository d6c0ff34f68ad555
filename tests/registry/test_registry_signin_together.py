"""At the same moment: a right given, revoked, its person erased; on both databases."""

from sqlmodel import Session

from services.registry import service_privacy, service_staff
from services.registry.schemas.signin import StaffCode, StaffIn
from shared.auth import ROLES, Principal
from tests.house import ok
from tests.registry.registry_signin_office import Office, office
from tests.registry.registry_turns import in_turn

__all__ = ["office"]
CALLER = Principal("person:1184", frozenset(ROLES["office"]), role="office")


def giving(office: Office, tx: Session) -> StaffCode:
    """The right of a club's own person, given to the first."""
    asked = StaffIn(player=office.people[0], role="club", club="kazan")
    return service_staff.give(tx, asked, CALLER, "http://localhost/sign-in")


def test_d_2_5_a_right_given_while_it_is_revoked_lets_its_person_in(office: Office) -> None:
    grant = ok(office.give("club", club="kazan"))["grant"]
    _, given = in_turn(
        office.db,
        lambda tx: service_staff.revoke(tx, grant, CALLER),
        lambda tx: giving(office, tx),
    )
    assert isinstance(given, StaffCode) and given.grant != grant
    ok(office.sign_in(given.code))


def test_a_code_made_while_its_right_is_revoked_is_refused(office: Office) -> None:
    grant = ok(office.give("club", club="kazan"))["grant"]
    _, made = in_turn(
        office.db,
        lambda tx: service_staff.revoke(tx, grant, CALLER),
        lambda tx: service_staff.new_code(tx, grant, CALLER, "http://localhost/sign-in"),
    )
    assert made == "right_ended"


def test_law_11_nobody_is_given_a_right_while_he_is_erased(office: Office) -> None:
    player = office.people[0]
    _, given = in_turn(
        office.db,
        lambda tx: service_privacy.erase(tx, player, player, CALLER.who),
        lambda tx: giving(office, tx),
    )
    assert given == "player_not_found"


def test_law_11_an_erasure_revokes_a_right_given_meanwhile(office: Office) -> None:
    player = office.people[0]
    given, _ = in_turn(
        office.db,
        lambda tx: giving(office, tx),
        lambda tx: service_privacy.erase(tx, player, player, CALLER.who),
    )
    assert isinstance(given, StaffCode)
    assert office.sign_in(given.code).status_code == 401
