"""A model: one ship, squadron, or object, and the marked boxes of its card.

A `Model` is mutable and cheap to copy, because a game is copied for every look ahead. Copies share the printed card.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from jovian.cards import Base, Mount, UnitCard
from jovian.frozen import frozen
from jovian.table import Pose, Shape

TABLE: Final = "table"
RESERVE: Final = "reserve"
EMBARKED: Final = "embarked"
DESTROYED = "destroyed"
WITHDRAWN = "withdrawn"

NEUTRAL: Final = 2
"""The side of neutral models. They never activate or react (R33)."""
OBJECT = "object"
"""The kind of an unidentified object, which is neither a ship nor a squadron (R33)."""

ESCORTING, ASSAULTING, CRIPPLED, CONCEALED = "escorting", "assaulting", "crippled", "concealed"
OVERDRIVEN = "overdriven-"
"""The states that a `Model` refers to. The last is a prefix for the track that counts as undamaged."""

_shapes: dict[Base, Shape] = {}


def base_shape(card: UnitCard) -> Shape:
    """Return the shape of a card's base (R14). Equal bases share one shape."""
    base = card.base
    shape = _shapes.get(base)
    if shape is None:
        if base.shape == "rect":
            shape = Shape.rect(base.width, base.length)
        elif base.shape == "hex":
            shape = Shape.hexagon(base.width)
        else:
            shape = Shape.circle(base.width / 2)
        _shapes[base] = shape
    return shape


@frozen
class StockBox:
    """One drone squadron in the stock of a Drone Bay."""

    mount: str
    drone_class: int
    """The class of the drones, 1 to 3."""

    def __str__(self) -> str:
        """Return the name that the digest uses."""
        return f"{self.mount} class {self.drone_class}"


