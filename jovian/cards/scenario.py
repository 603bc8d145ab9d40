"""Scenarios as frozen values, and checks of placed models that belong together.

Lengths are inches from the lower left corner of the table. Headings are whole degrees, 0 up the table and clockwise
positive.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, NamedTuple

from jovian.cards.files import Document, suggest_names
from jovian.cards.fleet import Loaded, Sourced, UnitCard, UpgradeCard, in_use, with_upgrades
from jovian.cards.names import TERRAIN_KINDS
from jovian.frozen import freeze_mapping, frozen

# --- Values ---


@frozen
class PieceCard:
    """A special rule, objective, token, ending, or count of a scenario, with its parameters."""

    kind: str
    """Its name in `rules/setup/catalogs.py`."""
    parameters: tuple[tuple[str, Any], ...] = ()
    """The keys of the file and their values: numbers, texts, tuples, or further pieces."""

    def __getitem__(self, key: str) -> Any:
        """Return a parameter. Raises KeyError for one that the file doesn't give."""
        return dict(self.parameters)[key]


@frozen
class StationCard:
    """The ratings of a space station or an unidentified object. What is None is rolled before the game."""

    name: str
    owner: int | None = None
    """The side that owns it, or None if it is neutral."""
    tv: int = 0
    structure: int | None = None
    """The undamaged Structure. Other ratings follow from it."""
    hangers: int | None = None
    """The number of squadrons that it can hold."""
    weapons: str | None = None
    """One of `names.STATION_WEAPONS`."""
    dock: bool = False
    """Whether a ship may dock with it, if the scenario has docked ships (R85)."""
    boarders: tuple[int, int] = (0, 0)
    """The marines of side 0 and side 1 aboard, if it is neutral."""
    search: tuple[int, int] = (0, 0)
    """The search tokens of side 0 and side 1, if it is an unidentified object."""


@frozen
class TerrainCard:
    """A piece of terrain: a circle or polygon around (x, y), turned to the heading."""

    id: str
    kind: str
    """One of `names.TERRAIN_KINDS`."""
    x: float
    y: float
    heading: int
    """A comet flies in this direction. Its tail points the other way."""
    radius: float | None
    """The radius of a circle or of the body of a comet, or None for a polygon."""
    points: tuple[tuple[float, float], ...]
    """The corners of a simple polygon, counterclockwise, relative to (x, y) at heading 0, or () for a circle."""
    tail_length: float = 0.0
    """The length of a comet's tail from the center of its body, or 0."""
    tail_width: float = 0.0
    moves: bool = True
    """Whether a comet moves."""
    station: StationCard | None = None
    """The ratings of a space station or an unidentified object, which are models, too."""
    edge: str = ""
    """One of `names.EDGES` for a piece along an edge, whose middle is (x, y), or ""."""
    thickness: float = 0.0
    """The thickness of an atmosphere, or 0 if a die decides when the game begins."""


@frozen
class Placement:
    """A model that a scenario places on the table or aboard another model, with its state."""

    id: str
    card: str
    """The key of its unit card."""
    side: int
    x: float
    y: float
    heading: int
    name: str
    structure: int | None
    """The current rating, or None if undamaged."""
    ratings: Mapping[str, int]
    """The current ratings of other damaged tracks (`defense`, `sensors`, `thrusters`, `marines`)."""
    fuel: int | None
    """The current rating, or None if full."""
    damaged: tuple[str, ...]
    """The ids of damaged mounts (`a1`) and the names of damaged system traits."""
    states: Mapping[str, int]
    """The values of its states by name, 1 for a state without a value."""
    activated: bool
    embarked_in: str
    """The id of the model or station that carries it, or "" on the table."""
    escorting: str = ""
    """The id of the friendly ship that it escorts, or "" (v1.2.4 Action > Escorting)."""
    assaulting: str = ""
    """The id of the enemy ship that it assaults, or "" (v1.2.4 Action > Assaulting)."""
    formation: str = ""
    """The id of another squadron of its Formation, or "". See `formations`."""
    cargo: tuple[str, ...] = ()
    """The content of its Cargo slots, of `names.CARGO`."""
    loads: Mapping[str, int] = field(default_factory=lambda: freeze_mapping({}))
    """The number of tokens that it carries, by name."""
    upgrades: tuple[UpgradeCard, ...] = ()
    """Characters aboard, or improvements of a squadron."""
    hardpoints: tuple[Loaded, ...] = ()
    """The filled hardpoints."""
    touching: str = ""
    """The id of the model or station that it is placed in contact with, or ""."""
    at: str = ""
    """The side of that model: `fore`, `starboard`, `aft`, or `port`, or "" if x and y decide."""

    def flown(self, card: UnitCard) -> UnitCard:
        """Return its unit card with its upgrades."""
        return with_upgrades(card, self.upgrades, self.hardpoints)


