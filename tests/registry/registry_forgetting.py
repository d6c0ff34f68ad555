"""Looking for a person's data in everything that a database or a folder holds."""

from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import MetaData, select

from shared.db import Database

DOROFEYA = {
    "first_name": "Дорофея",
    "surname": "Ярополкова",
    "patronymic": "Евлампиевна",
    "nickname": "Жарптица",
    "email": "zharptitsa@example.org",
    "phone": "8 (900) 765-43-21",
    "city": "Казань",
    "consent": {"version": "2026-1", "date": "2026-11-05", "guardian": "Ярополков Мстислав"},
}
TEXT = "Ярополкова подсказывала за столом 3."
"""Of her penalties and suspensions."""


def found_in(db: Database, marks: Iterable[str]) -> set[tuple[str, str, str]]:
    """(mark, table, column) wherever a value of any column of any table holds a mark."""
    wanted = [(mark, mark.casefold()) for mark in marks]
    metadata = MetaData()
    found = set()
    with db.read() as tx:
        metadata.reflect(tx.connection())
        for table in metadata.tables.values():
            for row in tx.connection().execute(select(table)).mappings():
                for column, value in row.items():
                    text = str(value).casefold()
                    found |= {(m, table.name, str(column)) for m, low in wanted if low in text}
    return found


def in_files(folder: Path, marks: Iterable[str]) -> set[tuple[str, str]]:
    """(mark, file) wherever the bytes of a file hold a mark."""
    wanted = [(mark, mark.encode()) for mark in marks]
    return {
        (mark, path.name)
        for path in folder.rglob("*")
        if path.is_file()
        for mark, raw in wanted
        if raw in path.read_bytes()
    }
