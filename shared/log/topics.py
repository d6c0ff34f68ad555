"""The federation's topics. ``python -m shared.log.topics URL`` creates them: a deploy step."""

import sys

from shared.log import open_log
from shared.log.base import Ensured, LogUnavailable, TopicSpec

TOPICS = (
    TopicSpec("tournaments.v1", partitions=12, compacted=False),
    TopicSpec("players.v1", partitions=6, compacted=True),
    TopicSpec("ratings.v1", partitions=6, compacted=True),
    TopicSpec("decks.v1", partitions=6, compacted=True),
    TopicSpec("access.v1", partitions=1, compacted=True),
)

COMPACTED = frozenset(topic.name for topic in TOPICS if topic.compacted)
"""Topics that keep only the newest event per key."""


def line(found: Ensured) -> str:
    """One line about a topic, for the operator."""
    if found.created:
        return f"{found.topic}: created"
    if not found.differs:
        return f"{found.topic}: there"
    each = (f"{name} is {now}, not {want}" for name, (want, now) in found.differs.items())
    return f"{found.topic}: there, left as it is, but {'; '.join(each)}"


def main(arguments: list[str]) -> int:
    """Create the topics at the URL given; 0 when all are there, 1 when the log is away."""
    if len(arguments) != 1:
        print("usage: python -m shared.log.topics URL", file=sys.stderr)
        return 2
    try:
        found = open_log(arguments[0]).ensure(TOPICS)
    except (LogUnavailable, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    for topic in found:
        print(line(topic))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
