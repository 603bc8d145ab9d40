"""A scenario, as a value, and what stands with whom in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, NamedTuple

from jovian.cards.files import Document, suggest_names
from jovian.cards.fleet import Loaded, Sourced, UnitCard, UpgradeCard, in_use, with_upgrades
from jovian.cards.names import TERRAIN_KINDS
from jovian.frozen import freeze_mapping, frozen

# --- piece ---
# A piece of a scenario: a named rule, objective or count with its parameters, as a file gives them.


@frozen
class PieceCard:
    """One line of a scenario's special rules, objectives, tokens or endings, or what an objective counts."""

    kind: str
    """By which of its kind the rules know it (`rules/setup/catalogs.py`)."""
    parameters: tuple[tuple[str, Any], ...] = ()
    """What it says besides, by key: numbers, texts, tuples of them, further pieces; only what a file says."""

    def __getitem__(self, key: str) -> Any:
        """A parameter. Raises KeyError for one that is not given."""
        return dict(self.parameters)[key]


# --- scenario ---
# What a scenario file says: the table, who deploys where, what wins, and models placed beforehand.
#
# Inches from the table's lower left, headings in whole degrees, 0 up the table and clockwise positive.


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
        return with_upgrades(card, self.upgrades, self.hardpoints)


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


# --- company ---
# Placed models that belong together: aboard, escorting, assaulting, in formation; and what of it is nonsense.
#
# v1.2.4 States > Embarked, Action > Assaulting and Escorting, Traits > Dock, Formation and Hangers; R35, R74, R75,
# R85. Where they stand is the scenario's word here; whether bases touch or overlap is for the rules to say.

LINKS = ("embarked_in", "escorting", "assaulting")
"""What a model may say only one of."""
PAIR, WITH_ACE = 2, 3
"""Squadrons in a Formation, and with an Ace among them."""


def formations(models: Iterable[Placement]) -> list[list[Placement]]:
    """The Formations of placed models, each in the order of the list; it is enough that one names another."""
    groups: list[list[Placement]] = []
    for model in models:
        joined = [g for g in groups if any(model.formation == m.id or m.formation == model.id for m in g)]
        groups = [g for g in groups if g not in joined] + [[*(m for g in joined for m in g), model]]
    return [group for group in groups if len(group) > 1]


def check_company(
    placed: list[Placement], terrain: Sequence[TerrainCard], cards: Mapping[str, UnitCard], docking: bool,
    document: Document,
) -> None:  # fmt: skip
    """Note what cannot be: the first fault of each model."""
    company = _Company(placed, terrain, cards, docking)
    for index, model in enumerate(placed):
        key, fault = next((each for each in company.faults(model) if each[1]), ("", ""))
        document.add_error_if(bool(fault), ("models", index, key), f"model {model.id}: {fault}")


class _Host(NamedTuple):
    """Whom models are aboard of, or fly close around: a placed model, or a station of the terrain."""

    id: str
    side: int | None
    """None where it is nobody's."""
    capital: bool
    hangers: int | None
    """For how many squadrons it has room, None where that is rolled."""
    docks: int
    """For how many ships."""
    escorted: bool = False
    """Has it CAP?"""
    embarked_in: str = ""
    open_to: tuple[bool, ...] = (False, False)
    """Whose squadrons may be aboard what is nobody's: those of sides with marines there."""


def _ship(model: Placement, card: UnitCard) -> _Host:
    docks = min(1, card.level("Dock"))
    escorted = card.trait("CAP") is not None
    return _Host(
        model.id, model.side, card.kind == "capital", card.level("Hangers"), docks, escorted, model.embarked_in
    )


def _station(piece: TerrainCard, said: StationCard) -> _Host:
    rule = TERRAIN_KINDS[piece.kind]
    open_to = tuple(rule.searched and count > 0 for count in said.boarders)
    return _Host(piece.id, said.owner, rule.owned, said.hangers, int(said.dock), open_to=open_to)


