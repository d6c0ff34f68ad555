"""Pairing's public contract. People are player IDs here; entry numbers are a tournament's own."""
