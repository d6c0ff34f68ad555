"""One upload from the call to the answer: asked about, foreseen, and then done (2.1.5)."""

from collections.abc import Sequence

from sqlmodel import Session

from services.pairing import (
    notices,
    service_import,
    service_import_people,
    service_uploads,
    store,
    views,
    views_imports,
)
from services.pairing.domain.state import TournamentState
from services.pairing.domain.upload_faults import Fault, faults, refused
from services.pairing.domain.uploads import (
    ImportedMatch,
    ImportedRound,
    Upload,
    UploadedPlayer,
    named,
)
from services.pairing.schemas.imports import ImportIn
from services.pairing.schemas.uploads import ImportedOut, ImportForeseenOut
from services.pairing.service_import import Foreseen
from services.pairing.service_import_people import Asking, Line
from shared.auth import Principal
from shared.refusals import Text


class Importing:
    """The call. Its rights are checked first, then the registry is asked who its players are.

    seed: of the lots, for a new tournament. Refuses what ``service_import.content`` refuses.
    """

    def __init__(self, asking: Asking, given: ImportIn, caller: Principal, seed: int) -> None:
        self._asking, self._given, self._caller, self._seed = asking, given, caller, seed
        self._said = stated(given)
        with asking.db.read() as tx:
            service_import.content(tx, self._known(tx), given, self._said, caller)
        self._lines, self._told = service_import_people.ask(asking, given)

    def report(self) -> ImportForeseenOut:
        """What would be done, line by line; writes nothing."""
        lang, found = self._asking.lang, self._faults()
        foreseen = None if found else self._foreseen(self._named(self._lines))
        stand_ins = {line.player: line.ref for line in self._lines if line.outcome == "new"}
        warned = [*self._told, *(_warned(foreseen) if foreseen else ())]
        with self._asking.db.read() as tx:
            return ImportForeseenOut(
                tournament=self._tournament,
                outcome=foreseen.outcome if foreseen else None,
                counts=views_imports.counts(self._lines),
                lines=views_imports.lines(tx, self._lines, lang),
                errors=views_imports.faults(found, lang),
                changes=views_imports.changed(
                    foreseen.changes if foreseen else None,
                    {str(player): ref for player, ref in stand_ins.items()},
                ),
                warnings=views_imports.warnings(warned, lang),
            )

    def sure(self) -> Upload:
        """The upload with an ID for everybody: newcomers have theirs from now on (D.2.2).

        Refuses, with the dry run's lines, while anything is not clear; nobody is registered then.
        """
        self._refuse_unclear()
        if any(line.outcome == "new" for line in self._lines):
            self._foreseen(self._named(self._lines))  # refuses before anybody is registered
            self._lines = service_import_people.register(self._asking, self._given, self._lines)
            self._refuse_unclear()
        return self._named(self._lines)

    def take_in(self, tx: Session, upload: Upload) -> ImportedOut:
        """Do it, on the tournament as it is in this transaction."""
        journal = self._asking.desk.journal
        known = service_import.locked(tx, journal, upload.source, upload.external_id)
        said = service_import.content(tx, known, self._given, upload, self._caller)
        foreseen = service_import.foresee(tx, known, said, self._caller, seed=self._seed)
        outcome, state, kept = foreseen.outcome, foreseen.before, None
        if outcome == "waiting":
            kept = service_uploads.keep(tx, foreseen, said, self._caller)
            outcome = "declined" if kept.state == "declined" else "waiting"
        else:
            state = service_import.take_in(tx, journal, foreseen, self._caller)
        shown = views.view(tx, state or foreseen.after, self._asking.lang)
        warned = [*self._told, *_warned(foreseen)]
        return ImportedOut(
            **shown.tournament(tx, warned).model_dump(),
            outcome=outcome,
            changes=views_imports.changed(foreseen.changes),
            upload=kept.upload if kept else None,
        )

    @property
    def _tournament(self) -> str:
        return service_import.import_id(self._given.source, self._given.external_id)

    def _known(self, tx: Session) -> TournamentState | None:
        there = store.tournament(tx, self._tournament)
        return self._asking.desk.journal.load(tx, self._tournament) if there else None

    def _foreseen(self, upload: Upload) -> Foreseen:
        with self._asking.db.read() as tx:
            known = self._known(tx)
            said = service_import.content(tx, known, self._given, upload, self._caller)
            return service_import.foresee(tx, known, said, self._caller, seed=self._seed)

    def _named(self, lines: Sequence[Line]) -> Upload:
        return named(self._said, {line.ref: str(line.player) for line in lines})

    def _faults(self) -> list[Fault]:
        """Lines that are not clear, what is wrong with the rest; 2.1.3: one who is two lines."""
        found = [_fault(line) for line in self._lines if not line.clear]
        found += faults(self._said)
        return found or faults(self._named(self._lines))

    def _refuse_unclear(self) -> None:
        if found := self._faults():
            with self._asking.db.read() as tx:
                lines = views_imports.lines(tx, self._lines, self._asking.lang)
            raise refused(found, lines=[line.model_dump() for line in lines])


def stated(given: ImportIn) -> Upload:
    """What a body says, people being what it calls them by."""
    structure = given.structure
    return Upload(
        given.source,
        given.external_id,
        players=[
            UploadedPlayer(
                each.key,
                each.entry,
                (each.from_round, each.dropped_after, each.disqualified_after, each.rating_milli),
            )
            for each in given.players
        ],
        rounds=[
            ImportedRound(
                each.stage,
                [
                    ImportedMatch(m.a, m.b, m.kind, m.winner, m.table, m.penalty)
                    for m in each.matches
                ],
                each.byes,
                [(grant.player, grant.points_x2) for grant in each.granted],
                each.number,
            )
            for each in given.rounds
        ],
        complete=given.complete,
        structure=(structure.rounds, structure.top) if structure else None,
        seeds=given.seeds,
    )


def _fault(line: Line) -> Fault:
    return Fault(f"players.{line.row}", line.rule, str(line.code), line.text or Text("", ""))


def _warned(foreseen: Foreseen) -> list[notices.Notice]:
    """D.3.1: who played while suspended; S.7: what is missing between the rounds that there are."""
    barred, after = foreseen.suspended, foreseen.after
    found = [notices.suspended_played(barred, after.created.date)] if barred else []
    missing = [each.number for each in after.rounds if not each.matches and not each.byes]
    return found + ([notices.rounds_missing(missing)] if missing else [])
