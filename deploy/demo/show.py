"""What the demo prints: plain words in both languages, tables, progress."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from deploy.demo.client import Refused

console = Console(highlight=False)


def chapter(number: int, ru: str, en: str) -> None:
    """A heading."""
    console.rule(f"[bold]{number}. {ru}[/bold] [dim]· {en}[/dim]", align="left")


def say(ru: str, en: str = "") -> None:
    """A line; the English beside it."""
    console.print(ru + (f" [dim]· {en}[/dim]" if en else ""))


def refusal(refused: Refused) -> None:
    """A problem as a person would want it: what, where, which rule, what to do."""
    problem = refused.problem
    console.print(f"  [red]✗ {problem['status']} {problem['code']}[/red]: {problem['detail']}")
    for row in problem.get("errors", []):
        rule = f"[yellow]{row['rule']}[/yellow] " if row.get("rule") else ""
        console.print(f"    {rule}{row.get('message') or row.get('detail') or ''}")
    if problem.get("rule"):
        console.print(f"    правило / rule: [yellow]{problem['rule']}[/yellow]")
    if problem.get("todo"):
        console.print(f"    → {problem['todo']}")


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A table; numbers to the right."""
    made = Table(title=title, title_justify="left", title_style="bold")
    lines = [[_cell(value) for value in row] for row in rows]
    for place, column in enumerate(columns):
        numeric = all(line[place].lstrip("+-−").replace(".", "", 1).isdigit() for line in lines)
        made.add_column(column, justify="right" if lines and numeric else "left", overflow="fold")
    for line in lines:
        made.add_row(*line)
    console.print(made)


def _cell(value: Any) -> str:
    return "" if value is None else str(value)


def progress() -> Progress:
    """A bar with its count and time, also readable in a log file."""
    return Progress(
        TextColumn("  {task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
    )
