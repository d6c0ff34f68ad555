"""D.2.3: keys of before 0003, when only some words had their look-alikes counted."""

from alembic import command
from sqlalchemy import select, update
from sqlmodel import Session, col

from services.registry.domain.names import name_key
from services.registry.store import words
from services.registry.tables.people import NameWord, Player, Trigram
from shared import migrate
from shared.service import open_database
from shared.settings import Settings
from tests.house import inside, ok, refused
from tests.ready import service_of
from tests.registry.registry_asking import found, someone
from tests.registry.registry_client import alone_on
from tests.registry.registry_office import registry_on
from tests.tokens import bearer


def as_keyed_before(tx: Session, player: str, full: str, nickname: str | None) -> None:
    """A person's keys and index as the old rules made them."""
    surname, first, _ = full.split("|")
    short = " ".join(sorted((surname, first)))
    words.drop_names(tx, [player])
    keys = {"full_key": full, "short_key": short, "nickname_key": nickname}
    tx.execute(update(Player).where(col(Player.player) == player).values(**keys))
    row = tx.scalars(select(Player).where(col(Player.player) == player)).one()
    tx.refresh(row)
    words.index_names(tx, [row])


def test_d_2_3_names_in_latin_letters_are_keyed_anew_and_twice_changes_nothing(
    database_url: str,
) -> None:
    with registry_on(database_url) as client:
        smith = someone(client, "Smith Boris", nickname="Fox")
        plain = someone(client, "Белов Илья", nickname="Сорока")
        later = someone(client, "Юсупов Олег", nickname="Лис")
        last = someone(client, "Громов Олег", nickname="Lynx")
        with inside(client).db.write() as tx:
            spelt = {later: "Fох", last: "FОХ"}
            for player, nickname in spelt.items():
                row = update(Player).where(col(Player.player) == player)
                tx.execute(row.values(nickname=nickname))
            as_keyed_before(tx, smith, "smith|boris|", "fox")
            as_keyed_before(tx, later, "юсупов|олег|", "fох")
            as_keyed_before(tx, last, "громов|олег|", "foх")
    service, settings = service_of("registry"), Settings(database_url=database_url)
    db = open_database(service, settings)
    with db.engine.begin() as connection:
        command.downgrade(migrate._config(service, connection), "0002")
    db.close()
    for _ in range(2):
        migrate.migrate(service, settings)
    with alone_on(database_url) as client:
        client.headers.update(bearer(inside(client).db, role="office"))
        for text in ("Boris Smith", "Smіth Воris", "fox", "Fох"):
            assert found(client, text) == ("exact", [smith]), text
        for text, meant in (("Smi", smith), ("юспов", later)):
            assert found(client, text) == ("several", [meant]), text
        for text, meant in (("Юсупов Олег", later), ("громов олег", last), ("сорока", plain)):
            assert found(client, text) == ("exact", [meant]), text
        with inside(client).db.read() as tx:
            kept = {*tx.scalars(select(col(NameWord.word))), *tx.scalars(select(col(Trigram.word)))}
            keys = dict(tx.execute(select(col(Player.player), col(Player.nickname_key))).all())
        assert kept == {name_key(word) for word in kept}
        fox = name_key("Fox")
        assert keys == {smith: fox, plain: "сорока", later: None, last: None}
        path = f"/v1/players/{later}"
        assert ok(client.get(path))["nickname"] == "Fох"
        moved = client.patch(path, json={"city": "Омск"}, headers={"If-Match": '"v1"'})
        refused(moved, 409, "nickname_taken")
        other = {"city": "Омск", "nickname": "Лис"}
        ok(client.patch(path, json=other, headers={"If-Match": '"v1"'}))
        assert found(client, "лис") == ("exact", [later])
