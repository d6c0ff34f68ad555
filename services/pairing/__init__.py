"""Pairing: tournaments, each an append-only log."""
