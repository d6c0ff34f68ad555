"""A registry of before 0002, which kept no entrants, brought to the newest schema."""

from alembic import command

from services.registry.store import played
from shared import migrate
from shared.service import open_database
from shared.settings import Settings
from tests.ready import service_of
from tests.registry.registry_played_desk import finished, office_on, told

NEW, FULL = "provisional", "registered"


def as_before(database_url: str, revision: str) -> None:
    """Take the registry's database back to a revision, and bring it up again."""
    service, settings = service_of("registry"), Settings(database_url=database_url)
    db = open_database(service, settings)
    with db.engine.begin() as connection:
        command.downgrade(migrate._config(service, connection), revision)
    db.close()
    migrate.migrate(service, settings)


def test_d_2_2_whoever_was_registered_stays_so_and_the_past_can_be_sent_again(
    database_url: str,
) -> None:
    with office_on(database_url) as office:
        one, two, three = office.newcomers(3)
        event = told("t1", finished([(1, one, True), (2, two, True), (3, three, False)]))
        office.hear(event)
        assert office.statuses(one, two, three) == [FULL, FULL, NEW]
    as_before(database_url, "0001")
    with office_on(database_url) as office:
        with office.db.read() as tx:
            assert played.paired_in(tx, "t1") == set()
            assert played.was_paired(tx, [one, two, three]) == {one, two}
        office.hear(event, event)  # pairing's `republish` sends the same again
        with office.db.read() as tx:
            assert played.paired_in(tx, "t1") == {one, two}
        office.play("t1", [two, three], [one], revision=2)
        assert office.statuses(one, two, three) == [FULL, FULL, FULL]
