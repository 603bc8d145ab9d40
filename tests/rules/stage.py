"""A scripted player: place models anywhere, answer, set dice, and check the results.

Every test of the rules reads like a script. Dice are manual, so each roll is a decision (`faces`) that the script must
answer with exactly the dice it asks for. The stage answers nothing by itself: an answer to another decision raises
`WrongScript`. A script that leaves a reaction, a roll, or a choice open fails at its end (`conftest.py` calls
`all_answered`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from jovian.cards import UnitCard, parse_fleet, parse_scenario, parse_unit, unit_cards
from jovian.game import Activation, Decision, LogEntry, Model, Refusal, Terrain
from jovian.match import Match, Refused, Setup
from jovian.table import distance
from tests.house_rules import with_house_rules
from tests.rules_api import Assessment, RemainingMovement, assess, remaining_movement

REST = ("activate", "declare", "menu", "deploy", "beacon", "corner", "edge")
"""The decisions at which a script may stop: no reaction, roll, or choice is open."""

SHIP: dict[str, Any] = {
    "kind": "capital", "faction": "CEGA", "tv": 40, "version": "1.2.4", "base": "medium", "speed": 4,
    "fire_control": 3, "turns": 1, "skill": 3, "unit_cap": 4, "structure": [3, 2, 1], "defense": [3, 2, 1],
    "sensors": [2, 1], "thrusters": [2, 1],
}  # fmt: skip
"""An unarmed cruiser: Signature 6", no armor, no marines, no traits."""

SQUADRON: dict[str, Any] = {
    "kind": "squadron", "squadron_type": "fighter", "faction": "Jovian", "tv": 10, "version": "1.2.4", "speed": 6,
    "fire_control": 1, "skill": 3, "unit_cap": 4, "structure": [4, 3, 2, 1], "fuel": [3, 2, 1], "sensors": 2,
}  # fmt: skip
"""An unarmed fighter squadron: Signature 3", no armor, no traits."""

DRONE: dict[str, Any] = {
    **SQUADRON, "squadron_type": "drone", "drone_class": 1, "faction": "Common", "tv": 0, "structure": [2, 1],
    "traits": ["Controllable"],
}  # fmt: skip
"""An unarmed drone squadron of Class I that may be commanded."""

PLACED = (
    "id", "structure_left", "ratings", "fuel_left", "damaged", "states", "activated", "embarked_in", "escorting",
    "assaulting", "formation",
)  # fmt: skip
"""Keywords of `ship`, `squadron`, and `printed` about the model's state. All others are fields of its card.

Models with the same card have the same name. An `id` tells the second one from the first.
"""

_running: list[Staged] = []


class WrongScript(AssertionError):
    """The script answers another decision than the pending one."""


@dataclass
class Cast:
    """A model of the script: its card and its scenario line."""

    card: UnitCard
    line: dict[str, Any] = field(default_factory=dict)


def gun(type_: str = "Kinetic Cannon", arcs: tuple[str, ...] = ("turret",), **fields: Any) -> dict[str, Any]:
    """Return a ship's weapon line. `as_` stands for `as`."""
    return {**weapon(type_, **fields), "arcs": list(arcs)}


def weapon(type_: str = "Kinetic Cannon", **fields: Any) -> dict[str, Any]:
    """Return a squadron's weapon line. `as_` stands for `as`."""
    line: dict[str, Any] = {"type": type_, **fields}
    if "as_" in line:
        line["as"] = line.pop("as_")
    return line


def ship(name: str, side: int, at: tuple[float, float], heading: int = 0, **fields: Any) -> Cast:
    """Return a capital ship with the fields of `SHIP`, except given ones. Its id is the lowercase name."""
    return _cast(SHIP, name, side, at, heading, fields)


def squadron(name: str, side: int, at: tuple[float, float], **fields: Any) -> Cast:
    """Return a squadron with the fields of `SQUADRON`, except given ones."""
    return _cast(SQUADRON, name, side, at, 0, fields)


def drone(name: str, side: int, at: tuple[float, float], **fields: Any) -> Cast:
    """Return a drone squadron on the table with the fields of `DRONE`, except given ones."""
    return _cast(DRONE, name, side, at, 0, fields)


def stocked(name: str, drone_class: int, **fields: Any) -> UnitCard:
    """Return the card of a drone squadron for Drone Bays. Its key is `common/<name>`."""
    return parse_unit({**DRONE, "drone_class": drone_class, "name": name, **fields}, f"test card {name}")


