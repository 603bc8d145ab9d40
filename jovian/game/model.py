"""One model on (or off) the table, and the boxes of its card that have been marked.

A `Model` is mutable and cheap to copy: a game is cloned for every look ahead. The printed card is shared.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from jovian.cards import Mount, UnitCard
from jovian.table import Pose, Shape

TABLE = "table"
RESERVE = "reserve"
EMBARKED = "embarked"
DESTROYED = "destroyed"
WITHDRAWN = "withdrawn"

NEUTRAL = 2
"""In place of a side: nobody's. What is neutral never activates nor reacts (R33)."""
OBJECT = "object"
"""The kind of an unidentified object, which is neither ship nor squadron (R33)."""

ESCORTING, ASSAULTING, CRIPPLED, CONCEALED = "escorting", "assaulting", "crippled", "concealed"
OVERDRIVEN = "overdriven-"
"""The states that a model itself knows by name, the last with the track that is run as if undamaged."""

_shapes: dict[tuple[str, float, float], Shape] = {}


def base_shape(card: UnitCard) -> Shape:
    """The base of a card (R14), as an interned shape."""
    shape = _shapes.get(card.base)
    if shape is None:
        kind, width, length = card.base
        if kind == "rect":
            shape = Shape.rect(width, length)
        elif kind == "hex":
            shape = Shape.hexagon(width)
        else:
            shape = Shape.circle(width / 2)
        _shapes[card.base] = shape
    return shape


class StockBox(NamedTuple):
    """A box of the stock of a Drone Bay: one drone squadron."""

    mount: str
    drone_class: int
    """1 to 3."""

    def __str__(self) -> str:
        """The name under which the digest counts it."""
        return f"{self.mount} class {self.drone_class}"


