"""Decks: cards and the legality of a deck list."""
