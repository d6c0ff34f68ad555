"""Judges and clubs of before 0002, which knew one level and no days of accreditation."""

from alembic import command
from fastapi.testclient import TestClient
from sqlalchemy import text

from shared import migrate
from shared.service import open_database
from shared.settings import Settings
from tests.house import app_of, ok, person
from tests.ready import service_of
from tests.registry.registry_directory_desk import office_on

BEFORE = (
    "insert into judge (player, revision, level, since, certified_by)"
    " values ('1007', 3, 2, '2024-01-15', 'Коллегия')",
    "update club set accredited = (club = 'ezh')",
)


def test_rule_6_1_d_2_5_judges_and_clubs_of_before_keep_their_rights(database_url: str) -> None:
    with office_on(database_url) as client:
        assert ok(client.post("/v1/players", json=person(0)))["player"] == "1007"
        ok(client.post("/v1/clubs", json={"club": "ezh", "name": "Ёж", "city": "kazan"}))
    service, settings = service_of("registry"), Settings(database_url=database_url)
    db = open_database(service, settings)
    with db.engine.begin() as connection:
        command.downgrade(migrate._config(service, connection), "0001")
        for statement in BEFORE:
            connection.execute(text(statement))
    db.close()
    migrate.migrate(service, settings)
    app = app_of("registry", settings)
    client = TestClient(app)
    clubs = {row["club"]: row for row in ok(client.get("/v1/clubs"))["items"]}
    assert clubs["ezh"]["accredited_in"] == [{"since": "2000-01-01", "until": None}]
    assert clubs["veter"]["accredited_in"] == []
    judge = ok(client.get("/v1/judges/1007", params={"at": "2024-01-15"}))
    assert judge["levels"] == [
        {"level": 2, "since": "2024-01-15", "until": None, "certified_by": "Коллегия"}
    ]
    app.state.db.close()
