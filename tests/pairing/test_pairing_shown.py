"""Answers that a whole hall asks for: made once for each state, never an old one for a new."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from services.pairing.shown import Shown

KEY = ("t", "standings")


def test_512_who_ask_at_once_have_it_made_once() -> None:
    shown, made = Shown(), []
    together = threading.Barrier(16)

    def make() -> bytes:
        made.append(1)
        return b"body"

    def ask(number: int) -> bytes:
        if number < 16:
            together.wait(timeout=30)
        return shown.body(KEY, 7, 3, make)

    with ThreadPoolExecutor(16) as pool:
        answers = set(pool.map(ask, range(512)))
    assert (answers, len(made)) == ({b"body"}, 1)


def test_a_new_event_or_a_new_name_makes_another_and_an_older_snapshot_replaces_none() -> None:
    shown = Shown()
    assert shown.body(KEY, 7, 3, lambda: b"7/3") == b"7/3"
    assert shown.body(KEY, 7, 4, lambda: b"7/4") == b"7/4"
    assert shown.body(KEY, 8, 2, lambda: b"8/2") == b"8/2"
    assert shown.body(KEY, 7, 9, lambda: b"past") == b"past"
    assert shown.body(KEY, 8, 2, lambda: b"made again") == b"8/2"


def test_what_could_not_be_made_is_not_kept() -> None:
    shown = Shown()

    def fail() -> bytes:
        raise RuntimeError("the database is away")

    for _ in range(2):
        with pytest.raises(RuntimeError, match="away"):
            shown.body(KEY, 1, 1, fail)
    assert shown.body(KEY, 1, 1, lambda: b"at last") == b"at last"


def test_only_the_answers_asked_for_last_are_remembered() -> None:
    shown = Shown(most=2)
    for name in ("a", "b", "a", "c"):
        shown.body((name,), 1, 1, name.encode)
    assert shown.body(("a",), 1, 1, lambda: b"again") == b"a"
    assert shown.body(("b",), 1, 1, lambda: b"again") == b"again"