class Model:
    """One capital ship, squadron, or unidentified object.

    `owner` is the side that brought it, `side` the one that controls it now (R78), or NEUTRAL. `marks` counts the
    marked boxes of each track. `damaged` holds the ids of damaged mounts. `states` maps each state of the model to its
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
        """Make an instance as any class does. The compiled class would ask for the arguments even when copying."""
        return super().__new__(cls)

    def __init__(self, model_id: str, card: UnitCard, owner: int, name: str = "") -> None:
        self.id = model_id
        self.card = card
        self.name = name or card.name
        self.owner = owner
        self.side = owner
        self.base = base_shape(card)
        self.pose = Pose(0.0, 0.0, 0)
        """The position and heading, if it is on the table."""
        self.place = RESERVE
        """TABLE, RESERVE, EMBARKED, DESTROYED, or WITHDRAWN."""
        self.public = False
        """Whether both sides know its card."""
        self.activated = False
        """Whether it has activated this turn."""
        self.host = ""
        """The id of the ship that it is aboard, escorts, or assaults."""
        self.formation = ""
        """The id of the squadron that leads its Formation (its own id if it leads), "" without a Formation."""
        self.cargo: tuple[str, ...] = ()
        """The content of its cargo slots. Empty on the enemy's view."""
        self.loads: tuple[tuple[str, int], ...] = ()
        """The number of each scenario token that it carries, by name. Other tokens are missing."""
        self.pinned_by = ""
        """The id of the ship that suppresses it."""
        self.marks: dict[str, int] = {}
        self.damaged: tuple[str, ...] = ()
        self.states: dict[str, int] = {}
        self.stock_used: tuple[StockBox, ...] = ()
        """The drone squadrons that its Drone Bays have launched."""

    def copy(self) -> Model:
        """Return a copy that shares nothing mutable."""
        new = self._alike()
        new.marks, new.states = self.marks.copy(), self.states.copy()
        return new

    def _alike(self) -> Model:
        """Return a copy without marks and states."""
        new = Model.__new__(Model)
        new.id, new.card, new.name, new.owner, new.side = self.id, self.card, self.name, self.owner, self.side
        new.base, new.pose, new.place, new.public = self.base, self.pose, self.place, self.public
        new.activated, new.host, new.formation, new.damaged = self.activated, self.host, self.formation, self.damaged
        new.cargo, new.loads, new.pinned_by, new.stock_used = self.cargo, self.loads, self.pinned_by, self.stock_used
        return new

    def at(self, pose: Pose) -> Model:
        """Return the model as if it were at a pose. Read-only: don't change the result.

        The rules assume that its Formation and the squadrons in contact with it have moved along (`formation_members`,
        `follow`).
        """
        new = self._alike()
        new.marks, new.states = self.marks, self.states
        new.pose = pose
        return new

    def supposed(
        self, *, marks: dict[str, int] | None = None, states: dict[str, int] | None = None, base: Shape | None = None
    ) -> Model:
        """Return the model as if it had other marked boxes, other states, or another base. Read-only.

        `marks` and `states` hold only the values that differ, by name.
        """
        new = self.copy()
        new.marks.update(marks or {})
        new.states.update(states or {})
        new.base = base or self.base
        return new

    @property
    def is_capital(self) -> bool:
        return self.card.kind == "capital"

    @property
    def is_concealed(self) -> bool:
        """Whether the enemy doesn't know its hardpoints (v1.2.4 Traits > Q-Ship)."""
        return CONCEALED in self.states

    @property
    def open_card(self) -> UnitCard:
        """The card as the enemy knows it, if the card is public."""
        return self.card.cover or self.card if CONCEALED in self.states else self.card

    @property
    def is_on_table(self) -> bool:
        return self.place == TABLE

    @property
    def is_in_game(self) -> bool:
        """Whether it is still in the game: on the table, in reserve, or embarked."""
        return self.place in (TABLE, RESERVE, EMBARKED)

    @property
    def is_embarked(self) -> bool:
        """Whether it is embarked."""
        return self.place == EMBARKED

    @property
    def is_neutral(self) -> bool:
        """Whether no player controls it."""
        return self.side == NEUTRAL

    @property
    def is_drone(self) -> bool:
        """Whether it is a drone squadron."""
        return self.card.squadron_type == "drone"

    @property
    def is_escorting(self) -> bool:
        """Whether it is an escort in contact with a ship (v1.2.4 Action > Escorting)."""
        return ESCORTING in self.states

    @property
    def is_assaulting(self) -> bool:
        """Whether it is on the hull of an enemy ship (v1.2.4 Action > Assaulting)."""
        return ASSAULTING in self.states

    @property
    def is_attached(self) -> bool:
        """Whether it moves along with a ship, as an escort or on the ship's hull."""
        return self.host != "" and self.place == TABLE

    @property
    def is_crippled(self) -> bool:
        """Whether it is a capital ship without Structure (v1.2.4 States > Crippled)."""
        return CRIPPLED in self.states

    def boxes(self, track: str) -> tuple[int, ...]:
        """Return the printed boxes of a track, highest first. Empty if the card doesn't have the track."""
        return self.card.tracks.get(track, ())

    def rating(self, track: str) -> int:
        """Return the current rating: the highest unmarked box, 0 without any (R67). Overdriven: the printed rating."""
        boxes = self.card.tracks.get(track, ())
        marked = self.marks.get(track, 0)
        if self.states and boxes and OVERDRIVEN + track in self.states:
            return boxes[0]
        return boxes[marked] if marked < len(boxes) else 0

    def unmarked(self, track: str) -> int:
        """Return the number of unmarked boxes of a track."""
        return len(self.card.tracks.get(track, ())) - self.marks.get(track, 0)

    def mount(self, mount_id: str) -> Mount | None:
        """Return the mount with an id, None if the card has none."""
        for mount in self.card.mounts:
            if mount.id == mount_id:
                return mount
        return None

    def digested(self) -> tuple[object, ...]:
        """Return everything that can change as integers and strings, for the digest."""
        x, y, heading = self.pose
        return (
            self.id, self.card.key, self.owner, self.side, self.place, self.public, self.activated, self.host,
            self.formation, self.pinned_by, round(x * 10000), round(y * 10000), heading,
            sorted(self._marks().items()), sorted(self.damaged), sorted(self.states.items()), *self.loads,
        )  # fmt: skip

    def _marks(self) -> dict[str, int]:
        """Return the number of marked boxes by name, including the stock of Drone Bays."""
        return {**self.marks, **Counter(map(str, self.stock_used))} if self.stock_used else self.marks

    def __repr__(self) -> str:
        return f"<{self.name} {self.id} side {self.side} {self.place} {tuple(self.pose)}>"
