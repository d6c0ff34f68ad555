"""The contract about the sign-in of people."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, Field, StringConstraints, model_validator

from services.registry.domain.rights import PLACE_OF, Role
from shared.contract import Moment, PlayerId, Slug, Strict

_TOURNAMENT = "6f1c9a52-6f0b-5f0e-9a53-0b0f6f0e7d11"
_CODE = "7KXM4-9TRWD"
TournamentId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f-]{36}$")]


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


class StaffIn(Strict):
    """Who gets which right, and where it holds: the place that goes with the role."""

    player: PlayerId = Field(examples=["1007"])
    role: Role = Field(examples=["head_judge"])
    city: Slug | None = Field(default=None, description="Of a coordinator.")
    club: Slug | None = Field(default=None, description="Of a club's own people.")
    tournament: TournamentId | None = Field(
        default=None, description="Of its staff.", examples=[_TOURNAMENT]
    )
    ends_at: Annotated[Moment, AfterValidator(_utc)] | None = Field(
        default=None,
        description="The last instant; null: until revoked, a tournament's staff 45 days after "
        "its day (D.4.10). Left out: as null, and a right that he has already keeps its end.",
        examples=["2026-12-20T23:59:59+03:00"],
    )

    @model_validator(mode="after")
    def _place_of_the_role(self) -> "StaffIn":
        needed = PLACE_OF[self.role]
        named = [place for place in ("city", "club", "tournament") if getattr(self, place)]
        if named != ([needed] if needed else []):
            if needed is None:
                raise ValueError(
                    f"роль {self.role} действует везде: уберите {', '.join(named)}"
                    f"|the role {self.role} holds everywhere: leave out {', '.join(named)}"
                )
            raise ValueError(
                f"роль {self.role} даётся в одном месте: укажите {needed}, и только его"
                f"|the role {self.role} holds in one place: give {needed}, and nothing else"
            )
        return self


class StaffOut(BaseModel):
    """A person's right."""

    grant: str = Field(description="Names the right.", examples=["5e0c1f2a9b7d4e63"])
    player: str = Field(description="The ID.", examples=["1007"])
    name: str = Field(examples=["Воронцова Алёна"])
    role: Role = Field(examples=["head_judge"])
    city: str | None = Field(default=None, examples=["kazan"])
    club: str | None = Field(default=None, examples=["kazan"])
    tournament: str | None = Field(default=None, examples=[_TOURNAMENT])
    place: str | None = Field(description="In words.", examples=["Кубок Казани, 2026-11-05"])
    given_by: str = Field(examples=["club:kazan:1f3a9c20"])
    given_at: datetime = Field(examples=["2026-11-04T10:00:00Z"])
    ends_at: datetime | None = Field(description="Null: until revoked.")


class StaffCode(StaffOut):
    """A right with a one-time code to sign in. The code is shown this once."""

    code: str = Field(description="Any case, with or without the dash.", examples=[_CODE])
    link: str = Field(examples=[f"http://localhost:8001/sign-in?code={_CODE}"])
    qr: str = Field(description="The link as an SVG image.", examples=["<svg …>…</svg>"])
    code_ends_at: datetime = Field(description="24 hours from now.")


class StaffRevoked(BaseModel):
    """A right that is void, as are all tokens got with it."""

    grant: str = Field(examples=["5e0c1f2a9b7d4e63"])
    revoked_at: datetime = Field(examples=["2026-11-05T16:20:00Z"])


class CodeIn(Strict):
    """A one-time code to exchange."""

    code: Annotated[str, StringConstraints(min_length=1, max_length=60)] = Field(examples=[_CODE])
