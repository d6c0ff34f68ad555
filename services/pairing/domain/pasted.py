"""Lines of a pasted list, one player a line, with the noise of a table or a chat (2.1.4)."""

import re

_NOISE = re.compile(r"\s*(?:(?:\d{1,3}|1000)(?:\s*[.):]|\t)|[-–—*•·▪>])?\s*")
"""What stands before a line's text: ``1.``, ``1)``, a bullet."""
_NUMBER = re.compile(r"(?:№|#|no\.?|id:?)?\s*([1-9][0-9]{1,11})[\s.,;]*", re.IGNORECASE)


def placed(given: str | list[str]) -> list[tuple[int, str]]:
    """Each line that is not empty with its place as sent, from 0: in the list or in the text.

    A line break within a line of a list makes two of one place.
    """
    parts = [given] if isinstance(given, str) else given
    lines = [(place, line) for place, part in enumerate(parts) for line in part.splitlines()]
    if isinstance(given, str):
        lines = list(enumerate(given.splitlines()))
    return [(place, line) for place, line in lines if line.strip()]


def bare(line: str) -> str:
    """A line without its number or bullet."""
    return _NOISE.sub("", line, count=1).strip() or line.strip()


def number_in(line: str) -> str | None:
    """D.2.2: the number that a line is besides its noise; None if anything else is written."""
    found = _NUMBER.fullmatch(bare(line))
    return found.group(1) if found else None
