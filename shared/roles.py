"""Scopes, roles, and a caller: what he may do, and where. Standard library and refusals only."""

from dataclasses import dataclass

from shared.refusals import Refusal, Text

FEDERATION = "federation"
"""Stands where a club's id would, for what is the office's own; no club may be called so."""

SCOPES = {
    "office": "The federation's own: cities, clubs, judges, merges, erasure, catalogue, annulments",
    "holds": "Hold a tournament from rating, and release it (D.2.5)",
    "discipline": "Penalties and suspensions outside tournaments (3.2, P.x)",
    "contacts": "Read and change people's private data; each reading is noted",
    "keys": "List, rotate and revoke keys of clients; lease blocks of IDs",
    "staff": "Give and revoke the sign-in of people",
    "players": "Register and look up players; read suspensions",
    "tournaments": "Announce and import tournaments",
    "judging": "Run a tournament: its settings and plans, rounds, the finish",
    "entries": "Enter and drop players",
    "results": "Record and correct results",
    "decks": "Submit deck lists for a tournament, and read them",
}
PLACED = frozenset(SCOPES) - {"office", "players"}
"""Scopes that hold in the caller's own city, club or tournament alone."""

_STAFF = ("staff", "players", "judging", "entries", "results", "decks")
_CLUB = ("contacts", "keys", "tournaments", *_STAFF)
ROLES = {
    "office": tuple(SCOPES),
    "coordinator": ("holds", "discipline", *_CLUB),
    "club": _CLUB,
    "head_judge": _STAFF,
    "floor_judge": ("results",),
    "desk": ("players", "entries", "decks"),
    "reader": (),
}
"""What each role may do: the office everywhere, a coordinator in his city, a club in its own
tournaments, a tournament's staff in that one; a third party only reads what is public."""

ROLE_NAMES = {
    "office": Text("офис федерации", "federation office"),
    "coordinator": Text("координатор города", "city coordinator"),
    "club": Text("сотрудник клуба", "club staff"),
    "head_judge": Text("главный судья", "head judge"),
    "floor_judge": Text("судья в зале", "floor judge"),
    "desk": Text("регистрация", "desk"),
}
"""The roles of people, as people call them."""


@dataclass(frozen=True)
class Principal:
    """A verified caller. ``who`` is his name in events: a person or a named client.

    city, club, tournament: his own, beyond which he may do nothing; the office has none.
    key: the client's key or the person's right that the token was got with; issued: when, in
    seconds since 1970.
    """

    who: str
    scopes: frozenset[str]
    club: str | None = None
    city: str | None = None
    tournament: str | None = None
    role: str | None = None
    key: str = ""
    issued: int = 0

    @property
    def is_office(self) -> bool:
        """May act for every club."""
        return "office" in self.scopes

    def may_run(self, tournament: str, club: str, city: str) -> bool:
        """Whether a tournament is his: the office's all are, a coordinator's those of his city."""
        if self.is_office:
            return True
        if self.tournament is not None:
            return self.tournament == tournament
        return self.club == club if self.club is not None else self.city == city

    def must_run(self, tournament: str, club: str, city: str) -> None:
        """D.2.5: refuses a tournament that is not his, and says whose it is."""
        if not self.may_run(tournament, club, city):
            raise not_yours(self, club, city)


def not_yours(caller: Principal, club: str, city: str) -> Refusal:
    """A tournament of another club, of another city or another one than his own, by who he is."""
    if caller.tournament is not None:
        code, whose = "not_your_tournament", Text("другого турнира", "another tournament")
    elif caller.club is None and caller.city is not None:
        code, whose = "not_your_city", Text(f"города «{caller.city}»", f"the city “{caller.city}”")
    else:
        code, whose = "not_your_club", Text("другого клуба", "another club")
    return Refusal(
        "forbidden",
        code,
        Text(
            f"Это турнир клуба «{club}» в городе «{city}», а вход у вас — для {whose.ru}.",
            f"This is a tournament of the club “{club}” in “{city}”; you signed in for {whose.en}.",
        ),
        rule="D.2.5",
        where="Authorization",
        todo=Text(
            "Войдите с правом этого турнира, его клуба, города или офиса.",
            "Sign in with a right for this tournament, its club, its city, or the office.",
        ),
    )
