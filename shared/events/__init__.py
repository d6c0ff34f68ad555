"""The federation's events: their types, their topics, and how they travel.

The types are plain frozen dataclasses, so a service's ``domain/`` may use them; ``envelope`` turns
them into CloudEvents and back. Importing this package declares all of them.
"""

from shared.events import access, decks, entries, players, ratings, rounds, tournaments

__all__ = ["access", "decks", "entries", "players", "ratings", "rounds", "tournaments"]
