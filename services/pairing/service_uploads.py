"""Use cases: uploads that change a tournament and wait for who may decide so (2.1.5, D.4.10)."""

from dataclasses import replace
from uuid import uuid5

from pydantic import TypeAdapter
from sqlmodel import Session

from services.pairing import service_import, store_uploads
from services.pairing.domain.state import TournamentState
from services.pairing.domain.upload_changes import Changes
from services.pairing.journal import Journal
from services.pairing.listing import may_correct
from services.pairing.service import own
from services.pairing.service_import import NAMESPACE, Content, Foreseen
from services.pairing.tables import Upload
from shared.auth import Principal
from shared.clock import now
from shared.refusals import Refusal, Text

_CONTENT = TypeAdapter(Content)


def keep(tx: Session, foreseen: Foreseen, said: Content, caller: Principal) -> Upload:
    """It waits for whoever may change the tournament; the same one again is that one."""
    if not service_import.runs(foreseen.after, caller):
        said = replace(said, upload=service_import.of_another(said.upload))
    written = _CONTENT.dump_json(said).decode()
    whose = caller.club or caller.who
    upload = str(uuid5(NAMESPACE, f"{foreseen.after.id}\n{whose}\n{written}"))
    known = store_uploads.upload(tx, upload, lock=True)
    if known is not None:
        if known.state == "accepted":  # and changed again since
            known.state, known.decided_by, known.decided_at = "waiting", None, None
        return known
    row = Upload(
        upload=upload,
        tournament=foreseen.after.id,
        club=caller.club,
        who=caller.who,
        at=now(),
        content=written,
    )
    store_uploads.add(tx, row)
    return row


def look(
    tx: Session, journal: Journal, upload: str, caller: Principal
) -> tuple[Upload, Changes | None, bool]:
    """One upload, what accepting it now would change, and whether it can be accepted.

    Whoever runs the tournament sees it, and the club whose it is.
    """
    row = _known(tx, upload)
    state = journal.load(tx, row.tournament)
    if caller.club is None or row.club != caller.club:
        own(state, caller)
    if row.state == "declined":
        return row, None, False
    try:
        return row, _foresee(tx, state, row, caller).changes, True
    except Refusal:  # it is run here meanwhile, or its people are not what they were
        return row, None, False


def accept(
    tx: Session, journal: Journal, upload: str, caller: Principal
) -> tuple[Upload, Foreseen]:
    """Whoever may change the tournament takes it in, over what is there now. Twice is harmless.

    D.4.10: once the list with it is out, the office. Refuses one that was declined, and one that
    does not fit any more.
    """
    state = journal.load(tx, _known(tx, upload).tournament, lock=True)
    row = _known(tx, upload, lock=True)  # after the tournament: an upload locks them so too
    own(state, caller)
    may_correct(state, caller, now())
    if row.state == "declined":
        raise _decided(row)
    foreseen = _foresee(tx, state, row, caller)
    if row.state == "waiting":
        service_import.take_in(tx, journal, foreseen, caller)
        _decide(row, "accepted", caller)
        return row, foreseen
    return row, foreseen._replace(outcome="known", after=state, events=())


def decline(tx: Session, journal: Journal, upload: str, caller: Principal) -> Upload:
    """Whoever runs the tournament does not want it. Twice is harmless."""
    row = _known(tx, upload, lock=True)
    own(journal.load(tx, row.tournament), caller)
    if row.state == "accepted":
        raise _decided(row)
    if row.state == "waiting":
        _decide(row, "declined", caller)
    return row


def _foresee(tx: Session, state: TournamentState, row: Upload, caller: Principal) -> Foreseen:
    said = _CONTENT.validate_json(row.content)
    return service_import.foresee(tx, state, said, caller, seed=state.created.seed)


def _decide(row: Upload, state: str, caller: Principal) -> None:
    row.state, row.decided_by, row.decided_at = state, caller.who, now()


def _known(tx: Session, upload: str, *, lock: bool = False) -> Upload:
    row = store_uploads.upload(tx, upload, lock=lock)
    if row is None:
        raise Refusal(
            "not_found",
            "upload_not_found",
            Text("Такой загрузки нет.", "There is no such upload."),
            rule="2.1.5",
            where="upload",
            todo=Text("Посмотрите список: GET /v1/uploads.", "See the list: GET /v1/uploads."),
        )
    return row


def _decided(row: Upload) -> Refusal:
    ru = {"accepted": "принята", "declined": "отклонена"}[row.state]
    return Refusal(
        "conflict",
        "upload_decided",
        Text(f"Загрузка уже {ru}.", f"The upload is {row.state} already."),
        rule="2.1.5",
        todo=Text(
            "Чтобы решить иначе, загрузите нужное содержание сами.",
            "To decide otherwise, upload the content that you want.",
        ),
    )
