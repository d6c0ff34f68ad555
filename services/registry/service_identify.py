"""Rule 2.1.4, D.2.3: who is this? Asked a hundred times an evening; reads alone."""

from collections.abc import Iterable, Mapping

from sqlmodel import Session

from services.registry import identify_apart as apart
from services.registry import identify_finding as finding
from services.registry.domain import pasted, search
from services.registry.identify_finding import CONSIDERED, Meant
from services.registry.schemas.identify import Identified, IdentifiedLine, IdentifiedLines
from services.registry.service_people import not_lapsed_since
from services.registry.service_registration import SHOWN, twins
from services.registry.store import people as people_store


def identify(tx: Session, text: str) -> Identified:
    """One person, several to choose from, or none; never a guess.

    As a whole: a number, a nickname or a whole name; else taken apart, if all its parts mean one;
    else what is like it; else whoever a part of it means, a city at its end aside.
    Whoever is merged away is answered by who he is known as now, once. Newcomers whose ID lapsed
    (D.2.2) and people whose names were erased are found by their numbers alone.
    """
    asked, lapse = search.query(text), not_lapsed_since()
    numbered = finding.numbered(tx, asked)
    whole = [*numbered, *finding.called(tx, asked, lapse)]
    if whole:
        now = finding.known_as(tx, whole)
        meant = finding.distinct([(player, 100) for player in whole], now)
        said = {now[player]: asked.said for player in numbered}
        return _answer(tx, meant, said, exact=len(meant) == 1)
    line = pasted.take_apart(text)
    more_said = line.is_apart and line.numbers != (asked.said,)
    parts = apart.parts_of(tx, line, lapse) if more_said else None
    if parts and (player := apart.the_one(tx, parts)):
        return _answer(tx, [(player, 100)], parts.asked, exact=True)
    likely, cut = finding.likely(tx, asked, lapse)
    likely = sorted((*finding.like_numbers(tx, asked, lapse), *likely), key=lambda each: -each[1])
    now = finding.known_as(tx, [player for player, _ in likely[:CONSIDERED]])
    meant = finding.distinct(likely[:CONSIDERED], now)
    cut = cut or len(likely) > CONSIDERED
    if parts and (parts.asked or not meant):
        others, not_all = apart.candidates(tx, parts, lapse)
        cut = cut or not_all
        meant = sorted((dict(others) | dict(meant)).items(), key=lambda each: -each[1])
    if not meant and (aside := apart.place_aside(tx, line)):
        return identify(tx, aside)
    answer = _answer(tx, meant, parts.asked if parts else {}, cut=cut)
    answer.wrong_check_digit = search.has_wrong_check_digit(asked)
    return answer


def identify_lines(tx: Session, lines: Iterable[tuple[int, str]]) -> IdentifiedLines:
    """A pasted list, line by line; each with its place."""
    rows = [
        IdentifiedLine(row=row, line=line, **identify(tx, search.without_bullet(line)).model_dump())
        for row, line in lines
    ]
    outcomes = [row.outcome for row in rows]
    return IdentifiedLines(
        exact=outcomes.count("exact"),
        several=outcomes.count("several"),
        none=outcomes.count("none"),
        rows=rows,
    )


def _answer(
    tx: Session,
    meant: Meant,
    asked: Mapping[str, str],
    *,
    exact: bool = False,
    cut: bool = False,
) -> Identified:
    """The likeliest. asked: ID -> the number that was asked for."""
    shown = dict(meant[:SHOWN])
    rows = twins(tx, people_store.players_among(tx, shown))
    outcome = "exact" if exact else "several" if meant else "none"
    players = [
        {**rows[player].model_dump(), "score": score, "asked": asked.get(player)}
        for player, score in shown.items()
    ]
    more = cut or len(meant) > SHOWN
    return Identified.model_validate({"outcome": outcome, "players": players, "more": more})
