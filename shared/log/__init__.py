"""The event log: one port, two adapters (an SQLite file, Apache Kafka)."""