class _Company:
    """The placed models by id, and what is wrong with each; a fault is a text, "" if there is none."""

    def __init__(
        self, placed: list[Placement], terrain: Sequence[TerrainCard], cards: Mapping[str, UnitCard], docking: bool
    ) -> None:
        self.placed = {model.id: model for model in placed}
        self.cards = {model.id: model.flown(cards[model.card]) for model in placed}
        self.hosts = {piece.id: _station(piece, piece.station) for piece in terrain if piece.station is not None}
        self.hosts |= {model.id: _ship(model, self.cards[model.id]) for model in placed}
        self.docking = docking
        self.groups = formations(placed)

    def card(self, model: Placement) -> UnitCard:
        """Its unit card, with its upgrades."""
        return self.cards[model.id]

    def faults(self, model: Placement) -> Iterable[tuple[str, str]]:
        """The key and the fault of each thing to look at; what comes later relies on no fault before it."""
        said = [key for key in LINKS if getattr(model, key)]
        if len(said) > 1:
            yield said[1], f"is either {said[0]} or {said[1]}, not both"
        for key in (*said, "touching", "formation"):
            at, among = getattr(model, key), self.placed if key == "formation" else self.hosts
            yield key, f"'{at}' is not among the models{suggest_names(at, among)}" if at and at not in among else ""
        if model.embarked_in:
            yield "embarked_in", self._ring(model) or self._aboard(model, self.hosts[model.embarked_in])
        if model.escorting:
            yield "escorting", self._escort(model, self.hosts[model.escorting])
        if model.assaulting:
            yield "assaulting", self._assault(model, self.hosts[model.assaulting])
        if model.touching:
            yield "touching", self._touch(model, self.hosts[model.touching])
        if model.formation:
            yield "formation", self._wing(model, self.placed[model.formation])

    def _ring(self, model: Placement) -> str:
        """Nobody is aboard itself, over however many others."""
        at, seen = model.embarked_in, [model.id]
        while at in self.placed:
            if at in seen:
                return f"'{at}' would be aboard itself"
            seen.append(at)
            at = self.placed[at].embarked_in
        return ""

    def _aboard(self, model: Placement, carrier: _Host) -> str:
        squadron = self.card(model).kind == "squadron"
        trait = "Hangers" if squadron else "Dock"
        places = carrier.hangers if squadron else carrier.docks
        if places is None:
            return f"'{carrier.id}' has its Hangers rolled, so nobody is aboard; say how many: hangers"
        others = [m for m in self.placed.values() if m.embarked_in == carrier.id]
        taken = sum(self.card(m).kind == self.card(model).kind for m in others)
        return _first(
            (not squadron and not self.docking, "a capital ship is embarked only if the scenario says docking: true"),
            (self.card(model).drone, "a drone is never embarked"),
            (places == 0, f"'{carrier.id}' has no {trait}"),
            (not squadron and self.card(model).trait("Dock") is not None, "a ship with Dock is never embarked"),
            (carrier.side is None and not carrier.open_to[model.side], f"'{carrier.id}' is nobody's"),
            (carrier.side not in (None, model.side), f"'{carrier.id}' is of the other side"),
            (taken > places, f"'{carrier.id}' has {trait} for {places}, not for {taken}"),
        )

    def _touch(self, model: Placement, other: _Host) -> str:
        """It stands on the table beside what stands there already."""
        above = list(self.placed)[: list(self.placed).index(model.id)]
        late = other.id in self.placed and bool(self.placed[other.id].touching) and other.id not in above
        return _first(
            (bool(model.embarked_in), "is embarked, so it touches nothing"),
            (other.id == model.id, "cannot touch itself"),
            (bool(other.embarked_in), f"'{other.id}' is embarked"),
            (late, f"'{other.id}' is to touch another itself: its line must stand above this one"),
        )

    def _escort(self, model: Placement, ship: _Host) -> str:
        card = self.card(model)
        bound = not _escorts_anyone(card)
        others = [m for m in self.placed.values() if m.escorting == ship.id and not _escorts_anyone(self.card(m))]
        return self._about(model, ship) or _first(
            (card.drone and card.drone_class != 3, "of drones only those of Class III escort"),
            (ship.side is None, f"'{ship.id}' is nobody's"),
            (ship.side != model.side, f"'{ship.id}' is of the other side"),
            (bound and not ship.escorted, f"'{ship.id}' has no CAP"),
            (bound and len(others) > 1, f"'{ship.id}' has another escort"),
        )

    def _assault(self, model: Placement, ship: _Host) -> str:
        return self._about(model, ship) or _first(
            (self.card(model).squadron_type != "exo-armor", "only an exo-armor squadron assaults a ship"),
            (ship.side == model.side, f"'{ship.id}' is of its own side"),
        )

    def _about(self, model: Placement, ship: _Host) -> str:
        """What holds for whoever flies close around a ship."""
        return _first(
            (self.card(model).kind != "squadron", "only a squadron does that"),
            (not ship.capital, f"'{ship.id}' is no capital ship"),
            (bool(ship.embarked_in), f"'{ship.id}' is embarked"),
        )

    def _wing(self, model: Placement, mate: Placement) -> str:
        group = next((g for g in self.groups if model in g), [])
        card = self.card(model)
        aces = any(self.card(m).trait("Ace") for m in group)
        tied = [m for m in (model, mate) if m.embarked_in or m.escorting]
        return _first(
            (mate is model, "is no formation by itself"),
            (mate.card != model.card, f"'{mate.id}' is another unit"),
            (mate.side != model.side, f"'{mate.id}' is of the other side"),
            (card.kind != "squadron" or not card.trait("Formation"), f"{card.name} has no Formation"),
            (bool(tied), f"'{tied[0].id if tied else ''}' is aboard or escorting, so in no formation"),
            (mate.assaulting != model.assaulting, f"'{mate.id}' does not assault the same ship"),
            (len(group) > (WITH_ACE if aces else PAIR), f"a formation of {len(group)} is too large"),
        )


def _escorts_anyone(card: UnitCard) -> bool:
    """Whether it may escort a ship that has no CAP (R75)."""
    return card.trait("Escort") is not None or card.drone_class == 3


def _first(*rows: tuple[bool, str]) -> str:
    """The text of the first row that holds, "" without one."""
    return next((text for wrong, text in rows if wrong), "")
