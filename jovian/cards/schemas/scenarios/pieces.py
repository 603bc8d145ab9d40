"""What may stand in the lines of a scenario that are made of named pieces: rules, objectives, counts, tokens.

The closed lists: a class a piece, its keys the parameters of the clause that the rules make of it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from jovian.cards.schemas.listed import Among, Edge, OneOf
from jovian.cards.schemas.validate import Extent, Name, Strict
from jovian.cards.values.names import FATES, ROLES, SQUADRON_TYPES
from jovian.cards.values.piece import PieceCard

Points = Annotated[int, Field(ge=-100, le=100)]
Amount = Annotated[int, Field(ge=1, le=1000)]
Turn = Annotated[int, Field(ge=1, le=20)]
Role = Annotated[str, OneOf(ROLES)]
Kind = Literal["capital", "squadron"]
SquadronType = Annotated[str, OneOf(SQUADRON_TYPES)]
Fate = Annotated[str, OneOf(FATES)]
Fates = Annotated[list[Fate], Field(min_length=1, max_length=7)]
Diameter = Annotated[int, Field(ge=2, le=4)]
"""Inches across an unidentified object."""


def _rising(span: list[int]) -> list[int]:
    if span[0] > span[1]:
        raise ValueError("the least comes before the greatest")
    return span


# --- what is counted ---
class Counted(Strict):
    """Which models a count looks at."""

    whose: Literal["own", "enemy"] = "own"
    on: Kind | None = None
    fate: Fates | None = None
    without: Fates | None = None


class CountModels(Counted):
    """How many models. Drones are not counted."""

    of: Literal["models"]


class CountForce(Counted):
    """What share of a side's fleet by full Threat Value, in percent. A captured ship is only captured."""

    of: Literal["force"]


class CountTokens(Counted):
    """How many tokens of a name are carried."""

    of: Literal["tokens"]
    token: Name


class CountPrevented(Counted):
    """How many of the tokens issued at the start their side did not bring home, or the enemy did aboard prizes."""

    of: Literal["prevented"]
    token: Name


class CountBearers(Counted):
    """How many models carry a token of a name."""

    of: Literal["bearers"]
    token: Name


class CountSearched(Strict):
    """How many unidentified objects a side has searched."""

    of: Literal["searched"]
    whose: Literal["own", "enemy"] = "own"


COUNTS: tuple[type[Strict], ...] = (CountModels, CountForce, CountTokens, CountPrevented, CountBearers, CountSearched)
Count = Annotated[Strict, Among("of", COUNTS)]


# --- what gives points, and what ends a game ---
class Awarded(Strict):
    """What every objective says."""

    points: Points
    role: Role | None = None


class Timed(Awarded):
    """One that may be counted in an earlier End Phase than the last."""

    turn: Turn | None = None


class MostVictoryPoints(Awarded):
    """For the most Victory Points."""

    kind: Literal["most_victory_points"]


class Most(Timed):
    """For more of what is counted than the other side."""

    kind: Literal["most"]
    count: Count


class Least(Timed):
    """For less of what is counted than the other side."""

    kind: Literal["least"]
    count: Count


class AtLeast(Timed):
    """For so much of what is counted, or more."""

    kind: Literal["at_least"]
    count: Count
    amount: Amount


class Each(Timed):
    """For each one that is counted."""

    kind: Literal["each"]
    count: Count


class FirstToAttack(Awarded):
    """For whoever attacks first."""

    kind: Literal["first_to_attack"]


OBJECTIVES: tuple[type[Strict], ...] = (MostVictoryPoints, Most, Least, AtLeast, Each, FirstToAttack)
Objective = Annotated[Strict, Among("kind", OBJECTIVES)]


class Ending(Strict):
    """The game ends in the End Phase in which a side has so much of what is counted."""

    role: Role | None = None
    count: Count
    amount: Amount


# --- what is carried ---
class Token(Strict):
    """Something that models carry, and that scores."""

    name: Name
    plural: Name | None = None
    on_captured: Annotated[int, Field(ge=0, le=9)] | None = None
    launch: Annotated[int, Field(ge=0, le=99)] | None = None
    most: Amount | None = None


# --- special rules ---
class BlindedByTheLight(Strict):
    """A solar storm."""

    rule: Literal["blinded-by-the-light"]


class Ambush(Strict):
    """The defender escapes by one edge, which the attacker chooses unless it is said here."""

    rule: Literal["ambush"]
    edge: Edge | None = None


class NoWithdrawal(Strict):
    """Models of a role or kind may not withdraw: before a turn, above so much Structure."""

    rule: Literal["no-withdrawal"]
    role: Role | None = None
    kind: Kind | None = None
    until: Turn | None = None
    above: Annotated[int, Field(ge=0, le=20)] | None = None


class Search(Strict):
    """An action by which models find tokens of a name: so many by N, D, T and Q+."""

    rule: Literal["search"]
    token: Name
    found: Annotated[list[Annotated[int, Field(ge=0, le=99)]], Field(min_length=4, max_length=4)] | None = None
    role: Role | None = None


class ObjectsInFreeQuarters(Strict):
    """Unidentified objects in the middle of the table and of the quarters that are in nobody's zone."""

    rule: Literal["objects-in-free-quarters"]
    size: Annotated[list[Diameter], Field(min_length=2, max_length=2), AfterValidator(_rising)] | None = None
    hangers: Annotated[int, Field(ge=0, le=12)] | None = None


class SearchObjects(Strict):
    """Marines search unidentified objects for so many tokens."""

    rule: Literal["search-objects"]
    tokens: Annotated[int, Field(ge=1, le=20)] | None = None


class RetrieveFromObjects(Strict):
    """Squadrons that launch from a searched object carry a token."""

    rule: Literal["retrieve-from-objects"]
    token: Name


class CometInZone(Strict):
    """A side lays a comet that stays in its own zone before anybody deploys."""

    rule: Literal["comet-in-zone"]
    role: Role
    radius: Extent | None = None
    tail_length: Extent | None = None
    tail_width: Extent | None = None


class Distribute(Strict):
    """A side issues so many tokens to its models in secret before it deploys."""

    rule: Literal["distribute"]
    token: Name
    amount: Amount
    role: Role
    on_capital: Amount | None = None
    on_squadron: Amount | None = None
    squadrons: SquadronType | None = None


class Mine(Strict):
    """Squadrons cut tokens out of a comet with their lances."""

    rule: Literal["mine"]
    token: Name
    defense: Annotated[int, Field(ge=1, le=20)] | None = None
    role: Role | None = None
    squadrons: SquadronType | None = None
    fuel_pods: bool | None = None


RULES: tuple[type[Strict], ...] = (
    Ambush, NoWithdrawal, BlindedByTheLight, Search, ObjectsInFreeQuarters, SearchObjects, RetrieveFromObjects,
    CometInZone, Distribute, Mine,
)
"""Every special rule; one may stand as its bare name where it needs no parameters."""
SpecialRule = Annotated[Strict, Among("rule", RULES, bare=True)]


# --- their values ---


def piece(line: Strict, name: str = "") -> PieceCard:
    """The value of a line: its name is what stands at that key, its parameters all else that it says."""
    said = {key: getattr(line, key) for key in type(line).model_fields if key != name}
    given = tuple((key, _plain(value)) for key, value in said.items() if value is not None)
    return PieceCard(str(getattr(line, name)) if name else "", given)


def _plain(value: object) -> object:
    if isinstance(value, Strict):
        return piece(value, "of")
    return tuple(map(_plain, value)) if isinstance(value, list) else value
