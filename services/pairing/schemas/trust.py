"""Why a round is drawn as it is (S.2–S.6), and what the checker makes of a tournament."""

from pydantic import BaseModel, Field

from services.pairing.domain.checker.findings import Kind
from services.pairing.domain.explain import Decided, How
from services.pairing.schemas.parts import SeatOut


class DrawCostsOut(BaseModel):
    """What the rules weigh of a draw, in their order; less is better."""

    rematches: int = Field(description="S.2: pairs that met before.")
    byes: int = Field(description="S.3: wins without a game that whoever has the bye had before.")
    bye_points_x2: int = Field(description="S.4: his points, twice.")
    squares: float = Field(description="S.5: the sum of squared differences of points.")
    squares_x4: int = Field(description="S.5, exact: four times that.")
    floats: int = Field(description="S.6: players who float again in the same direction.")


class AlternativeOut(BaseModel):
    """The best draw in which it is otherwise."""

    opponent: SeatOut | None = Field(description="Whom he would meet; null: he would have the bye.")
    bye: SeatOut | None = Field(description="Who would have the bye.")
    costs: DrawCostsOut
    decided: Decided | None = Field(
        description="The first rule in which it is worse; `lot`: in none; null: it is better, so "
        "the round was not drawn by these rules.",
        examples=["S.5"],
    )
    more: int = Field(
        description="By how much it is worse there, in that rule's unit; points ×2, squares ×4."
    )
    changed: int = Field(description="How many of its pairs are not in the round.")


class PassedOverOut(SeatOut):
    """One who did not get the bye, though he has fewer points or has had fewer byes."""

    byes: int
    points: float
    points_x2: int
    rule: Decided = Field(
        description="S.3: more byes; S.4: more points; S.2: others would have to meet again."
    )


class ByeReasonOut(SeatOut):
    """Who has the bye, and why (S.3, S.4)."""

    byes: int = Field(description="Wins without a game before.")
    points: float
    points_x2: int
    equals: list[SeatOut] = Field(description="Others with as few byes and points.")
    passed_over: list[PassedOverOut]
    higher: int = Field(description="How many others have more points, or as many and more byes.")
    other: AlternativeOut | None = Field(description="The best draw with the bye elsewhere.")
    message: str = Field(description="In the language asked for.")


class ExplanationOut(SeatOut):
    """Why a player does in a round what he does; as things stood when it was published."""

    round: int
    how: How = Field(
        description="drawn, bye: by S.2–S.6; by_hand, bye_by_hand: S.8; bracket, third_place, "
        "bracket_bye: T.9; absent: he is not in the round."
    )
    table: int | None
    opponent: SeatOut | None
    points: float | None = Field(description="His, before the round.")
    points_x2: int | None
    opponent_points: float | None
    opponent_points_x2: int | None
    rematch: bool = Field(description="S.2: they met before.")
    forced: bool = Field(description="S.2: no other draw is free of further rematches.")
    seed: int | None = Field(description="T.9")
    opponent_seed: int | None = Field(description="T.9")
    costs: DrawCostsOut | None = Field(description="Of all that was drawn of the round.")
    other: AlternativeOut | None = Field(description="The best draw in which it is otherwise.")
    bye: ByeReasonOut | None = Field(description="Whoever has the round's bye, and why.")
    message: str = Field(description="All of it in plain words, in the language asked for.")


class FindingOut(BaseModel):
    """A rule that was broken, or a remark."""

    rule: str = Field(description="Id in the rules index.", examples=["S.5"])
    code: str = Field(description="Stable name for programs.", examples=["not_least"])
    kind: Kind = Field(
        description="remark: nobody's fault: set by the judge (S.8), or a rematch that had to be."
    )
    round: int | None = Field(description="Null: of the tournament as a whole.")
    entries: list[SeatOut] = Field(description="Whose it is.")
    more: int = Field(
        description="By how much, in the rule's unit: points ×2, squares of them for S.5."
    )
    message: str = Field(description="In the language asked for.")


class CheckedOut(BaseModel):
    """What was judged."""

    rule: str
    times: int = Field(description="How many rounds, tables or rows.")


class UncheckedOut(BaseModel):
    """What was not judged, and why."""

    rule: str
    round: int | None
    message: str


class CheckOut(BaseModel):
    """What the independent checker makes of a tournament."""

    tournament: str
    version: int = Field(description="Events in its log by then.")
    broken: int = Field(description="How many findings are no remarks.")
    findings: list[FindingOut]
    checked: list[CheckedOut]
    unchecked: list[UncheckedOut]
