"""What is said of uploads, and a tournament as an export (2.1.5). Nothing here changes anything."""

from collections import Counter
from collections.abc import Mapping, Sequence

from sqlmodel import Session

from services.pairing.domain.evolve.imports import PLAIN, details
from services.pairing.domain.export import as_uploaded
from services.pairing.domain.state import TournamentState
from services.pairing.domain.upload_changes import Changes, Result
from services.pairing.domain.upload_faults import Fault
from services.pairing.notices import Notice
from services.pairing.schemas.imports import ImportStructureIn
from services.pairing.schemas.parts import NoticeOut
from services.pairing.schemas.uploads import (
    ByeChangeOut,
    ChangesOut,
    ExportedGrantOut,
    ExportedMatchOut,
    ExportedPlayerOut,
    ExportedRoundOut,
    ExportOut,
    ImportCandidateOut,
    ImportCountsOut,
    ImportFaultOut,
    ImportLineOut,
    ResultSaidOut,
    TableChangeOut,
    UploadOut,
    UploadRow,
)
from services.pairing.service_import_people import Line
from services.pairing.tables import Upload
from shared.people import display, named
from shared.problems import say


def lines(tx: Session, found: Sequence[Line], lang: str) -> list[ImportLineOut]:
    """Every player of an upload, with the name of who is known here."""
    ids = [line.player for line in found if line.outcome == "known" and line.player]
    names = named(tx, ids)
    return [
        ImportLineOut(
            row=line.row,
            ref=line.ref,
            outcome=line.outcome,
            player=line.player if line.outcome == "known" else None,
            name=display(names, line.player) if line.player in names else None,
            candidates=[
                ImportCandidateOut(**{name: each[name] for name in ImportCandidateOut.model_fields})
                for each in line.candidates
            ],
            code=line.code,
            rule=line.rule,
            message=None if line.text is None else say(line.text, lang),
        )
        for line in found
    ]


def counts(found: Sequence[Line]) -> ImportCountsOut:
    """Players of each outcome."""
    of = Counter(line.outcome for line in found)
    return ImportCountsOut(
        known=of["known"], candidates=of["candidates"], new=of["new"], error=of["error"]
    )


def faults(found: Sequence[Fault], lang: str) -> list[ImportFaultOut]:
    """What is wrong, each where it is."""
    return [
        ImportFaultOut(
            where=f"body.{each.where}",
            code=each.code,
            rule=each.rule,
            message=say(each.text, lang),
        )
        for each in found
    ]


def warnings(found: Sequence[Notice], lang: str) -> list[NoticeOut]:
    """Warnings that are about no entry."""
    return [
        NoticeOut(code=each.code, message=say(each.text, lang), rule=each.rule, entries=[])
        for each in found
    ]


def changed(found: Changes | None, called: Mapping[str, str] | None = None) -> ChangesOut | None:
    """What is different. called: what to show for the ID of one who has none yet."""
    if found is None:
        return None

    def shown(player: str) -> str:
        return (called or {}).get(player, player)

    def result(said: Result | None) -> ResultSaidOut | None:
        if said is None:
            return None
        kind, winner = said
        return ResultSaidOut(kind=kind, winner=None if winner is None else shown(winner))

    return ChangesOut(
        fields=list(found.fields),
        players_added=[shown(player) for player in found.players_added],
        players_removed=list(found.players_removed),
        rounds_added=list(found.rounds_added),
        rounds_removed=list(found.rounds_removed),
        tables=[
            TableChangeOut(
                round=each.round,
                a=shown(each.a),
                b=shown(each.b),
                before=result(each.before),
                after=result(each.after),
            )
            for each in found.tables
        ],
        byes=[
            ByeChangeOut(round=number, player=shown(player), now=now)
            for number, player, now in found.byes
        ],
    )


def upload_row(row: Upload) -> UploadRow:
    """An upload in a list."""
    return UploadRow.model_validate(row.model_dump())


def upload(row: Upload, found: Changes | None, *, fits: bool) -> UploadOut:
    """An upload with what it comes to."""
    return UploadOut.model_validate({**row.model_dump(), "changes": changed(found), "fits": fits})


def export(state: TournamentState) -> ExportOut:
    """Any tournament as an upload of all of it; who runs it is not said."""
    said, created = as_uploaded(state), state.created
    entries = dict(said.entries)
    more = details(said)
    players = []
    for number, player in said.entries:
        since, until, out, rating = more.get(number, PLAIN)
        players.append(
            ExportedPlayerOut(
                player=player,
                entry=number,
                from_round=since,
                dropped_after=until,
                disqualified_after=out,
                rating_milli=rating,
            )
        )
    return ExportOut(
        source=said.tool,
        external_id=said.tool_id,
        complete=True,
        name=created.name,
        city=created.city,
        date=created.date,
        finished_at=state.finished_at if state.finished else None,
        format=created.format,
        rule_set=created.rule_set,
        level=created.level,
        seed=created.seed,
        structure=None
        if said.structure is None
        else ImportStructureIn(rounds=said.structure[0], top=said.structure[1]),
        seeds=[entries[entry] for entry in said.seeds],
        players=players,
        rounds=[
            ExportedRoundOut(
                number=number,
                stage=stage,
                matches=[
                    ExportedMatchOut(
                        table=table,
                        a=entries[a],
                        b=entries[b],
                        kind=kind,
                        winner=None if winner is None else entries[winner],
                        penalty=kind == "double_loss",
                    )
                    for table, a, b, kind, winner in pairs
                ],
                byes=[entries[entry] for entry in byes],
                granted=[
                    ExportedGrantOut(player=entries[entry], points_x2=points)
                    for at, entry, points in said.granted
                    if at == number
                ],
            )
            for number, (stage, pairs, byes) in enumerate(said.rounds, start=1)
        ],
    )
