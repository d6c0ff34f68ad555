"""Import of people from a club's file: the pre-flight report, then the same applied.

The registering is ``service_registration``'s; here a file's rows are made newcomers, and what
became of them is said of rows. No file is kept anywhere (law 11): whoever applies sends it again.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from sqlmodel import Session

from services.registry import service_registration as registration
from services.registry.rosters import Roster, read_roster
from services.registry.rosters.newcomers import NAME_PARTS, Places, Reason, newcomer
from services.registry.schemas.imports import (
    CountsOut,
    ImportReport,
    ImportRow,
    ReasonOut,
    UnderstoodOut,
)
from services.registry.schemas.people import NewPlayer, RemarkOut
from services.registry.service_registration import Registered
from services.registry.store import directory
from shared.auth import Principal
from shared.problems import say
from shared.refusals import Refusal, Text

_FIELD_OF = {"old_numbers": "old_number"}
_OUTCOME = {"registered": "new", "known": "known", "twin": "twin"}
_SHOWN_ROWS = 20
"""Rows named in one sentence, or as likely twins."""


@dataclass(frozen=True)
class Prepared:
    """A file whose rows are people, or are not and why. Nothing of it has met the database."""

    roster: Roster
    people: dict[int, NewPlayer]
    refused: dict[int, list[Reason]]


def places(tx: Session) -> Places:
    """The clubs and cities that a file may name."""
    return Places(directory.club_names(tx), directory.city_names(tx))


def prepare(body: bytes, places: Places, namesakes: Collection[int]) -> Prepared:
    """Read a file and validate each row as the API validates a newcomer (2.1.2).

    namesakes: rows confirmed to be other people than their likely twins (D.2.4). Refuses a file
    that can't be understood, and a row that is not in it.
    """
    roster = read_roster(body)
    if unknown := sorted(set(namesakes) - {row.number for row in roster.rows}):
        raise _no_such_rows(unknown)
    people: dict[int, NewPlayer] = {}
    refused: dict[int, list[Reason]] = {}
    for row in roster.rows:
        made = newcomer(row, places, row.number in namesakes)
        if isinstance(made, NewPlayer):
            people[row.number] = made
        else:
            refused[row.number] = made
    return Prepared(roster, people, refused)


def preflight(tx: Session, file: Prepared, caller: Principal, lang: str) -> ImportReport:
    """What an import would do now; only reads, so that no desk waits for it."""
    done = registration.foresee(tx, list(file.people.values()), caller)
    return _report(file, dict(zip(file.people, done, strict=True)), lang, applied=False)


def apply(tx: Session, file: Prepared, caller: Principal, lang: str, *, skip: bool) -> ImportReport:
    """Register the people of a file; those known keep their ID, so again does nothing twice.

    Old numbers become aliases, also of people known already (D.2.2). With rows in error and
    unconfirmed twins (D.2.4) it refuses all, unless ``skip`` leaves those rows out.
    """
    done = registration.register_many(tx, list(file.people.values()), caller)
    report = _report(file, dict(zip(file.people, done, strict=True)), lang, applied=True)
    if not skip and (report.counts.error or report.counts.twin):
        raise _not_clean(report)
    return report


def _report(
    file: Prepared, done: dict[int, Registered], lang: str, *, applied: bool
) -> ImportReport:
    roster = file.roster
    first_row: dict[str, int] = {}
    for number, each in done.items():
        if each.outcome == "registered" and each.player:
            first_row.setdefault(each.player, number)
    rows = [
        _met(roster, number, done[number], first_row, lang, applied=applied)
        if (number := row.number) in done
        else ImportRow(
            row=number,
            outcome="error",
            player=None,
            reasons=[_reason(roster, why, lang) for why in file.refused[number]],
        )
        for row in roster.rows
    ]
    return ImportReport(
        applied=applied,
        counts=CountsOut(**{"new": 0, "known": 0, "twin": 0, "error": 0, **_count(rows)}),
        understood=UnderstoodOut.model_validate(vars(roster), from_attributes=True),
        rows=rows,
    )


def _count(rows: list[ImportRow]) -> Counter[str]:
    return Counter(row.outcome for row in rows)


def _met(
    roster: Roster,
    number: int,
    done: Registered,
    first_row: dict[str, int],
    lang: str,
    *,
    applied: bool,
) -> ImportRow:
    """A row that has met the registry. first_row: ID -> the row that it was given for."""
    about = {each.player for each in done.candidates} | {done.player}
    same_as = sorted({first_row[each] for each in about if each in first_row} - {number})
    lasting = applied or done.player not in first_row  # else there is no ID yet
    return ImportRow.model_validate(
        {
            "row": number,
            "outcome": _OUTCOME.get(done.outcome, "error"),
            "player": done.player if lasting else None,
            "same_as": same_as[:_SHOWN_ROWS],
            "candidates": [c for c in done.candidates if applied or c.player not in first_row],
            "reasons": [_reason(roster, why, lang) for why in _why(done, same_as)],
            "notices": [
                RemarkOut(code=each.code, where=each.where, message=say(each.text, lang))
                for each in done.notices
            ],
        }
    )


def _why(done: Registered, same_as: list[int]) -> list[Reason]:
    """Why a row gets no new ID, in words of the file."""
    if done.refusal is None or done.outcome == "known":
        return []
    refusal = done.refusal
    field = (refusal.where or "").removeprefix("body.") or None
    named = ", ".join(map(str, same_as[:_SHOWN_ROWS]))
    ids = ", ".join(each.player for each in done.candidates if not same_as)
    if done.outcome == "twin":
        ru = f"строка {named}" if named else f"№ {ids}"
        en = f"row {named}" if named else ids
        text = Text(
            f"похожий человек: {ru}; если это другой человек, поставьте «да» в колонку «Тёзка» "
            "или назовите строку в namesakes (D.2.4)",
            f"a likely twin: {en}; if this is another person, write “yes” in a column “namesake”, "
            "or name the row in namesakes (D.2.4)",
        )
    elif named:
        text = Text(f"уже есть в строке {named}", f"is in row {named} already")
    else:
        text = refusal.message
        if todo := refusal.todo:
            text = Text(f"{text.ru} {todo.ru}", f"{text.en} {todo.en}")
    return [Reason(refusal.code, _FIELD_OF.get(field or "", field), text)]


def _reason(roster: Roster, why: Reason, lang: str) -> ReasonOut:
    """With the header as written; a part of the name may be in the column of the whole one."""
    column = roster.columns.get(why.field or "")
    if column is None and why.field in NAME_PARTS:
        column = roster.columns.get("full_name")
    return ReasonOut(code=why.code, field=why.field, column=column, message=say(why.text, lang))


def _not_clean(report: ImportReport) -> Refusal:
    faults = tuple(
        {
            "where": f"row {row.row}",
            "kind": why.code,
            "column": why.column,
            "message": why.message,
        }
        for row in report.rows
        if row.outcome in ("error", "twin")
        for why in row.reasons
    )
    counts = report.counts
    return Refusal(
        "conflict",
        "import_not_clean",
        Text(
            f"Ничего не внесено: строк с ошибками {counts.error}, похожих людей {counts.twin}.",
            f"Nothing was imported: {counts.error} rows in error, {counts.twin} likely twins.",
        ),
        rule="D.2.4",
        where="body",
        todo=Text(
            "Исправьте строки из списка errors и подтвердите тёзок (колонка «Тёзка» или "
            "namesakes=3,17) либо внесите остальных: skip=true.",
            "Correct the rows in the list errors and confirm namesakes (a column “namesake” or "
            "namesakes=3,17), or import the others: skip=true.",
        ),
        details=faults,
        extra={"counts": counts.model_dump()},
    )


def _no_such_rows(rows: list[int]) -> Refusal:
    named = ", ".join(map(str, rows[:_SHOWN_ROWS]))
    return Refusal(
        "invalid",
        "row_not_found",
        Text(f"В файле нет людей в строках: {named}.", f"The file has no people in rows {named}."),
        where="query.namesakes",
        todo=Text(
            "Номера строк берите из отчёта: первая строка файла — 1.",
            "Take the rows' numbers from the report: the file's first row is 1.",
        ),
    )