@frozen
class ZoneCard:
    """A deployment zone that a scenario draws: a polygon or a circle."""

    whose: int | str
    """A side, or a role: `attacker` or `defender`."""
    points: tuple[tuple[float, float], ...] = ()
    """The corners of a simple polygon, or () for a circle."""
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
    """One of `names.INITIATIVES`, or the side with initiative."""
    turn: int
    """The first turn, 1 unless it places models."""
    turns: int
    """The last turn."""
    objectives: tuple[PieceCard, ...]
    special_rules: tuple[PieceCard, ...]
    docking: bool
    """Whether capital ships may start embarked in a ship with Dock (R85)."""
    fleets: tuple[str, ...]
    """The stems of the two ready fleets, side 0 first, or () if it places models."""
    terrain: tuple[TerrainCard, ...]
    models: tuple[Placement, ...]
    layout: str
    """One of `names.LAYOUTS`, or "" if `terrain` lists the table."""
    source_text: str = field(compare=False, repr=False)
    """`source` as JSON."""
    briefing: str = ""
    """The text that both sides read before the game, with empty lines between paragraphs, or ""."""
    tokens: tuple[PieceCard, ...] = ()
    """Tokens that models carry."""
    areas: tuple[ZoneCard, ...] = ()
    """The zones that it draws itself, or () if `zones` names them."""
    early_end: tuple[PieceCard, ...] = ()
    """Conditions that end the game before its last turn."""

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def upgrades(self) -> dict[str, UpgradeCard]:
        """All upgrade cards of its models, by name."""
        return in_use(self.models)


# --- Placed models that belong together ---
# These checks are about who is aboard, escorts, assaults, or flies in formation with whom (v1.2.4 States > Embarked,
# Action > Assaulting and Escorting, Traits > Dock, Formation and Hangers; R35, R74, R75, R85).
# `rules/setup/start_positions.py` checks whether bases touch or overlap.

LINKS = ("embarked_in", "escorting", "assaulting")
"""A model may have only one of these keys."""
PAIR, WITH_ACE = 2, 3
"""The most squadrons in a Formation, without and with an Ace."""


def formations(models: Iterable[Placement]) -> list[list[Placement]]:
    """Return the Formations of placed models, each in the order of the list. One of two members names the other."""
    groups: list[list[Placement]] = []
    for model in models:
        linked = [
            group for group in groups
            if any(model.formation == member.id or member.formation == model.id for member in group)
        ]  # fmt: skip
        members = [member for group in linked for member in group]
        groups = [group for group in groups if group not in linked] + [[*members, model]]
    return [group for group in groups if len(group) > 1]


def check_company(
    placed: list[Placement], terrain: Sequence[TerrainCard], cards: Mapping[str, UnitCard], docking: bool,
    document: Document,
) -> None:  # fmt: skip
    """Record the first error of each model in the document."""
    company = _Company(placed, terrain, cards, docking)
    for index, model in enumerate(placed):
        key, fault = next((fault for fault in company.faults(model) if fault[1]), ("", ""))
        document.add_error_if(bool(fault), ("models", index, key), f"model {model.id}: {fault}")