def bay(drones: int, stock: list[int], arcs: tuple[str, ...] = ("turret",)) -> dict[str, Any]:
    """Return a ship's Drone Bay."""
    return {"type": "Drone Bay", "arcs": list(arcs), "drones": drones, "stock": stock}


def printed(key: str, side: int, at: tuple[float, float], heading: int = 0, **fields: Any) -> Cast:
    """Return a model with a card of the game, for the rulebook's examples."""
    card = unit_cards()[key]
    return Cast(card, _line(card, card.name.lower(), side, at, heading, fields))


def _cast(
    printed_card: Mapping[str, Any], name: str, side: int, at: tuple[float, float], heading: int, fields: dict[str, Any]
) -> Cast:
    placed = {key: fields.pop(key) for key in PLACED if key in fields}
    card = parse_unit({**printed_card, "name": name, **fields}, f"test card {name}")
    return Cast(card, _line(card, name.lower(), side, at, heading, placed))


def _line(
    card: UnitCard, ident: str, side: int, at: tuple[float, float], heading: int, placed: dict[str, Any]
) -> dict[str, Any]:
    line = {"card": card.key, "id": ident, "side": side, "x": at[0], "y": at[1], "heading": heading}
    names = {"structure_left": "structure", "fuel_left": "fuel"}
    return line | {names.get(key, key): value for key, value in placed.items()}


def rock(kind: str, at: tuple[float, float], **fields: Any) -> dict[str, Any]:
    """Return a terrain line. Its id is its kind by default."""
    return {"kind": kind, "id": kind, "x": at[0], "y": at[1], **fields}


def stage(
    *cast: Cast, terrain: tuple[dict[str, Any], ...] = (), turn: int = 1, initiative: int = 0,
    options: Mapping[str, str] | None = None, yard: tuple[UnitCard, ...] = (), house: tuple[str, ...] = (),
    **scenario: Any,
) -> Staged:  # fmt: skip
    """Return a game in the Activation Phase with these models on the table.

    `yard` is the stock of Drone Bays, and `house` are its house rules.
    """
    cards = {card.key: card for card in (*(each.card for each in cast), *yard)}
    data = {
        "name": "Stage", "summary": "A stage for a test.", "turn": turn, "initiative": initiative,
        "objectives": [{"kind": "most_victory_points", "points": 10}], "terrain": list(terrain),
        "models": [each.line for each in cast], **scenario,
    }  # fmt: skip
    setup = Setup(parse_scenario(data, "test", cards), (), cards, 1, dict(options or {}), True)
    return Staged(with_house_rules(setup, *house) if house else setup)


def muster(
    first: tuple[UnitCard, ...], second: tuple[UnitCard, ...], *, initiative: int | str = 0, **scenario: Any
) -> Staged:
    """Return a game from its first Deployment Phase. Models have their lowercase names as ids."""
    cards = {card.key: card for card in (*first, *second)}
    data = {
        "name": "Muster", "summary": "A stage for a test.", "initiative": initiative, "fleets": ["one", "two"],
        "objectives": [{"kind": "most_victory_points", "points": 10}], **scenario,
    }  # fmt: skip
    fleets = tuple(
        parse_fleet(
            {
                "name": f"Fleet {side}", "faction": units[0].faction, "size": sum(card.tv for card in units) or 1,
                "units": [card.key for card in units],
            },
            "test", cards,
        )
        for side, units in enumerate((first, second))
    )  # fmt: skip
    return Staged(Setup(parse_scenario(data, "test", cards), fleets, cards, 1, {}, True))


