"""A figure: printed, and a line in ``var/bench.jsonl``."""

import json
from dataclasses import dataclass
from pathlib import Path

from deploy.demo.show import table

FILE = Path("var/bench.jsonl")


@dataclass(frozen=True)
class Figure:
    """name: ``group.what.variant``; beside: (name, value) of a peer or limit of the same run."""

    name: str
    value: float
    unit: str
    beside: tuple[str, float] | None = None

    @property
    def ratio(self) -> float | None:
        """Ours over the peer's."""
        return self.value / self.beside[1] if self.beside else None

    def line(self) -> str:
        """As JSON."""
        body: dict[str, object] = {"name": self.name, "value": self.value, "unit": self.unit}
        if self.beside:
            body["beside"] = {"name": self.beside[0], "value": self.beside[1]}
            body["ratio"] = self.ratio
        return json.dumps(body, ensure_ascii=False)


def shown(value: float) -> str:
    """Small ones with three digits that count."""
    return f"{value:,.1f}" if abs(value) >= 10 else f"{value:.3g}"


def report(figures: list[Figure]) -> None:
    """Print all as a table and write them to the file, which holds the last run only."""
    rows = [
        (
            f.name,
            shown(f.value),
            f.unit,
            f.beside[0] if f.beside else "",
            shown(f.beside[1]) if f.beside else "",
            shown(f.ratio) if f.ratio else "",
        )
        for f in figures
    ]
    table("", ["figure", "value", "unit", "beside", "its value", "ratio"], rows)
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("".join(f"{figure.line()}\n" for figure in figures), encoding="utf-8")
