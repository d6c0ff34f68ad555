"""What every event log does, whichever it is: one suite for the SQLite file and Apache Kafka."""

import subprocess
import sys
import threading
import time

import pytest

from shared.log import open_log
from shared.log.base import MAX_BYTES, EventLog, LogUnavailable, Message, TopicSpec
from tests.log_reading import WITHIN, numbered, read, read_as, send, values

KEPT = "kept.v1"
NEWEST = "newest.v1"

DIES_HALF_WAY = """
import os, sys
from shared.log import open_log
from tests.log_reading import read
consumer = open_log(sys.argv[1]).consumer("рейтинг", ["kept.v1"])
read(consumer, 20)
consumer.commit()
print(len(read(consumer, 15)), flush=True)
os._exit(9)
"""

SENDS = """
import sys
from shared.log import open_log
from tests.log_reading import numbered
producer = open_log(sys.argv[1]).producer()
for start in range(0, 200, 20):
    producer.send(numbered("kept.v1", sys.argv[2], 20, start))
"""


def test_order_holds_within_a_key(log: EventLog) -> None:
    keys = [f"турнир-{n}" for n in range(10)]
    producer = log.producer()
    for start in range(0, 50, 10):
        by_key = [numbered(KEPT, key, 10, start) for key in keys]
        producer.send([message for step in zip(*by_key, strict=True) for message in step])
    producer.close()

    got = read_as(log, "пары", [KEPT], 500)

    for key in keys:
        assert values(r for r in got if r.key == key) == [f"{key}/{n}" for n in range(50)]
        places = {r.partition for r in got if r.key == key}
        assert len(places) == 1
    for partition in {r.partition for r in got}:
        offsets = [r.offset for r in got if r.partition == partition]
        assert offsets == sorted(set(offsets))


def test_what_was_not_committed_comes_again(log: EventLog) -> None:
    send(log, *numbered(KEPT, "a", 30))
    first = read_as(log, "рейтинг", [KEPT], 30)
    assert read_as(log, "рейтинг", [KEPT], 30) == first


def test_a_restarted_consumer_resumes_after_its_commit(log: EventLog) -> None:
    send(log, *numbered(KEPT, "a", 20), *numbered(KEPT, "b", 20), *numbered(KEPT, "c", 20))
    consumer = log.consumer("рейтинг", [KEPT])
    done = read(consumer, 25, limit=7)
    consumer.commit()
    consumer.close()

    rest = read_as(log, "рейтинг", [KEPT], 35)

    assert {(r.partition, r.offset) for r in done}.isdisjoint((r.partition, r.offset) for r in rest)
    assert len({*values(done), *values(rest)}) == 60


def test_a_new_group_reads_from_the_start(log: EventLog) -> None:
    send(log, *numbered(KEPT, "a", 5))
    consumer = log.consumer("первая", [KEPT])
    first = read(consumer, 5)
    consumer.commit()
    consumer.close()
    assert read_as(log, "вторая", [KEPT], 5) == first


def test_a_live_consumer_gets_what_is_sent_later(log: EventLog) -> None:
    send(log, *numbered(KEPT, "a", 1))
    consumer = log.consumer("рейтинг", [KEPT])
    read(consumer, 1)
    assert consumer.poll(0.2) == []
    threading.Timer(0.3, send, (log, *numbered(KEPT, "a", 1, start=1))).start()
    assert values(read(consumer, 1)) == ["a/1"]
    consumer.close()


def test_the_work_of_a_consumer_that_dies_half_way_is_done_by_the_next(
    log: EventLog, log_url: str
) -> None:
    send(log, *numbered(KEPT, "a", 50))
    command = (sys.executable, "-c", DIES_HALF_WAY, log_url)
    died = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (died.returncode, died.stdout.strip()) == (9, "15"), died.stderr

    rest = read_as(log, "рейтинг", [KEPT], 30)

    assert values(rest) == [f"a/{n}" for n in range(20, 50)]


def test_several_topics_are_read_by_one_consumer_and_committed_apart(log: EventLog) -> None:
    send(log, *numbered(KEPT, "a", 10), *[Message(NEWEST, f"player:{n}", "{}") for n in range(4)])
    consumer = log.consumer("пары", [KEPT])
    read(consumer, 10)
    consumer.commit()
    consumer.close()
    both = read_as(log, "пары", [KEPT, NEWEST], 4)
    assert {record.topic for record in both} == {NEWEST}


def test_large_cyrillic_values_pass_whole(log: EventLog) -> None:
    value = "Щука, Жёлудь и Ёж — «Берсерк» ♞ " * 40_000
    assert 1_500_000 < len(value.encode()) < MAX_BYTES
    send(log, Message(KEPT, "игрок:Ёжиков", value), *numbered(KEPT, "мелочь", 3))
    got = read_as(log, "рейтинг", [KEPT], 4)
    assert [r.value for r in got if r.key == "игрок:Ёжиков"] == [value]


