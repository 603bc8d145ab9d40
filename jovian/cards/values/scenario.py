"""What a scenario file says: the table, who deploys where, what wins, and models placed beforehand.

Inches from the table's lower left, headings in whole degrees, 0 up the table and clockwise positive.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from jovian.cards.values.card import Sourced, UnitCard
from jovian.cards.values.fitting import fitted
from jovian.cards.values.piece import PieceCard
from jovian.cards.values.upgrade import Loaded, UpgradeCard, in_use
from jovian.frozen import freeze_mapping, frozen


@frozen
class StationCard:
    """What a scenario says of a space station or an unidentified object; what is None is rolled before the game."""

    name: str
    owner: int | None = None
    """The side that has it, None for a neutral one."""
    tv: int = 0
    structure: int | None = None
    """Its undamaged Structure, from which its other ratings follow."""
    hangers: int | None = None
    """How many squadrons it holds, 0 for none."""
    weapons: str | None = None
    """One of `names.STATION_WEAPONS`."""
    dock: bool = False
    """May a ship dock with it, where the scenario has docked ships (R85)?"""
    boarders: tuple[int, int] = (0, 0)
    """Marines of side 0 and of side 1 that are aboard, of a neutral one."""
    search: tuple[int, int] = (0, 0)
    """Search tokens of side 0 and of side 1, of an unidentified object."""


@frozen
class TerrainCard:
    """One piece of terrain: a circle or a polygon about (x, y), turned to the heading."""

    id: str
    kind: str
    """One of `names.TERRAIN_KINDS`."""
    x: float
    y: float
    heading: int
    """Of a comet: where it flies; its tail lies the other way."""
    radius: float | None
    """Of a circle, or of the body of a comet; None for a polygon."""
    points: tuple[tuple[float, float], ...]
    """Corners of a simple polygon, counterclockwise, relative to (x, y) at heading 0; () for a circle."""
    tail_length: float = 0.0
    """Of a comet: its tail is a strip that starts at the body's center and ends this far behind it; 0 without one."""
    tail_width: float = 0.0
    moves: bool = True
    """Of a comet: does it fly, or stay where it is?"""
    station: StationCard | None = None
    """Of what is a model as well: a space station, an unidentified object."""
    edge: str = ""
    """Of what lies along an edge of the table: one of `names.EDGES`; x and y are the middle of it then."""
    thickness: float = 0.0
    """Of an atmosphere: how far it reaches from the edge, inches; 0 if a die says so as the game begins."""


@frozen
class Placement:
    """A model that a scenario sets on the table, or aboard another, in the state it is in."""

    id: str
    card: str
    """The key of its unit card."""
    side: int
    x: float
    y: float
    heading: int
    name: str
    structure: int | None
    """The current rating, None if undamaged."""
    ratings: Mapping[str, int]
    """Current ratings of other tracks that are damaged (`defense`, `sensors`, `thrusters`, `marines`)."""
    fuel: int | None
    """The current rating, None if full."""
    damaged: tuple[str, ...]
    """Ids of damaged mounts (`a1`) and names of damaged system traits."""
    states: Mapping[str, int]
    """States by name, with their value (1 where a state has none)."""
    activated: bool
    embarked_in: str
    """The id of the model or the space station it is aboard, empty if it is on the table."""
    escorting: str = ""
    """The id of the ship of its own side that it escorts, empty without one (v1.2.4 Action > Escorting)."""
    assaulting: str = ""
    """The id of the enemy ship that it assaults, empty without one (v1.2.4 Action > Assaulting)."""
    formation: str = ""
    """The id of another squadron of its Formation, empty without one; see `company.formations`."""
    cargo: tuple[str, ...] = ()
    """What its Cargo slots hold, of `names.CARGO`."""
    loads: Mapping[str, int] = field(default_factory=lambda: freeze_mapping({}))
    """How many tokens of each name it carries."""
    upgrades: tuple[UpgradeCard, ...] = ()
    """Characters aboard, and what a squadron has more of."""
    hardpoints: tuple[Loaded, ...] = ()
    """The hardpoints that are filled."""
    touching: str = ""
    """The id of the model or the station that it is put in contact with, empty without one."""
    at: str = ""
    """The side of that model at which it stands: `fore`, `starboard`, `aft` or `port`; empty if x and y say it."""

    def flown(self, card: UnitCard) -> UnitCard:
        """Its unit card with its upgrades, as it is played."""
        return fitted(card, self.upgrades, self.hardpoints)


@frozen
class ZoneCard:
    """A deployment zone that a scenario draws: a polygon, or a circle."""

    whose: int | str
    """A side, or a role: `attacker` or `defender`."""
    points: tuple[tuple[float, float], ...] = ()
    """The corners of a simple polygon, in inches of the table; () for a circle."""
    x: float = 0.0
    y: float = 0.0
    radius: float = 0.0


@frozen
class ScenarioCard(Sourced):
    """A scenario."""

    key: str
    """The stem of its file."""
    name: str
    summary: str
    width: float
    height: float
    zones: str
    deployment: str
    initiative: str | int
    """One of `names.INITIATIVES`, or the side that has it."""
    turn: int
    """The turn it starts in, 1 unless it places models."""
    turns: int
    """How many turns are played."""
    objectives: tuple[PieceCard, ...]
    special_rules: tuple[PieceCard, ...]
    docking: bool
    """Whether capital ships may start embarked in a ship with Dock (R85)."""
    fleets: tuple[str, ...]
    """Stems of the two ready fleets, side 0 first; () if it places its models itself."""
    terrain: tuple[TerrainCard, ...]
    models: tuple[Placement, ...]
    layout: str
    """How the table is laid out instead of by `terrain`: one of `names.LAYOUTS`, "" if by `terrain`."""
    source_text: str = field(compare=False, repr=False)
    """`source` as JSON."""
    briefing: str = ""
    """What both sides are told before the game, paragraphs set apart by empty lines; "" for the summary alone."""
    tokens: tuple[PieceCard, ...] = ()
    """What models may carry that scores."""
    areas: tuple[ZoneCard, ...] = ()
    """The zones that it draws itself, in place of those that `zones` names."""
    early_end: tuple[PieceCard, ...] = ()
    """What ends the game before its last turn."""

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def upgrades(self) -> dict[str, UpgradeCard]:
        """Every upgrade card that its models have, by name."""
        return in_use(self.models)
