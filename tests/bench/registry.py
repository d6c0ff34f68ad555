"""Who is this, asked of a nation: look-up by number and name, and how fast people come in."""

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from rich.progress import track
from sqlalchemy import insert

from deploy.demo.client import Api, wait_for
from deploy.demo.show import console
from deploy.postgres.start import Postgres
from deploy.server import free_ports
from deploy.stack import EMBEDDED, SERVICES, Parts, Stack, environment_of, prepare
from services.registry.tables.people import Player
from shared.clock import now
from shared.db import Database
from shared.migrate import create_database
from tests.bench.figures import Figure
from tests.bench.people import Person, people, slip, typed_in_latin

PEOPLE = 200_000
AT_ONCE = 1000
"""People in one call, the most that it takes."""
ASKED = 3000
BARE = 50_000
SEED = 4
CITY = "Казань"


@dataclass(frozen=True)
class Question:
    """What is typed, and who is meant."""

    text: str
    player: str


def figures() -> Iterator[Figure]:
    """All of the group, on SQLite and on PostgreSQL, which is started here."""
    nation = list(people(PEOPLE, Random(SEED)))
    with ExitStack() as servers:
        folder = Path(servers.enter_context(tempfile.TemporaryDirectory(prefix="berserk-")))
        folder.chmod(0o755)
        yield from _on(folder / "sqlite", "sqlite", EMBEDDED, nation)
        postgres = servers.enter_context(Postgres(folder / "data"))
        yield from _on(folder / "postgres", "postgres", Parts(postgres.url("bench")), nation)


def _on(folder: Path, name: str, parts: Parts, nation: list[Person]) -> Iterator[Figure]:
    with _registry(folder, parts) as (api, database_url):
        started = time.perf_counter()
        ids = _register(api, nation, name)
        rate = PEOPLE / (time.perf_counter() - started)
        bare = ("bare INSERTs of the same rows", _bare_inserts(f"{database_url}_bare"))
        yield Figure(f"registry.bulk.{name}", rate, "rows/s", bare)
        wait_for(lambda: api.get("registry", "/readyz")["relay_waiting"] == 0, 900, 1)
        known, chance = list(zip(nation, ids, strict=True)), Random(SEED)
        read = _ask(api, f"{name}: /v1/players/ID", _numbers(known, chance), _read)
        beside = ("GET /v1/players/ID, p99", read)
        exact = _ask(api, f"{name}: IDs, names", _exact(known, chance), _identify)
        yield Figure(f"registry.identify.{name}.p99", exact, "ms", beside)
        slipped = _ask(api, f"{name}: slips", _slips(known, chance), _identify)
        yield Figure(f"registry.slip.{name}.p99", slipped, "ms", beside)


@contextmanager
def _registry(folder: Path, parts: Parts) -> Iterator[tuple[Api, str]]:
    """The registry alone, in a process of its own; and the address of its database."""
    urls = {
        name: f"http://127.0.0.1:{port}" for name, port in zip(SERVICES, free_ports(4), strict=True)
    }
    environment = environment_of(folder, parts)
    stack = Stack(folder, environment, urls, office_key=prepare(environment))
    try:
        stack.start("registry")
        api = Api(urls, stack.office_key or "")
        api.call("registry", "PUT", "/v1/cities/kazan", {"name": CITY, "zone": "Europe/Moscow"})
        yield api, environment["DATABASE_URL"]
        api.close()
    finally:
        stack.stop()


def _register(api: Api, nation: list[Person], name: str) -> list[str]:
    """Bulk registration of all, over HTTP; their IDs."""
    ids: list[str] = []
    for start in track(range(0, len(nation), AT_ONCE), f"{name}: register", console=console):
        part = nation[start : start + AT_ONCE]
        rows = [each.body(start + number, CITY) for number, each in enumerate(part)]
        report = api.call("registry", "POST", "/v1/players:bulk", {"players": rows})
        ids += [row["player"] for row in report["rows"]]
    return ids


def _bare_inserts(database_url: str) -> float:
    """Rows a second into the same table of an empty database: no rules, no index of words."""
    create_database(database_url)
    db = Database(database_url)
    Player.metadata.create_all(db.engine, tables=[Player.metadata.tables["player"]])
    rows = [_row(number) for number in range(BARE)]
    started = time.perf_counter()
    for start in range(0, BARE, AT_ONCE):
        with db.write() as tx:
            tx.connection().execute(insert(Player), rows[start : start + AT_ONCE])
    rate = BARE / (time.perf_counter() - started)
    db.close()
    return rate


def _row(number: int) -> dict[str, Any]:
    same = f"воронцова{number}"
    return Player(
        player=str(number),
        serial=number,
        first_name="Алёна",
        surname=same,
        patronymic="Игоревна",
        no_patronymic=False,
        nickname=None,
        nickname_key=None,
        email=same,
        email_key=same,
        phone=None,
        city=CITY,
        city_key="казань",
        full_key=f"{same}|алена|игоревна",
        short_key=f"алена {same}",
        waiting_since=now(),
        created_at=now(),
        created_by="bench",
    ).model_dump()


Known = Sequence[tuple[Person, str]]


def _numbers(known: Known, chance: Random) -> list[Question]:
    return [Question(player, player) for _, player in chance.choices(known, k=ASKED)]


def _exact(known: Known, chance: Random) -> list[Question]:
    """IDs, names in either order with and without the patronymic, nicknames."""
    asked = []
    for each, player in chance.choices(known, k=ASKED):
        name = f"{each.surname} {each.first_name}"
        texts = [
            player,
            name,
            f"{each.first_name} {each.surname}".upper().replace("Ё", "Е"),
            f"{name} {each.patronymic}",
            each.nickname or name,
        ]
        asked.append(Question(chance.choice(texts), player))
    return asked


def _slips(known: Known, chance: Random) -> list[Question]:
    """A slip in the surname, the first name or the nickname; some typed in Latin besides."""
    asked = []
    for each, player in chance.choices(known, k=ASKED):
        surname, first = each.surname.lower(), each.first_name.lower()
        texts = [
            f"{slip(surname, chance)} {first}",
            f"{first} {slip(surname, chance)}",
            f"{surname} {slip(first, chance)}",
            typed_in_latin(f"{slip(surname, chance)} {first}", chance),
            slip(each.nickname or surname, chance),
        ]
        asked.append(Question(chance.choice(texts), player))
    return asked


def _ask(
    api: Api, what: str, questions: list[Question], ask: Callable[[Api, Question], bool]
) -> float:
    """The p99 of asking one by one, ms; says how often the person meant was not in the answer."""
    times, missed = [], 0
    for question in track(questions, what, console=console):
        started = time.perf_counter()
        found = ask(api, question)
        times.append((time.perf_counter() - started) * 1000)
        missed += not found
    cuts = quantiles(times, n=100, method="inclusive")
    console.print(f"  p50 {cuts[49]:.1f} ms, p99 {cuts[98]:.1f} ms, not found: {missed} of {ASKED}")
    return cuts[98]


def _read(api: Api, question: Question) -> bool:
    return bool(api.get("registry", f"/v1/players/{question.player}"))


def _identify(api: Api, question: Question) -> bool:
    """Whether the one meant is among those shown, or there are more than can be shown."""
    answer = api.get("registry", "/v1/players:identify", q=question.text)
    return answer["more"] or question.player in {row["player"] for row in answer["players"]}