def test_a_message_over_the_limit_is_refused_before_any_is_sent(log: EventLog) -> None:
    producer = log.producer()
    with pytest.raises(ValueError, match=f"at most {MAX_BYTES}"):
        producer.send([*numbered(KEPT, "a", 1), Message(KEPT, "a", "Ж" * (MAX_BYTES // 2))])
    producer.send(numbered(KEPT, "b", 1))
    producer.close()
    assert values(read_as(log, "рейтинг", [KEPT], 1)) == ["b/0"]


def test_a_topic_that_is_not_compacted_keeps_every_record(log: EventLog) -> None:
    producer = log.producer()
    for n in range(30):
        producer.send([Message(KEPT, "same", str(n))])
    producer.close()
    assert values(read_as(log, "рейтинг", [KEPT], 30)) == [str(n) for n in range(30)]


def test_a_compacted_topic_keeps_the_newest_record_of_each_key(log: EventLog) -> None:
    players = [f"player:{n}" for n in range(6)]
    producer = log.producer()
    for revision in range(5):
        producer.send([Message(NEWEST, key, f"{key} r{revision}") for key in players])
    newest = {f"{key} r4" for key in players}
    old = {f"{key} r{n}" for key in players for n in range(4)}

    deadline = time.monotonic() + WITHIN
    for attempt in range(100):
        # On Kafka, a record that comes later closes the segment that the old ones lie in.
        producer.send([Message(NEWEST, f"later:{n}", "") for n in range(8)])
        consumer = log.consumer(f"смотрю-{attempt}", [NEWEST])
        found: set[str] = set()
        while not newest <= found:
            assert time.monotonic() < deadline, f"missing {newest - found}"
            found |= set(values(consumer.poll(0.5)))
        consumer.close()
        if not found & old:
            break
        assert time.monotonic() < deadline, f"still there: {found & old}"
    producer.close()


def test_a_consumer_passes_over_what_compaction_took(log: EventLog) -> None:
    send(log, *[Message(NEWEST, f"player:{n}", "old") for n in range(10)])
    consumer = log.consumer("рейтинг", [NEWEST])
    read(consumer, 10)
    consumer.commit()
    send(log, *[Message(NEWEST, f"player:{n}", "new") for n in range(10)])
    assert values(read(consumer, 10)) == ["new"] * 10
    consumer.close()


def test_two_producers_in_threads_lose_and_disorder_nothing(log: EventLog) -> None:
    def work(key: str) -> None:
        producer = log.producer()
        for start in range(0, 200, 20):
            producer.send(numbered(KEPT, key, 20, start))
        producer.close()

    threads = [threading.Thread(target=work, args=(key,)) for key in ("Казань", "Омск")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WITHIN)
    _both_whole(log, "Казань", "Омск")


def test_two_producers_in_processes_lose_and_disorder_nothing(log: EventLog, log_url: str) -> None:
    command = (sys.executable, "-c", SENDS, log_url)
    processes = [subprocess.Popen((*command, key)) for key in ("Казань", "Омск")]
    assert [process.wait(60) for process in processes] == [0, 0]
    _both_whole(log, "Казань", "Омск")


def _both_whole(log: EventLog, *keys: str) -> None:
    got = read_as(log, "рейтинг", [KEPT], 200 * len(keys))
    for key in keys:
        assert values(r for r in got if r.key == key) == [f"{key}/{n}" for n in range(200)]


def test_a_member_that_joins_takes_part_and_nothing_is_lost(log: EventLog) -> None:
    first: list[str] = []
    second: list[str] = []
    over = threading.Event()

    def work(got: list[str]) -> None:
        consumer = log.consumer("рейтинг", [KEPT])
        while not over.is_set():
            got.extend(values(consumer.poll(0.1, 10)))
            consumer.commit()
        consumer.close()

    members = [threading.Thread(target=work, args=(got,)) for got in (first, second)]
    producer = log.producer()
    sent = 0
    deadline = time.monotonic() + 2 * WITHIN
    members[0].start()
    while not second and time.monotonic() < deadline:
        producer.send([Message(KEPT, f"k{n}", f"v{n}") for n in range(sent, sent + 10)])
        sent += 10
        if first and not members[1].is_alive():
            members[1].start()
        time.sleep(0.1)
    producer.close()
    everything = {f"v{n}" for n in range(sent)}
    while {*first, *second} != everything and time.monotonic() < deadline:
        time.sleep(0.1)
    over.set()
    for member in members:
        member.join(WITHIN)
    assert {*first, *second} == everything
    assert first
    assert second


def test_a_member_that_is_dealt_its_partitions_between_two_polls_gets_them(log: EventLog) -> None:
    """Each poll is far shorter than a join, so every step of the dealing falls between polls."""
    sent = [message for n in range(9) for message in numbered(KEPT, f"k{n}", 1)]
    send(log, *sent)
    for group in ("пары", "рейтинг", "колоды", "реестр"):
        consumer = log.consumer(group, [KEPT])
        got = read(consumer, len(sent), pause=0.001)
        assert sorted(values(got)) == sorted(message.value for message in sent)
        consumer.close()


def test_a_topic_that_was_not_created_is_refused_and_not_made(log_url: str) -> None:
    mark = "&" if "?" in log_url else "?"
    quick = "delivery_timeout=3" if log_url.startswith("kafka") else "busy_timeout=3"
    log = open_log(f"{log_url}{mark}{quick}")
    log.ensure([TopicSpec(KEPT, 1, compacted=False)])
    producer = log.producer()
    with pytest.raises(LogUnavailable):
        producer.send([Message("nobody.v1", "a", "1")])
    producer.close()
    (found,) = log.ensure([TopicSpec("nobody.v1", 1, compacted=False)])
    assert found.created


def test_the_deploy_step_reports_and_leaves_what_is_there(log: EventLog) -> None:
    again = log.ensure([TopicSpec(KEPT, 3, compacted=False), TopicSpec(NEWEST, 2, compacted=False)])
    kept, newest = again
    assert not kept.created and not kept.differs
    assert not newest.created and newest.differs
    send(log, Message(NEWEST, "a", "1"))
    assert log.ensure([TopicSpec(NEWEST, 2, compacted=False)])[0].differs == newest.differs


def test_the_deploy_command_prints_a_line_for_each_topic(log_url: str) -> None:
    command = (sys.executable, "-m", "shared.log.topics", log_url)
    for word in ("created", "there"):
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        names = ("tournaments", "players", "ratings", "decks", "access")
        assert done.stdout.splitlines() == [f"{name}.v1: {word}" for name in names]
