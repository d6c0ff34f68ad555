"""Rule sets are data (law 7): a TOML file per id, never changed once a tournament used it."""

from shared.rulesets.loader import available, load
from shared.rulesets.model import DEFAULT, RuleSet

__all__ = ["DEFAULT", "RuleSet", "available", "load"]
