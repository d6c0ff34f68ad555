"""What is wrong with an upload, all of it at once, each fault where it is (2.1.3, 7.0.1, R.x)."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

from services.pairing.domain.decide.result_faults import result_fault
from services.pairing.domain.uploads import ImportedMatch, ImportedRound, Upload, numbers
from shared.refusals import Refusal, Text


@dataclass(frozen=True, slots=True)
class Fault:
    """where: in the upload, ``rounds.3.matches.2.b``; code: stable; rule: id in the index."""

    where: str
    rule: str | None
    code: str
    text: Text

    def row(self) -> dict[str, Any]:
        """As a row of a refusal."""
        return {
            "where": f"body.{self.where}",
            "rule": self.rule,
            "code": self.code,
            "message": self.text,
        }


def refused(faults: Sequence[Fault], **more: Any) -> Refusal:
    """One refusal for all of them; ``more``: further members of the problem."""
    first = faults[0]
    return Refusal(
        "invalid",
        first.code,
        first.text,
        rule=first.rule,
        where=f"body.{first.where}",
        todo=Text(
            "Исправьте отмеченное и загрузите файл снова: ничего не сохранено.",
            "Mend what is named and upload again: nothing was kept.",
        ),
        details=tuple(fault.row() for fault in faults),
        extra=more,
    )


def faults(upload: Upload) -> list[Fault]:
    """Everything that is wrong with what an upload says by itself.

    2.1.3: a player listed twice, or not at all; S.2: one who meets himself; 7.0.1: one who is twice
    in a round, a round or a table that is there twice, Swiss after the TOP; R.1–R.10: an impossible
    result; T.9: seeds that are no field of a TOP.
    """
    return [*_players(upload), *_order(upload.rounds), *_rounds(upload), *_plan(upload)]


def _players(upload: Upload) -> Iterator[Fault]:
    seen: set[str] = set()
    entries: set[int] = set()
    for at, each in enumerate(upload.players):
        if each.player in seen:
            text = Text(f"«{each.player}» указан дважды.", f"“{each.player}” is listed twice.")
            yield Fault(f"players.{at}", "2.1.3", "player_listed_twice", text)
        if each.entry in entries:
            text = Text(f"Номер {each.entry} уже занят.", f"Number {each.entry} is taken.")
            yield Fault(f"players.{at}.entry", "2.1.3", "entry_taken", text)
        seen.add(each.player)
        entries |= set() if each.entry is None else {each.entry}


def _order(rounds: Sequence[ImportedRound]) -> Iterator[Fault]:
    """7.0.1: rounds are numbered upwards, and the TOP is last."""
    in_top, last = False, 0
    for at, (number, each) in enumerate(zip(numbers(rounds), rounds, strict=True)):
        if number <= last:
            text = Text(
                f"Тур {number} стоит после тура {last}.", f"Round {number} follows round {last}."
            )
            yield Fault(f"rounds.{at}.number", "7.0.1", "round_out_of_order", text)
        if in_top and each.stage == "swiss":
            yield Fault(f"rounds.{at}.stage", "7.0.1", "swiss_after_top", SWISS_AFTER_TOP)
        last, in_top = number, in_top or each.stage == "top"


SWISS_AFTER_TOP = Text(
    "Швейцарский тур не может идти после ТОПа.", "A Swiss round can't follow the TOP."
)


def _rounds(upload: Upload) -> Iterator[Fault]:
    listed = {each.player for each in upload.players}
    for at, each in enumerate(upload.rounds):
        yield from _seats(f"rounds.{at}", each, listed)
        yield from _tables(f"rounds.{at}", each)
        for place, match in enumerate(each.matches):
            yield from _result(f"rounds.{at}.matches.{place}", match, listed, each.stage == "top")
        if each.stage == "top" and each.granted:
            text = Text(
                "В ТОПе очков не начисляют.", "In the TOP there are no points to be granted."
            )
            yield Fault(f"rounds.{at}.granted", "T.9", "granted_in_top", text)


def _named(each: ImportedRound) -> Iterator[tuple[str, str]]:
    """Where in a round whom it seats."""
    for place, match in enumerate(each.matches):
        yield f"matches.{place}.a", match.a
        yield f"matches.{place}.b", match.b
    for place, player in enumerate(each.byes):
        yield f"byes.{place}", player
    for place, (player, _) in enumerate(each.granted):
        yield f"granted.{place}.player", player


def _seats(where: str, each: ImportedRound, listed: Set[str]) -> Iterator[Fault]:
    """2.1.3: everybody is listed; S.2, 7.0.1: nobody meets himself or is twice in a round."""
    seated = [player for match in each.matches for player in (match.a, match.b)]
    seated += [*each.byes, *(player for player, _ in each.granted)]
    if len(seen := {*seated}) == len(seated) and seen <= listed:
        return  # as nearly always: no place of anybody is to be named
    seen = set()
    himself = {match.a for match in each.matches if match.a == match.b}
    for place, match in enumerate(each.matches):
        if match.a == match.b:
            text = Text(f"«{match.a}» играет сам с собой.", f"“{match.a}” meets himself.")
            yield Fault(f"{where}.matches.{place}.b", "S.2", "player_meets_himself", text)
    for place_of, player in _named(each):
        if player not in listed:
            yield _unknown(f"{where}.{place_of}", player)
        elif player in seen and player not in himself:
            text = Text(f"«{player}» дважды в одном туре.", f"“{player}” is twice in one round.")
            yield Fault(f"{where}.{place_of}", "7.0.1", "player_twice_in_round", text)
        seen.add(player)


def _unknown(where: str, player: str) -> Fault:
    text = Text(f"«{player}» нет в списке участников.", f"“{player}” is not among the players.")
    return Fault(where, "2.1.3", "player_unknown", text)


def _tables(where: str, each: ImportedRound) -> Iterator[Fault]:
    times = Counter(match.table for match in each.matches if match.table is not None)
    for place, match in enumerate(each.matches):
        if match.table is not None and times[match.table] > 1:
            text = Text(f"Стол {match.table} не один.", f"There are two tables {match.table}.")
            yield Fault(f"{where}.matches.{place}.table", "7.0.1", "table_twice", text)


def _result(
    where: str, match: ImportedMatch, listed: Collection[str], in_top: bool
) -> Iterator[Fault]:
    """R.1–R.10: the same checks as at a table of ours; R.7: its penalty is in the tool's hands."""
    if match.winner is not None and match.winner not in listed:
        yield _unknown(f"{where}.winner", match.winner)
        return
    pair = match.a, match.b
    if fault := result_fault(match.kind, match.winner, pair, in_top, penalised=match.penalty):
        field = str(fault.where).removeprefix("body.")
        yield Fault(f"{where}.{field}", fault.rule, fault.code, fault.message)


def _plan(upload: Upload) -> Iterator[Fault]:
    listed = {each.player for each in upload.players}
    seen: set[str] = set()
    for at, player in enumerate(upload.seeds):
        if player not in listed:
            yield _unknown(f"seeds.{at}", player)
        elif player in seen:
            text = Text(f"«{player}» посеян дважды.", f"“{player}” is seeded twice.")
            yield Fault(f"seeds.{at}", "T.9", "seeded_twice", text)
        seen.add(player)
