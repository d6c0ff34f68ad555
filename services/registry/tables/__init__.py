"""The registry's own tables. Personal data live here and nowhere else (law 11)."""

from services.registry.tables import access, base, directory, discipline, people, played

METADATA = base.Base.metadata

__all__ = ["METADATA", "access", "base", "directory", "discipline", "people", "played"]
