"""Who changes the same people takes turns, so that nobody misses what another does."""

from sqlmodel import Session

from shared.db import wait_for


def about_people(tx: Session) -> None:
    """Registration, changes, merges, and what a tournament tells of who played.

    One lock for all, taken before any person's row, so that nobody waits in a circle.
    """
    wait_for(tx, "registration")
