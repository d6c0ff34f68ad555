"""Alembic's environment, one for all services; each keeps its own ``versions``."""
