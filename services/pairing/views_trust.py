"""Explanations of a draw and the checker's report as people read them."""

from services.pairing.domain import explain_words
from services.pairing.domain.checker import Report
from services.pairing.domain.explain import Alternative, ByeReason, Explanation
from services.pairing.domain.swiss import Costs
from services.pairing.schemas.parts import SeatOut
from services.pairing.schemas.trust import (
    AlternativeOut,
    ByeReasonOut,
    CheckedOut,
    CheckOut,
    DrawCostsOut,
    ExplanationOut,
    FindingOut,
    PassedOverOut,
    UncheckedOut,
)
from services.pairing.views import View
from shared.problems import say


def explanation_out(view: View, found: Explanation) -> ExplanationOut:
    """Why a player does in a round what he does."""
    mine, his = found.points
    forced = found.how == "drawn" and (found.other is None or found.other.decided == "S.2")
    return ExplanationOut(
        round=found.round,
        how=found.how,
        table=found.table,
        opponent=_seat(view, found.opponent),
        points=None if mine is None else mine / 2,
        points_x2=mine,
        opponent_points=None if his is None else his / 2,
        opponent_points_x2=his,
        rematch=found.rematch,
        forced=forced,
        seed=found.seeds[0],
        opponent_seed=found.seeds[1],
        costs=None if found.costs is None else _costs(found.costs),
        other=_other(view, found.other),
        bye=None if found.bye is None else _bye(view, found.bye),
        message=say(explain_words.told(found, _called(view)), view.lang),
        **view.seat(found.entry).model_dump(),
    )


def check_out(view: View, report: Report) -> CheckOut:
    """What the checker found, and what it did not look at."""
    return CheckOut(
        tournament=view.state.id,
        version=view.state.version,
        broken=len(report.broken),
        findings=[
            FindingOut(
                rule=each.rule,
                code=each.code,
                kind=each.kind,
                round=each.round,
                entries=[view.seat(entry) for entry in each.entries if entry in view.state.entries],
                more=each.more,
                message=say(each.text, view.lang),
            )
            for each in report.findings
        ],
        checked=[CheckedOut(rule=rule, times=times) for rule, times in report.checked.items()],
        unchecked=[
            UncheckedOut(rule=each.rule, round=each.round, message=say(each.text, view.lang))
            for each in report.unchecked
        ],
    )


def _bye(view: View, bye: ByeReason) -> ByeReasonOut:
    return ByeReasonOut(
        byes=bye.byes,
        points=bye.points / 2,
        points_x2=bye.points,
        equals=[view.seat(entry) for entry in bye.equals],
        passed_over=[
            PassedOverOut(
                byes=each.byes,
                points=each.points / 2,
                points_x2=each.points,
                rule=each.rule,
                **view.seat(each.entry).model_dump(),
            )
            for each in bye.passed_over
        ],
        higher=bye.higher,
        other=_other(view, bye.other),
        message=say(explain_words.of_bye(bye, _called(view)), view.lang),
        **view.seat(bye.entry).model_dump(),
    )


def _other(view: View, best: Alternative | None) -> AlternativeOut | None:
    if best is None:
        return None
    return AlternativeOut(
        opponent=_seat(view, best.opponent),
        bye=_seat(view, best.bye),
        costs=_costs(best.costs),
        decided=best.decided,
        more=best.more,
        changed=best.changed,
    )


def _costs(costs: Costs) -> DrawCostsOut:
    return DrawCostsOut(
        rematches=costs.rematches,
        byes=costs.byes,
        bye_points_x2=costs.bye_points,
        squares=costs.squares / 4,
        squares_x4=costs.squares,
        floats=costs.floats,
    )


def _seat(view: View, entry: int | None) -> SeatOut | None:
    return None if entry is None else view.seat(entry)


def _called(view: View) -> explain_words.Called:
    def called(entry: int) -> str:
        return view.seat(entry).name

    return called
