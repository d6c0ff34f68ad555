"""From a club's call to the national rating, and the log between them."""

import io
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlsplit

from kafka import KafkaConsumer, KafkaProducer
from sqlalchemy import func, select

from deploy.demo import play
from deploy.demo.client import Api, register, settled, wait_for
from deploy.demo.imports import import_all
from deploy.demo.people import person
from deploy.demo.season import season
from deploy.kafka.start import Broker
from deploy.postgres.start import Postgres
from deploy.stack import EMBEDDED, Parts, running
from shared import outbox
from shared.consumer import Applier, Consumer
from shared.db import Database
from shared.events.tournaments import TournamentAnnulled
from shared.handlers import Handlers
from shared.log import open_log
from shared.log.base import EventLog, Message
from shared.log.kafka import KafkaLog
from shared.log.topics import TOPICS
from shared.migrate import create_database
from shared.relay import Relay
from shared.tables import House, Inbox
from shared.trace import configure_logging
from tests.bench.figures import Figure

FINISHES = 100
TOURNAMENTS = 200
EVENTS = 20_000
TOPIC = "tournaments.v1"
TOWN = "Бологое"
"""Where only the four of ``finish_to_leaderboard`` live."""


def figures() -> Iterator[Figure]:
    """All of the group; the big parts are started here."""
    with ExitStack() as servers:
        folder = Path(servers.enter_context(tempfile.TemporaryDirectory(prefix="berserk-")))
        folder.chmod(0o755)
        yield from _stack(folder / "embedded", "embedded", EMBEDDED)
        postgres = servers.enter_context(Postgres(folder / "postgres"))
        kafka = servers.enter_context(Broker(folder / "kafka"))
        yield from _stack(folder / "real", "real", Parts(postgres.url("bench"), kafka.url("bench")))
        yield _kafka(postgres.url("copies"), kafka.url("events"))


def _stack(folder: Path, name: str, parts: Parts) -> Iterator[Figure]:
    with running(folder, parts=parts) as stack:
        api = Api(stack.urls, stack.office_key or "")
        play.found_federation(api)
        town = {"name": TOWN, "zone": "Europe/Moscow"}
        api.call("registry", "PUT", "/v1/cities/bologoe", town)
        tournaments = list(season(people=600, tournaments=TOURNAMENTS))
        done = import_all(api, tournaments)
        wait_for(lambda: api.get("rating", "/v1/ledger")["tournaments"] == done.tournaments)
        seconds = time.perf_counter() - done.began
        yield Figure(f"pipeline.import.{name}", done.games / seconds, "games/s")
        wait_for(lambda: settled(api, done.tournaments))
        waits = [_finish_to_leaderboard(api, number) for number in range(FINISHES)]
        cuts = quantiles(waits, n=100, method="inclusive")
        yield Figure(f"pipeline.finish_to_leaderboard.{name}.p50", cuts[49], "ms")
        yield Figure(f"pipeline.finish_to_leaderboard.{name}.p99", cuts[98], "ms")
        api.close()


def _finish_to_leaderboard(api: Api, number: int) -> float:
    """Ms from the finish call of a tournament of four until the leaderboard shows it."""
    players = register(api, [person(9_000 + n, TOWN) for n in range(4)])
    made = api.call(
        "pairing",
        "POST",
        "/v1/tournaments",
        {
            "name": f"Вечер {number}",
            "city": "kazan",
            "date": "2026-11-29",
            "format": "constructed-classic",
        },
    )
    path = f"/v1/tournaments/{made['tournament']}"
    api.call("pairing", "POST", f"{path}/entries", {"players": players})
    for _ in range(2):
        current = api.call("pairing", "POST", f"{path}/rounds", {"rounds": 1, "top": 2})
        for row in current["tables"]:
            table = f"{path}/rounds/{current['round']}/tables/{row['table']}"
            result = {"kind": "clean", "winner": row["a"]["player"]}
            api.call("pairing", "PUT", f"{table}/result", result)
    before = _games(api)
    started = time.perf_counter()
    api.call("pairing", "POST", f"{path}/finish")
    wait_for(lambda: _games(api) > before, pause=0)
    return (time.perf_counter() - started) * 1000


def _games(api: Api) -> int:
    """Games of the four as the leaderboard of their town shows them."""
    rows = api.get("rating", "/v1/leaderboard", city=TOWN)["items"]
    return sum(row["games"] for row in rows)


def _kafka(database_url: str, event_log_url: str) -> Figure:
    """Outbox -> Kafka -> inbox, beside the client library alone with the same bytes."""
    configure_logging("bench", io.StringIO())
    log = open_log(event_log_url)
    log.ensure(TOPICS)
    create_database(database_url)
    db = Database(database_url, "/bench/copies")
    House.metadata.create_all(db.engine)
    messages = _fill(db)
    ours = EVENTS / _through_the_house(db, log)
    raw = EVENTS / _raw(urlsplit(event_log_url).netloc, messages)
    db.close()
    return Figure("pipeline.kafka", ours, "events/s", ("kafka-python produce + consume", raw))


def _fill(db: Database) -> list[Message]:
    messages = []
    for start in range(0, EVENTS, 1000):
        with db.write() as tx:
            for number in range(start, start + 1000):
                event = TournamentAnnulled(revision=number, code="hold")
                key = f"tournament-{number % 500}"
                sent = outbox.publish(tx, event, key=key, who="console:bench")
                messages.append(Message(TOPIC, key, sent.model_dump_json()))
    return messages


def _through_the_house(db: Database, log: EventLog) -> float:
    """Seconds until every event of the outbox is in the inbox."""
    relay = Relay(db, log, "bench", 0.1)
    consumer = Consumer(Applier(db, _noting()), log, "bench", [TOPIC], 0.1)
    started = time.perf_counter()
    relay.start()
    consumer.start()
    wait_for(lambda: _applied(db) == EVENTS)
    seconds = time.perf_counter() - started
    consumer.stop()
    relay.stop()
    return seconds


def _noting() -> Handlers:
    """A handler without an effect: the inbox alone is measured."""
    handlers = Handlers()
    handlers.on(TournamentAnnulled)(lambda _tx, _envelope, _event: None)
    return handlers


def _applied(db: Database) -> int:
    with db.read() as tx:
        return tx.scalar(select(func.count()).select_from(Inbox)) or 0


def _raw(servers: str, messages: list[Message]) -> float:
    """Seconds of the client library alone: produce all, then consume all; nothing is kept."""
    KafkaLog((servers,), "raw").ensure(TOPICS)
    topic = f"raw.{TOPIC}"
    started = time.perf_counter()
    producer = KafkaProducer(bootstrap_servers=servers, acks="all", linger_ms=5)
    for message in messages:
        producer.send(topic, message.value.encode(), message.key.encode())
    producer.flush()
    producer.close()
    consumer = KafkaConsumer(topic, bootstrap_servers=servers, auto_offset_reset="earliest")
    seen = 0
    while seen < len(messages):
        seen += sum(map(len, consumer.poll(500, max_records=500).values()))
    seconds = time.perf_counter() - started
    consumer.close()
    return seconds