class Staged:
    """A running game and the script's commands."""

    def __init__(self, setup: Setup) -> None:
        self.match = Match(setup, keep_all=True)  # Tests can change its state between 2 answers.
        _running.append(self)

    # --- State of the screen ---
    @property
    def asked(self) -> Decision:
        """The pending decision."""
        assert self.match.decision is not None, "the game is over"
        return self.match.decision

    @property
    def kind(self) -> str:
        """The kind of the pending decision, "" after the game."""
        return "" if self.match.decision is None else self.match.decision.kind

    @property
    def act(self) -> Activation:
        """The current activation."""
        act = self.match.state.activation
        assert act is not None, "no model is active"
        return act

    @property
    def room(self) -> RemainingMovement:
        """The remaining movement of the active model."""
        return remaining_movement(self.match.state, self.model(self.act.model), self.act)

    def model(self, ident: str) -> Model:
        """Return a model by its id or its lowercase name."""
        models = self.match.state.models
        if ident in models:
            return models[ident]
        (match,) = [model for model in models.values() if model.name.lower() == ident]
        return match

    def at(self, ident: str) -> tuple[float, float, int]:
        """Return the pose of a model."""
        x, y, heading = self.model(ident).pose
        return round(x, 3), round(y, 3), heading

    def rating(self, ident: str, track: str) -> int:
        """Return the remaining value of a rating."""
        return self.model(ident).rating(track)

    def pieces(self, kind: str) -> list[Terrain]:
        """Return the terrain pieces of a kind."""
        return [piece for piece in self.match.state.terrain.values() if piece.kind == kind]

    def events(self, type_: str) -> list[dict[str, Any]]:
        """Return all events of a type as JSON."""
        return [event for event in self.match.events.to_json() if event["type"] == type_]

    def last(self, type_: str) -> dict[str, Any]:
        """Return the latest event of a type."""
        return self.events(type_)[-1]

    def entry(self, type_: str) -> LogEntry:
        """Return the log entry of the latest event of a type."""
        return next(entry for entry in reversed(self.match.events.entries) if entry.event.type == type_)

    def shot(self, attacker: str, mounts: str, target: str, window: str = "activation", **more: bool) -> Assessment:
        """Return the assessment of a legal shot."""
        assessment = self._assess(attacker, mounts, target, window, **more)
        assert isinstance(assessment, Assessment), assessment
        return assessment

    def no_shot(self, attacker: str, mounts: str, target: str, window: str = "activation") -> str:
        """Return the reason why a shot is refused."""
        refusal = self._assess(attacker, mounts, target, window)
        assert isinstance(refusal, Refusal), refusal
        return refusal.reason

    def _assess(self, attacker: str, mounts: str, target: str, window: str, **more: bool) -> Assessment | Refusal:
        state = self.match.state
        return assess(state, self.model(attacker), tuple(mounts.split()), self.model(target), window, **more)

    # --- Answering ---
    def answer(self, *choice: Any, kind: str = "") -> Staged:
        """Answer the pending decision, which must be of this kind if one is given."""
        asked = self.asked
        if kind and asked.kind != kind:
            raise WrongScript(f"the script answers {kind} {choice}, but is asked {asked.kind}: {asked.title}")
        self.match.answer(list(choice))
        return self

    def activate(self, ident: str) -> Staged:
        """Choose the model to activate. If it is the only one, it is already active."""
        wanted = self.model(ident).id
        if self.kind == "activate":
            self.answer("activate", wanted)
        active = self.act.model if self.match.state.activation else ""
        if active != wanted or self.kind != "declare":
            raise WrongScript(f"{ident} should begin its activation, but {active or 'nobody'} is active: {self.kind}")
        return self

    def declare(self, action: str = "none", boost: int = 0, *named: str) -> Staged:
        """Declare an action, with its target if it names one, or none."""
        return self.answer("declare", action, boost, *(self.model(each).id for each in named), kind="declare")

    def begin(self, ident: str, action: str = "none", boost: int = 0, *named: str) -> Staged:
        """Activate a model and declare."""
        return self.activate(ident).declare(action, boost, *named)

    def move(self, inches: float) -> Staged:
        """Move straight ahead or back."""
        return self.answer("move", inches, kind="menu")

    def turn(self, degrees: int) -> Staged:
        """Make one turn."""
        return self.answer("turn", degrees, kind="menu")

    def pivot(self, degrees: int) -> Staged:
        """Make the free turn of a Reorient."""
        return self.answer("pivot", degrees, kind="menu")

    def fly(self, *points: tuple[float, float]) -> Staged:
        """Fly along a path."""
        return self.answer("fly", [list(point) for point in points], kind="menu")

    def launch(self, x: float, y: float, heading: int = 0, *mates: str) -> Staged:
        """Launch from the carrier, alone or with the rest of the formation."""
        return self.answer("launch", x, y, heading, *(self.model(each).id for each in mates), kind="menu")

    def land(self, ship: str) -> Staged:
        """Land aboard a ship."""
        return self.answer("land", self.model(ship).id, kind="menu")

    def escort(self, ship: str) -> Staged:
        """Start to escort a ship."""
        return self.answer("escort", self.model(ship).id, kind="menu")

    def drone(self, mount: str, key: str, x: float, y: float, heading: int = 0) -> Staged:
        """Launch a drone squadron from a Drone Bay."""
        return self.answer("drone", mount, key, x, y, heading, kind="menu")

    def attack(self, mounts: str, target: str) -> Staged:
        """Attack with the mounts of a list: `"a1"`, or `"a1 a2"` linked."""
        return self.answer("attack", mounts.split(), self.model(target).id, kind="menu")

    def defend(self) -> Staged:
        """Use Point Defense against every squadron in range."""
        return self.answer("defend", kind="menu")

    def resolve(self) -> Staged:
        """Resolve the declared action."""
        return self.answer("resolve", kind="menu")

    def end(self) -> Staged:
        """End the activation."""
        return self.answer("end", kind="menu")

    def idle(self, ident: str) -> Staged:
        """Play a whole activation that does only what it must."""
        self.begin(ident)
        while self.asked.check(["end"]) is not None:
            self.answer(*self.asked.default().to_json(), kind="menu")
        return self.end()

    def faces(self, base: list[int], flex: list[int] | None = None, macro: list[int] | None = None) -> Staged:
        """Roll these faces, exactly as many as the decision asks for."""
        if self.kind != "faces":
            raise WrongScript(f"the script rolls {base}, but is asked {self.asked.kind}: {self.asked.title}")
        try:
            return self.answer("faces", base, flex or [], macro or [])
        except Refused as refused:
            raise WrongScript(f"the script rolls {base} {flex} {macro}: {refused} ({self.asked.title})") from refused

    def pick(self, *choice: Any) -> Staged:
        """Choose from a short list that must contain the choice."""
        if list(choice) not in self.offered():
            raise WrongScript(f"{list(choice)} is not offered by {self.asked.title!r}: {self.offered()}")
        return self.answer(*choice)

    def offered(self) -> list[list[Any]]:
        """Return the listed answers to the pending decision."""
        return [option.choice for option in self.asked.options()]

    def place(self, ident: str, x: float, y: float, heading: int = 0) -> Staged:
        """Deploy a model."""
        return self.answer("place", self.model(ident).id, x, y, heading, kind="deploy")

    def decline(self) -> Staged:
        """Hold the rest in reserve, or decline a shot."""
        return self.answer("decline")

    # --- Expecting ---
    def expect(self, kind: str, side: int | None = None) -> Staged:
        """Check the kind of the pending decision, and its side if given."""
        assert self.kind == kind, f"asked {self.kind}, not {kind}"
        assert side is None or self.asked.side == side
        return self

    def expect_refused(self, choice: list[Any], reason: str = "") -> Refusal:
        """Check that the answer is refused with this reason, and that nothing changes."""
        before = self.match.state.digest()
        refusal = self.asked.check(choice)
        assert refusal is not None, f"{choice} is allowed"
        assert reason.lower() in refusal.reason.lower(), refusal.reason
        assert self.match.state.digest() == before
        return refusal

    def expect_no_end(self, x: float, y: float, reason: str = "") -> Refusal:
        """Check that a flight may stop at a place without ending the activation there, and undo it (R24)."""
        count = len(self.match.journal)
        self.fly((x, y))
        while self.kind in ("autofire", "interception"):
            self.decline()
        refusal = self.expect_refused(["end"], reason)
        self.match.seek(count)
        return refusal

    def expect_allowed(self, choice: list[Any]) -> Staged:
        """Check that the answer would be legal."""
        refusal = self.asked.check(choice)
        assert refusal is None, refusal
        return self


def settled(game: Staged) -> Staged:
    """Answer every open decision except dice by default."""
    while game.kind not in (*REST, "faces", ""):
        game.answer(*game.asked.default().to_json())
    return game


def gap(game: Staged, one: str, other: str) -> float:
    """Return the inches between two bases, at their current or last places."""
    a, b = game.model(one), game.model(other)
    return distance(a.base, a.pose, b.base, b.pose)


def parts(shot: Assessment) -> dict[str, int]:
    """Return the labeled contributions to a shot's net Attack Modifier."""
    return {part.label: part.value for part in shot.roll.contributions if part.kind == "modifier"}


def dice(shot: Assessment) -> tuple[int, int, int]:
    """Return the base, flex, and macro dice of a shot."""
    return shot.roll.pool.base, shot.roll.pool.flex, shot.roll.pool.macro


def forget() -> None:
    """Ignore everything left open so far."""
    _running.clear()


def all_answered() -> None:
    """Check that no script of this test left a decision open."""
    unanswered = [staged.asked.title for staged in _running if staged.kind not in (*REST, "")]
    _running.clear()
    assert not unanswered, f"unanswered: {unanswered}"
