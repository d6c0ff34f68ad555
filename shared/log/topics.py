"""The federation's topics. ``python -m shared.log.topics URL`` creates them: a deploy step."""

from shared.log.base import TopicSpec

TOPICS = (
    TopicSpec("tournaments.v1", partitions=12, compacted=False),
    TopicSpec("players.v1", partitions=6, compacted=True),
    TopicSpec("ratings.v1", partitions=6, compacted=True),
    TopicSpec("decks.v1", partitions=6, compacted=True),
    TopicSpec("access.v1", partitions=1, compacted=True),
)