class Model:
    """One capital ship or squadron.

    `owner` is the side that brought it, `side` the one that controls it now (R78); NEUTRAL is nobody. `marks` counts
    the marked boxes of each track, `damaged` holds the ids of damaged mounts, `states` the states it is in with their
    value.
    """

    __slots__ = (
        "activated",
        "base",
        "card",
        "cargo",
        "damaged",
        "formation",
        "host",
        "id",
        "loads",
        "marks",
        "name",
        "owner",
        "pinned_by",
        "place",
        "pose",
        "public",
        "side",
        "states",
        "stock_used",
    )

    def __new__(cls, *_: object) -> Model:
        """As any class does; compiled it would ask of a copy what is asked of a new model."""
        return super().__new__(cls)

    def __init__(self, ident: str, card: UnitCard, owner: int, name: str = "") -> None:
        self.id = ident
        self.card = card
        self.name = name or card.name
        self.owner = owner
        self.side = owner
        self.base = base_shape(card)
        self.pose = Pose(0.0, 0.0, 0)
        """Where it stands, if it stands on the table."""
        self.place = RESERVE
        """Where it is: TABLE, RESERVE, EMBARKED, DESTROYED or WITHDRAWN."""
        self.public = False
        """Do both sides know its card?"""
        self.activated = False
        """Is its activation of this turn over?"""
        self.host = ""
        """The id of the ship that it is aboard, escorts or assaults."""
        self.formation = ""
        """The id of the squadron that leads its Formation, its own if it leads; "" outside of one."""
        self.cargo: tuple[str, ...] = ()
        """What its cargo slots hold; on a view of the side that does not control it, nothing."""
        self.loads: tuple[tuple[str, int], ...] = ()
        """How many it carries of each token of the scenario, by name; only those of which it carries any."""
        self.pinned_by = ""
        """The id of the ship whose fire suppresses it."""
        self.marks: dict[str, int] = {}
        self.damaged: tuple[str, ...] = ()
        self.states: dict[str, int] = {}
        self.stock_used: tuple[StockBox, ...] = ()
        """A box for each drone squadron that its Drone Bays have launched."""

    def copy(self) -> Model:
        """A copy that shares nothing that can change."""
        new = self._alike()
        new.marks, new.states = self.marks.copy(), self.states.copy()
        return new

    def _alike(self) -> Model:
        """A copy that lacks its marks and states."""
        new = Model.__new__(Model)
        new.id, new.card, new.name, new.owner, new.side = self.id, self.card, self.name, self.owner, self.side
        new.base, new.pose, new.place, new.public = self.base, self.pose, self.place, self.public
        new.activated, new.host, new.formation, new.damaged = self.activated, self.host, self.formation, self.damaged
        new.cargo, new.loads, new.pinned_by, new.stock_used = self.cargo, self.loads, self.pinned_by, self.stock_used
        return new

    def at(self, pose: Pose) -> Model:
        """The model as if it stood at a pose: what the rules are asked about where it does not stand.

        It is only to look at, never to change; its formation and the squadrons in contact with it are taken to have
        come along to their places about it (`members`, `follow`).
        """
        new = self._alike()
        new.marks, new.states = self.marks, self.states
        new.pose = pose
        return new

    def supposed(
        self, *, marks: dict[str, int] | None = None, states: dict[str, int] | None = None, base: Shape | None = None
    ) -> Model:
        """The model as if other boxes were marked, it were in further states, or had another base: only to look at.

        `marks` and `states` are those that differ, by name.
        """
        new = self.copy()
        new.marks.update(marks or {})
        new.states.update(states or {})
        new.base = base or self.base
        return new

    @property
    def capital(self) -> bool:
        """Is it a capital ship?"""
        return self.card.kind == "capital"

    @property
    def is_concealed(self) -> bool:
        """Is what its hardpoints hold not known to the other side? (v1.2.4 Traits > Q-Ship)"""
        return CONCEALED in self.states

    @property
    def open_card(self) -> UnitCard:
        """The card as both sides know it, if they know it at all."""
        return self.card.cover or self.card if CONCEALED in self.states else self.card

    @property
    def on_table(self) -> bool:
        """Does it stand on the table?"""
        return self.place == TABLE

    @property
    def alive(self) -> bool:
        """Is it still in the game, wherever it is?"""
        return self.place in (TABLE, RESERVE, EMBARKED)

    @property
    def aboard(self) -> bool:
        """Is it embarked?"""
        return self.place == EMBARKED

    @property
    def neutral(self) -> bool:
        """Is it nobody's?"""
        return self.side == NEUTRAL

    @property
    def drone(self) -> bool:
        """Is it a drone squadron?"""
        return self.card.squadron_type == "drone"

    @property
    def escorting(self) -> bool:
        """Does it fly as an escort in contact with a ship? (v1.2.4 States > Escorting)"""
        return ESCORTING in self.states

    @property
    def assaulting(self) -> bool:
        """Does it cling to the hull of an enemy ship? (v1.2.4 Action > Assaulting)"""
        return ASSAULTING in self.states

    @property
    def is_attached(self) -> bool:
        """Does it move along with a ship, as an escort or an assailant?"""
        return self.host != "" and self.place == TABLE

    @property
    def is_crippled(self) -> bool:
        """Is it a capital ship without Structure? (v1.2.4 States > Crippled)"""
        return CRIPPLED in self.states

    def boxes(self, track: str) -> tuple[int, ...]:
        """The printed boxes of a track, highest first; empty if the card has none."""
        return self.card.tracks.get(track, ())

    def rating(self, track: str) -> int:
        """The rating that is left: the highest unmarked box, 0 with none (R67); the printed one while Overdriven."""
        boxes = self.card.tracks.get(track, ())
        marked = self.marks.get(track, 0)
        if self.states and boxes and OVERDRIVEN + track in self.states:
            return boxes[0]
        return boxes[marked] if marked < len(boxes) else 0

    def unmarked(self, track: str) -> int:
        """How many boxes of a track are unmarked."""
        return len(self.card.tracks.get(track, ())) - self.marks.get(track, 0)

    def mount(self, ident: str) -> Mount | None:
        """The mount of that id on the card, None if there is none."""
        for mount in self.card.mounts:
            if mount.id == ident:
                return mount
        return None

    def digested(self) -> tuple[object, ...]:
        """Everything that can change, as plain integers and strings: what the digest reads."""
        x, y, heading = self.pose
        return (
            self.id, self.card.key, self.owner, self.side, self.place, self.public, self.activated, self.host,
            self.formation, self.pinned_by, round(x * 10000), round(y * 10000), heading,
            sorted(self._marks().items()), sorted(self.damaged), sorted(self.states.items()), *self.loads,
        )  # fmt: skip

    def _marks(self) -> dict[str, int]:
        """All boxes that are marked, by name, those of stocks among them."""
        return {**self.marks, **Counter(map(str, self.stock_used))} if self.stock_used else self.marks

    def __repr__(self) -> str:
        return f"<{self.name} {self.id} side {self.side} {self.place} {tuple(self.pose)}>"
