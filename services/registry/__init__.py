"""Registry: people and their IDs, judges, clubs, cities, keys and tokens."""
