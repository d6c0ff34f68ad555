"""Two acts at the same moment, on one database."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from sqlmodel import Session

from shared.db import Database
from shared.refusals import Refusal


def overlapping(db: Database, act: Callable[[Session], object]) -> list[object]:
    """The same use case in two transactions, the second begun before the first commits.

    What each returned, or refused with.
    """
    began, go = threading.Event(), threading.Event()

    def run(wait: bool) -> object:
        try:
            with db.write() as tx:
                done = act(tx)
                tx.flush()
                began.set()
                if wait:
                    go.wait(timeout=30)
                return done
        except Refusal as refusal:
            return refusal.code
        finally:
            began.set()

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(run, True)
        began.wait(timeout=30)
        second = pool.submit(run, False)
        threading.Event().wait(0.3)  # the second is under way, or waits for the first
        go.set()
        return [first.result(timeout=30), second.result(timeout=30)]


def in_turn(db: Database, *acts: Callable[[Session], object]) -> list[object]:
    """Two acts, the second begun before the first commits; what each returned or refused with."""
    waiting = iter(acts)
    return overlapping(db, lambda tx: next(waiting)(tx))
