"""What becomes of each newcomer, one after the other: who and what is there already."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlmodel import Session

from services.registry import registration_words as say
from services.registry import service_people as people
from services.registry.domain.names import name_key
from services.registry.domain.numbers import MOST_OLD, number_key
from services.registry.domain.people import (
    MOST_LIKE,
    Identity,
    Sameness,
    compare,
    identity,
    identity_of,
)
from services.registry.mistyped import Mistyped
from services.registry.place_words import no_city_named, no_club
from services.registry.places import homes
from services.registry.registration_words import Remark
from services.registry.schemas.people import NewPlayer, Outcome
from services.registry.store import aliases, directory
from services.registry.store import numbers as numbers_store
from services.registry.store import people as store
from services.registry.tables.people import Player
from shared.auth import Principal
from shared.clock import now
from shared.folding import fold
from shared.refusals import Refusal


@dataclass
class Case:
    """A newcomer and what becomes of him.

    person: whose ID it is; is_new: a row to be added; is_back: his lapsed ID is his again (D.2.2);
    about: likely twins, or whose the nickname, number or ID is; numbers: old ones to be kept,
    and holder: by whose row (an ID that was merged keeps what comes for it); for_office: the kind
    of a notice.
    """

    new: NewPlayer
    outcome: Outcome
    person: Player | None = None
    is_new: bool = False
    is_back: bool = False
    about: list[Player] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    holder: Player | None = None
    notices: list[Remark] = field(default_factory=list)
    for_office: str | None = None


class There:
    """All that these newcomers may meet, read in a few queries; grows with each of them.

    keys: what each is compared by.
    """

    def __init__(self, tx: Session, newcomers: Sequence[NewPlayer], caller: Principal) -> None:
        self._tx = tx
        self._caller = caller
        self.keys = [_identity(new) for new in newcomers]
        self._same: defaultdict[tuple[str, str], list[Player]] = defaultdict(list)
        self._by_short: defaultdict[str, list[Player]] = defaultdict(list)
        self._by_email: defaultdict[str, list[Player]] = defaultdict(list)
        self._rows: dict[str, Player] = {}
        for row in store.namesakes(tx, (key.short for key in self.keys)):
            self._same[row.full_key, row.email_key].append(self._row(row))
            self._by_short[row.short_key].append(self._row(row))
        for row in store.sharing(tx, (key.email for key in self.keys)):
            self._by_email[row.email_key].append(self._row(row))
        nicknames = (name_key(new.nickname) for new in newcomers if new.nickname)
        numbers = (number_key(number) for new in newcomers for number in new.old_numbers)
        self._nicknames = self._owned(store.with_nicknames(tx, nicknames))
        self._numbers = self._owned(numbers_store.old_numbers_with(tx, numbers))
        given = store.players_among(tx, (new.player for new in newcomers if new.player))
        self._ids = {row.player: self._row(row) for row in given}
        self._cities = homes(tx, (new.city for new in newcomers))
        there = zip(newcomers, self.keys, strict=True)
        asking = [(key, self.home(new)[0]) for new, key in there if self._may_be_mistyped(new)]
        self._mistyped = Mistyped(tx, self.keys, asking)
        for row in self._mistyped.people:
            self._row(row)
        self._clubs = store.clubs_among(tx, (new.club for new in newcomers if new.club))
        self._no_club: dict[str, Refusal] = {}
        self._no_city: dict[str, Refusal] = {}
        self._known_as = self._survivors()
        self._held: defaultdict[int, int] = defaultdict(int)
        self._at = now()

    def decide(self, new: NewPlayer, key: Identity) -> Case:
        """D.2.4 and D.2.2 for the next newcomer, who is there for those after him."""
        sameness, meant = self._meet(new, key)
        if new.player:
            return self._played_under(new, key, sameness, meant)
        if sameness == "known" and meant:
            return self._again(new, key, meant[0])
        if refused := self._nowhere(new):
            return refused
        if meant and not new.namesake:
            return Case(new, "twin", about=meant)
        return self._taken(new, None) or self._add(new, key)

    def no_city(self, city: str) -> Refusal:
        """Why one can't be of an unknown city; whole lists name the same one."""
        if city not in self._no_city:
            names = directory.city_names(self._tx).values()
            self._no_city[city] = no_city_named(city, names)
        return self._no_city[city]

    def no_club(self, club: str) -> Refusal:
        """Why one can't be of an unknown club."""
        if club not in self._no_club:
            self._no_club[club] = no_club(club, directory.club_names(self._tx))
        return self._no_club[club]

    def home(self, new: NewPlayer) -> tuple[str, str]:
        """(folded name, name) of his city, which the registry knows."""
        return self._cities[fold(new.city)]

    def _meet(self, new: NewPlayer, key: Identity) -> tuple[Sameness, list[Player]]:
        """D.2.4: whether he is somebody we know, or like whom; each as he is known now.

        Whoever is a confirmed namesake is like nobody.
        """
        like = self._same[key.full, key.email][:MOST_LIKE]
        if not new.namesake:
            like += self._by_short[key.short][:MOST_LIKE]
            like += self._by_email[key.email][:MOST_LIKE]
        sameness, found = compare(key, [(row, identity_of(row)) for row in like])
        if sameness != "known" and self._may_be_mistyped(new):
            found += self._mistyped.like(key, self.home(new)[0])
            sameness = "twin" if found else "new"
        return sameness, self._distinct(found)

    def _may_be_mistyped(self, new: NewPlayer) -> bool:
        return not new.namesake and fold(new.city) in self._cities

    def _again(self, new: NewPlayer, key: Identity, person: Player) -> Case:
        """He is known: he keeps his ID, also a lapsed one, and gets the old numbers he had not."""
        is_back = bool(person.player) and people.has_lapsed(person)
        if is_back and (refused := self._nowhere(new)):
            return refused
        if refused := self._taken(new, person):
            return refused
        outcome: Outcome = "registered" if is_back else "known"
        same = [row for row in self._same[key.full, key.email] if self._now(row) is person]
        holder = person if any(row is person for row in same) else same[0]
        numbers = self._keep(new, holder)
        case = Case(new, outcome, person, is_back=is_back, numbers=numbers, holder=holder)
        if left := self._beyond(holder, case.numbers):
            case.numbers = case.numbers[: -len(left)]
            case.notices.append(say.not_kept(left))
        return case

    def _played_under(
        self, new: NewPlayer, key: Identity, sameness: str, meant: list[Player]
    ) -> Case:
        """D.2.2: a newcomer whom a club gave an ID out of its block, without a network.

        He has played under it: it is his whoever he is, and the office hears of likely twins.
        """
        there = self._ids.get(str(new.player))
        if there:
            if compare(key, [(there, identity_of(there))])[0] == "new":
                return Case(new, "id_taken", about=[there])
            return Case(new, "known", self._known_as.get(there.player, there))
        block = numbers_store.block_of(self._tx, int(str(new.player)[:-1]))
        if block is None or not (self._caller.is_office or block.club == self._caller.club):
            return Case(new, "id_not_leased")
        if refused := self._nowhere(new):
            return refused
        notices = []
        if new.nickname and name_key(new.nickname) in self._nicknames:
            notices.append(say.left_out(new, "nickname", new.nickname))
            new = new.model_copy(update={"nickname": None})
        for number in [each for each in new.old_numbers if number_key(each) in self._numbers]:
            notices.append(say.left_out(new, "old_numbers", number))
            kept = [each for each in new.old_numbers if each != number]
            new = new.model_copy(update={"old_numbers": kept})
        case = self._add(new, key)
        case.notices += notices
        if meant and (sameness == "known" or not new.namesake):
            case.about = meant
            case.for_office = "same_person" if sameness == "known" else "likely_twin"
        return case

    def _nowhere(self, new: NewPlayer) -> Case | None:
        if fold(new.city) not in self._cities:
            return Case(new, "city_not_found")
        if new.club and new.club not in self._clubs:
            return Case(new, "club_not_found")
        return None

    def _taken(self, new: NewPlayer, person: Player | None) -> Case | None:
        """Whether the nickname or an old number is another person's."""
        nickname = name_key(new.nickname) if new.nickname else ""
        owner = self._now(self._nicknames.get(nickname))
        is_known = person is not None and not people.has_lapsed(person)
        if owner and owner is not person and not is_known:
            return Case(new, "nickname_taken", about=[owner])
        for number in new.old_numbers:
            owner = self._now(self._numbers.get(number_key(number)))
            if owner and owner is not person:
                return Case(new, "number_taken", about=[owner])
        return None

    def _add(self, new: NewPlayer, key: Identity) -> Case:
        """A new row; its ID is given when all are decided."""
        city_key, city = self.home(new)
        row = Player(
            player=new.player or "",
            serial=int(new.player[:-1]) if new.player else 0,
            first_name=new.first_name,
            surname=new.surname,
            patronymic=new.patronymic,
            no_patronymic=new.no_patronymic,
            nickname=new.nickname,
            nickname_key=name_key(new.nickname) if new.nickname else None,
            email=new.email,
            email_key=key.email,
            phone=new.phone,
            city=city,
            city_key=city_key,
            club=new.club,
            full_key=key.full,
            short_key=key.short,
            waiting_since=self._at,
            created_at=self._at,
            created_by=self._caller.who,
        )
        people.consents(row, new.consent)
        self._same[key.full, key.email].append(row)
        self._by_short[key.short].append(row)
        self._by_email[key.email].append(row)
        self._mistyped.add(row)
        if row.nickname_key:
            self._nicknames[row.nickname_key] = row
        if new.player:
            self._ids[new.player] = row
        numbers = self._keep(new, row)
        case = Case(new, "registered", row, is_new=True, numbers=numbers, holder=row)
        self._held[id(row)] = len(case.numbers)
        return case

    def _keep(self, new: NewPlayer, person: Player) -> list[str]:
        """The numbers that nobody had, which are his from now on."""
        fresh = {number_key(number): number for number in new.old_numbers}
        kept = [number for key, number in fresh.items() if key not in self._numbers]
        self._numbers.update((key, person) for key in fresh)
        return kept

    def _beyond(self, person: Player, fresh: list[str]) -> list[str]:
        """Those of these numbers that are more than one person can have; none of them is kept."""
        if not fresh:
            return []
        if person.player and id(person) not in self._held:
            there = numbers_store.old_numbers_of(self._tx, [person.player])
            self._held[id(person)] = len(there.get(person.player, []))
        room = max(MOST_OLD - self._held[id(person)], 0)
        self._held[id(person)] += len(fresh[:room])
        for number in fresh[room:]:
            del self._numbers[number_key(number)]
        return fresh[room:]

    def _row(self, row: Player) -> Player:
        """One object for one person, however he was found."""
        return self._rows.setdefault(row.player, row)

    def _owned(self, owners: dict[str, str]) -> dict[str, Player]:
        found = store.players_among(self._tx, owners.values())
        rows = {row.player: self._row(row) for row in found}
        return {key: rows[player] for key, player in owners.items()}

    def _survivors(self) -> dict[str, Player]:
        """ID -> the person that a merged one is known as now."""
        known_as = aliases.survivors(self._tx, self._rows)
        into = {player: last for player, last in known_as.items() if last != player}
        found = store.players_among(self._tx, into.values())
        rows = {row.player: self._row(row) for row in found}
        return {player: rows[last] for player, last in into.items()}

    def _now(self, row: Player | None) -> Player | None:
        """As he is known now."""
        return self._known_as.get(row.player, row) if row else None

    def _distinct(self, found: Sequence[Player]) -> list[Player]:
        """Each person once, as he is known now."""
        now_known = [self._known_as.get(row.player, row) for row in found]
        return list({id(row): row for row in now_known if row.erased_at is None}.values())


def _identity(new: NewPlayer) -> Identity:
    return identity(new.first_name, new.surname, new.patronymic, new.email)