class _Host(NamedTuple):
    """A placed model or a station that carries, or is in contact with, other models."""

    id: str
    side: int | None
    """None if it is neutral."""
    capital: bool
    hangers: int | None
    """The number of squadrons that it can hold, or None if it is rolled."""
    docks: int
    """The number of ships that it can hold."""
    escorted: bool = False
    """Whether it has CAP."""
    embarked_in: str = ""
    open_to: tuple[bool, ...] = (False, False)
    """The sides whose squadrons may be aboard a neutral object: sides with marines there."""


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
    """The placed models by id. Its methods return an error text, or ""."""

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
        return self.cards[model.id]

    def faults(self, model: Placement) -> Iterable[tuple[str, str]]:
        """Yield the key and the error of each check. A check relies on the ones before it."""
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
        """Check that a model isn't aboard itself, directly or through others."""
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
            return f"'{carrier.id}' has its Hangers rolled, so no model can be aboard: set the key hangers"
        others = [m for m in self.placed.values() if m.embarked_in == carrier.id]
        taken = sum(self.card(m).kind == self.card(model).kind for m in others)
        return _first(
            (not squadron and not self.docking, "a capital ship is embarked only if the scenario says docking: true"),
            (self.card(model).drone, "a drone is never embarked"),
            (places == 0, f"'{carrier.id}' has no {trait}"),
            (not squadron and self.card(model).trait("Dock") is not None, "a ship with Dock is never embarked"),
            (carrier.side is None and not carrier.open_to[model.side], f"'{carrier.id}' is neutral"),
            (carrier.side not in (None, model.side), f"'{carrier.id}' is of the other side"),
            (taken > places, f"'{carrier.id}' has {trait} for {places}, not for {taken}"),
        )

    def _touch(self, model: Placement, other: _Host) -> str:
        """Check that the other model is on the table and listed before."""
        above = list(self.placed)[: list(self.placed).index(model.id)]
        late = other.id in self.placed and bool(self.placed[other.id].touching) and other.id not in above
        return _first(
            (bool(model.embarked_in), "is embarked, so it touches nothing"),
            (other.id == model.id, "cannot touch itself"),
            (bool(other.embarked_in), f"'{other.id}' is embarked"),
            (late, f"'{other.id}' touches another model itself: its line must be above this one"),
        )

    def _escort(self, model: Placement, ship: _Host) -> str:
        card = self.card(model)
        bound = not _escorts_anyone(card)
        others = [m for m in self.placed.values() if m.escorting == ship.id and not _escorts_anyone(self.card(m))]
        return self._about(model, ship) or _first(
            (card.drone and card.drone_class != 3, "only a drone of Class III escorts"),
            (ship.side is None, f"'{ship.id}' is neutral"),
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
        """Check what escorts and assailants share."""
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
            (mate is model, "is not a formation by itself"),
            (mate.card != model.card, f"'{mate.id}' is another unit"),
            (mate.side != model.side, f"'{mate.id}' is of the other side"),
            (card.kind != "squadron" or not card.trait("Formation"), f"{card.name} has no Formation"),
            (bool(tied), f"'{tied[0].id if tied else ''}' is aboard or escorting, so in no formation"),
            (mate.assaulting != model.assaulting, f"'{mate.id}' does not assault the same ship"),
            (len(group) > (WITH_ACE if aces else PAIR), f"a formation of {len(group)} is too large"),
        )


def _escorts_anyone(card: UnitCard) -> bool:
    """Return whether a squadron may escort a ship without CAP (R75)."""
    return card.trait("Escort") is not None or card.drone_class == 3


def _first(*rows: tuple[bool, str]) -> str:
    """Return the text of the first condition that holds, or ""."""
    return next((text for wrong, text in rows if wrong), "")
