"""Reading a log to an end that is known, within bounds."""

import time
from collections.abc import Iterable

from shared.log.base import Consumer, EventLog, Message, Record

WITHIN = 20.0
"""Seconds for what must come; a group's first join takes some of them."""


def values(records: Iterable[Record]) -> list[str]:
    """The values, in order of arrival."""
    return [record.value for record in records]


def read(
    consumer: Consumer, count: int, limit: int = 500, within: float = WITHIN, pause: float = 0.5
) -> list[Record]:
    """Poll, ``pause`` each time, until ``count`` came; fails if they don't, or if more do."""
    records: list[Record] = []
    deadline = time.monotonic() + within
    while len(records) < count:
        assert time.monotonic() < deadline, f"{len(records)} of {count} records in {within} s"
        records += consumer.poll(pause, min(limit, count - len(records)))
    assert len(records) == count
    return records


def read_as(log: EventLog, group: str, topics: list[str], count: int) -> list[Record]:
    """What a new member of ``group`` gets, ``count`` records; it commits nothing."""
    consumer = log.consumer(group, topics)
    try:
        return read(consumer, count)
    finally:
        consumer.close()


def send(log: EventLog, *messages: Message) -> None:
    """Send by a producer of its own."""
    producer = log.producer()
    try:
        producer.send(messages)
    finally:
        producer.close()


def numbered(topic: str, key: str, count: int, start: int = 0) -> list[Message]:
    """``count`` messages of one key, their values telling key and number."""
    return [Message(topic, key, f"{key}/{n}") for n in range(start, start + count)]
