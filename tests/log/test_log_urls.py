"""EVENT_LOG_URL: which log it names, and that a slip in it is told at once."""

import pytest

from shared.log import open_log
from shared.log.kafka import KafkaLog
from shared.log.sqlite import SqliteLog


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///var/log.sqlite", "var/log.sqlite"),
        ("sqlite:////srv/клуб/log.sqlite", "/srv/клуб/log.sqlite"),
        ("sqlite:///C:/Users/Судья/log.sqlite", "C:/Users/Судья/log.sqlite"),
    ],
)
def test_a_file_by_relative_absolute_and_windows_path(url: str, path: str) -> None:
    log = open_log(url)
    assert isinstance(log, SqliteLog)
    assert log.path.as_posix() == path


def test_kafka_by_hosts_prefix_and_options() -> None:
    log = open_log("kafka://a:9092,b:9093/club-kazan?replication=3&session_timeout=2.5")
    assert log == KafkaLog(("a:9092", "b:9093"), "club-kazan", replication=3, session_timeout=2.5)
    assert open_log("kafka://a:9092") == KafkaLog(("a:9092",))


@pytest.mark.parametrize(
    "url",
    [
        "",
        "log.sqlite",
        "sqlite://",
        "sqlite:///",
        "redis://a:1",
        "kafka://",
        "kafka://a:9092/имя",
        "kafka://a:9092?replicas=3",
        "kafka://a:9092?replication=many",
        "sqlite:///log.sqlite?replication=3",
    ],
)
def test_a_slip_in_the_url_is_refused(url: str) -> None:
    with pytest.raises(ValueError):
        open_log(url)
