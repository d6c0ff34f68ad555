"""Reading rule sets from their TOML files."""

import tomllib
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

from shared.rulesets.model import Format, Level, Points, Preset, Rating, RuleSet, SizeRow

FOLDER = Path(__file__).parent


def available() -> tuple[str, ...]:
    """Ids of every rule set that is shipped."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def load(rule_set: str) -> RuleSet:
    """The rule set of this id. Raises KeyError if there is none."""
    if rule_set not in available():
        raise KeyError(rule_set)
    raw = _read(rule_set)
    points: dict[str, Any] = {
        field.name: tuple(value) if isinstance(value := raw["points"][field.name], list) else value
        for field in fields(Points)
    }
    rating = raw["rating"]
    return RuleSet(
        id=rule_set,
        name_ru=raw["name_ru"],
        name_en=raw["name_en"],
        valid_from=raw["valid_from"],
        min_players=raw["min_players"],
        large_from=raw["large_from"],
        large_ahead_days=raw["large_ahead_days"],
        newcomer_lapses_days=raw["newcomer_lapses_days"],
        points=Points(**points),
        tiebreaks=tuple(raw["tiebreaks"]),
        sizes=tuple(SizeRow(**row) for row in raw["sizes"]),
        rating=Rating(
            initial_milli=rating["initial_milli"],
            base_k=rating["base_k"],
            coefficients=tuple((row.get("up_to"), row["tenths"]) for row in rating["coefficients"]),
        ),
        levels={key: Level(**value) for key, value in raw["levels"].items()},
        formats={key: Format(**value) for key, value in raw["formats"].items()},
        presets={key: Preset(**value) for key, value in raw.get("presets", {}).items()},
    )


def _read(rule_set: str) -> dict[str, Any]:
    """The file's tables, laid over those of the rule set that it extends."""
    own = tomllib.loads((FOLDER / f"{rule_set}.toml").read_text(encoding="utf-8"))
    base = own.pop("extends", None)
    return _over(_read(base), own) if base else own


def _over(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in own.items():
        both = isinstance(value, dict) and isinstance(base.get(key), dict)
        merged[key] = _over(base[key], value) if both else value
    return merged
