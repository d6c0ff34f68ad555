"""T.9: the cut, and who met whom in the TOP, against a bracket drawn up here."""

from collections.abc import Iterator, Mapping, Sequence

from services.pairing.domain.checker.findings import Finding, Unchecked
from services.pairing.domain.checker.places import table
from services.pairing.domain.state import Round, TournamentState
from shared.refusals import Text
from shared.rulesets.model import RuleSet

Row = list[int | None]


def judged(
    state: TournamentState, ruleset: RuleSet, moments: Mapping[int, TournamentState]
) -> Iterator[Finding | Unchecked]:
    """T.9: seeds by the Swiss table, pairs by the bracket, whoever won goes on."""
    top = [at for at in state.rounds if at.stage == "top"]
    if not top:
        return
    if len(state.seeds) < 2:
        text = Text("Посев ТОПа в файле не указан.", "The upload names no seeds of the TOP.")
        yield Unchecked("T.9", text)
        return
    yield from _cut(state, ruleset, moments[top[0].number], top[0].number)
    row = _slots(state.seeds)
    before: Round | None = None
    for at in top:
        moment = moments[at.number]
        if before is not None:
            row = _advanced(row, moment.rounds[before.number - 1])
        if len(row) < 2:
            text = Text("Тур ТОПа после финала.", "A round of the TOP after its final.")
            yield Finding("T.9", "after_final", text, at.number)
            return
        row = [entry if entry and _plays(moment, entry, at.number) else None for entry in row]
        yield from _round(at, row, before and moment.rounds[before.number - 1])
        before = at


def _cut(
    state: TournamentState, ruleset: RuleSet, moment: TournamentState, number: int
) -> Iterator[Finding]:
    """T.9: the first of the Swiss table who still played; who left after the cut keeps his seed."""
    still = [
        each.entry
        for each in table(moment, ruleset)
        if each.entry in state.seeds or _plays(moment, each.entry, number)
    ]
    wanted = state.structure.top if state.structure else 0
    right = tuple(still[:wanted])
    if right != state.seeds:
        text = Text(
            "Посев не тот, что в швейцарской таблице.", "Seeds other than the Swiss table's."
        )
        wrong = [a for a, b in zip(state.seeds, right, strict=False) if a != b]
        yield Finding("T.9", "seeds_differ", text, number, tuple(wrong))


def _slots(seeds: Sequence[int]) -> Row:
    """T.9: 1–8, 4–5, 2–7, 3–6 and its like; the lowest seeds are missing where it is not full."""
    size = 2
    while size < len(seeds):
        size *= 2
    places = [_seed_at(place, size) for place in range(size)]
    return [seeds[seed - 1] if seed <= len(seeds) else None for seed in places]


def _seed_at(place: int, size: int) -> int:
    """The seed in a slot: the winner of each half, from the final back to the first round."""
    seed, width = 1, size
    total = 2
    while width > 1:
        width //= 2
        place, lower = (place - width, True) if place >= width else (place, False)
        total, seed = total * 2, total + 1 - seed if lower else seed
    return seed


def _advanced(row: Row, played: Round) -> Row:
    """Who goes on from each two slots: whoever won by then, or had nobody to play."""
    winners = {match.winner for match in played.matches.values()}
    on = {*winners, *played.byes}
    return [
        next((entry for entry in pair if entry is not None and entry in on), None)
        for pair in zip(row[::2], row[1::2], strict=True)
    ]


def _round(at: Round, row: Row, before: Round | None) -> Iterator[Finding]:
    pairs: set[frozenset[int]] = set()
    byes: set[int] = set()
    for pair in zip(row[::2], row[1::2], strict=True):
        seated = [entry for entry in pair if entry is not None]
        if len(seated) == 2:
            pairs.add(frozenset(seated))
        byes.update(seated if len(seated) == 1 else ())
    played = {frozenset(match.players) for match in at.matches.values()}
    extra = played - pairs
    if len(row) == 2 and before is not None and extra <= {_losers(before)}:
        extra = set()
    wrong = {entry for pair in extra | (pairs - played) for entry in pair}
    wrong |= byes ^ set(at.byes)
    if wrong:
        text = Text("Пары ТОПа не по сетке.", "The TOP's pairs are not the bracket's.")
        yield Finding("T.9", "not_the_bracket", text, at.number, tuple(sorted(wrong)))


def _losers(played: Round) -> frozenset[int]:
    """T.9: those who may play for the third place beside the final."""
    return frozenset(
        entry
        for match in played.matches.values()
        if match.winner is not None
        for entry in match.players
        if entry != match.winner
    )


def _plays(moment: TournamentState, entry: int, number: int) -> bool:
    at = moment.entries[entry]
    inside = any(
        since <= number and (until is None or number <= until) for since, until in at.stints
    )
    return inside and not at.waiting and (at.out_after is None or number <= at.out_after)
