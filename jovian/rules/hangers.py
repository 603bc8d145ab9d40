"""Hangers and docks: who is aboard, launching, landing (v1.2.4 States > Embarked, Action > Launch, Land; R28)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.cards import UnitCard
from jovian.game import EMBARKED, TABLE, Choice, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.choice import heading, length
from jovian.rules import formation
from jovian.rules.contact import contacts, names
from jovian.rules.critical import system_left
from jovian.rules.obstacles import in_the_way
from jovian.rules.reveal import reveal
from jovian.table import Pose, arcs_of, distance, exits, nearest_free, touches

LAUNCH = "v1.2.4 Action > Launch"
LAND = "v1.2.4 Action > Land"
HANGERS = "v1.2.4 Traits > Hangers"
UNLOAD = "v1.2.4 Damage > Embarked on a Dead Ship"
BESIDE, LAUNCHERS, CATAPULT = 1.0, 3.0, 6.0
"""Inches from the ship within which it launches: without help, with Launchers, with a Catapult (fore arc only)."""


def aboard(state: State, ship: Model) -> list[Model]:
    """The models directly aboard a ship."""
    return [model for model in state.models.values() if model.host == ship.id and model.place == EMBARKED]


def capacity(ship: Model, card: UnitCard) -> int:
    """How many models of that kind the ship can hold with what is undamaged of its Hangers or Dock."""
    if card.kind == "squadron":
        return system_left(ship, "Hangers") if ship.card.trait("Hangers") else 0
    return 1 if ship.card.trait("Dock") and not card.trait("Dock") else 0


def room(state: State, ship: Model, card: UnitCard) -> int:
    """How many more models of that kind the ship can take in."""
    taken = [m for m in aboard(state, ship) if m.card.kind == card.kind]
    return capacity(ship, card) - len(taken) - state.unseen.get(ship.id, 0)


def refuse_aboard(state: State, model: Model, ship: Model | None, count: int = 1) -> Refusal | None:
    """Why a model cannot be aboard that ship."""
    if ship is None or not ship.capital or ship.side != model.side or not ship.on_table or ship.id == model.id:
        return Refusal("Only a friendly ship on the table takes it aboard.", HANGERS)
    if model.drone:
        return Refusal("Drones neither land nor launch.", "v1.2.4 Weapons > Drone")
    if model.capital and not state.scenario.docking:
        return Refusal("The scenario has no docked ships.", "v1.2.4 Traits > Dock")
    if room(state, ship, model.card) < count:
        return Refusal(f"{ship.name} has no undamaged room left.", HANGERS)
    return None


# --- launching ---
def refuse_launch(state: State, model: Model, poses: tuple[Pose, ...]) -> Refusal | None:
    """Why an embarked model (and its formation) may not be set down at these poses."""
    ship = state.models.get(model.host)
    if not model.aboard or ship is None:
        return Refusal(f"{model.name} is not aboard a ship.", LAUNCH)
    act = state.activation
    if act is not None and act.launched:
        return Refusal("It launches once an activation.", LAUNCH)
    for pose in poses:
        refusal = _refuse_spot(state, model, ship, pose)
        if refusal is not None:
            return refusal
    return None


def _refuse_spot(state: State, model: Model, ship: Model, pose: Pose) -> Refusal | None:
    if exits(model.base, pose, state.width, state.height):
        return Refusal("That is off the table.", LAUNCH)
    touched = contacts(state, model, pose)
    if touches(model.base, pose, ship.base, ship.pose):
        touched = [ship.id, *touched]
    if touched:
        return Refusal(f"It would touch {names(state, touched)}.", LAUNCH, tuple(("base", i) for i in touched))
    reach, fore = launch_reach(ship)
    apart = distance(model.base, pose, ship.base, ship.pose)
    if apart <= reach + 0.001:
        return None
    if fore and apart <= fore + 0.001 and "fore" in arcs_of(ship.base, ship.pose, model.base, pose):
        return None
    what = f'{fore:.0f}" ahead or {reach:.0f}" elsewhere' if fore else f'{reach:.0f}"'
    reason = f'It is {apart:.1f}" from {ship.name}, which launches within {what}.'
    return Refusal(reason, LAUNCH, (("ring", tuple(ship.pose[:2]), fore or reach),))


def launch_reach(ship: Model) -> tuple[float, float]:
    """Inches within which a ship launches all around, and in its fore arc (0 without a Catapult)."""
    reach = LAUNCHERS if _works(ship, "Launchers") else BESIDE
    return reach, CATAPULT if _works(ship, "Catapult") else 0.0


def _works(ship: Model, trait: str) -> bool:
    return ship.card.trait(trait) is not None and system_left(ship, trait) > 0


def launch_spots(state: State, model: Model) -> Iterator[Pose]:
    """Places where an embarked model may be set down, ahead of the ship first; the nearest free one if all fail."""
    ship = state.models[model.host]
    found = False
    for pose in _about(ship, model):
        if refuse_launch(state, model, (pose,)) is None:
            found = True
            yield pose
    if not found:
        goal = forced_spot(state, model, ship)
        if goal is not None:
            yield goal


def _about(ship: Model, model: Model) -> Iterator[Pose]:
    reach, fore = launch_reach(ship)
    half = ship.base.length / 2 + model.base.length / 2
    if fore:
        ahead = ship.pose.advanced(half + fore - 0.1)
        yield Pose(round(ahead.x, 3), round(ahead.y, 3), ship.pose.heading)
    for turned in range(0, 360, 30):
        out = ship.pose.turned(turned)
        for inches in (reach + half * 0.75, reach + half - 0.15, reach * 0.5 + half):
            spot = out.advanced(inches)
            yield Pose(round(spot.x, 3), round(spot.y, 3), ship.pose.heading)


def forced_spot(state: State, model: Model, ship: Model) -> Pose | None:
    """The nearest free place beside the ship (R28)."""
    taken = [*in_the_way(state, model), (ship.base, ship.pose)]
    goal = nearest_free(model.base, ship.pose, taken, state.width, state.height)
    return None if goal is None else Pose(round(goal.x, 3) + 0.0, round(goal.y, 3) + 0.0, goal.heading)


def set_down(game: Game, model: Model, pose: Pose, cause: str = "launch") -> None:
    """Put an embarked model on the table; its card is public from then on."""
    reveal(game, model)
    model.place, model.host, model.pose = TABLE, "", pose.rounded()
    game.tell_move(model, [model.pose], cause)


# --- landing ---
def refuse_land(state: State, model: Model, ship: Model | None) -> Refusal | None:
    """Why the active model may not land on that ship."""
    act = state.activation
    group = formation.members(state, model)
    refusal = refuse_aboard(state, model, ship, len(group))
    if refusal is not None:
        return refusal
    if act is not None and act.landed:
        return Refusal("It lands once an activation.", LAND)
    assert ship is not None
    if not any(touches(each.base, each.pose, ship.base, ship.pose) for each in group):
        return Refusal(f"It must be in contact with {ship.name} to land.", LAND, (("base", ship.id),))
    return None


def land(game: Game, model: Model, ship: Model) -> None:
    """Take a model aboard."""
    model.place, model.host = EMBARKED, ship.id
    for state in ("escorting", "assaulting"):
        model.states.pop(state, None)
    game.tell("left_play", model=model.id, how="embarked", host=ship.id)


def stow(game: Game, model: Model, ship: Model) -> None:
    """Embark a model in secret at deployment: only the number aboard is public."""
    model.place, model.host = EMBARKED, ship.id
    game.tell("left_play", model.side, model=model.id, how="embarked", host=ship.id)
    game.tell("hangers", ship=ship.id, aboard=len(aboard(game.state, ship)))



# --- leaving a ship that is lost ---
class Disembark(Decision):
    """Where a model goes that a lost ship sets free: within an inch of it, by its owner's choice (R28, R70)."""

    kind = "unload"
    forms = {"place": (length, length, heading)}  # noqa: RUF012
    __slots__ = ("ship", "state")

    def __init__(self, state: State, model: Model, ship: Model) -> None:
        super().__init__(model.side, f"{model.name} leaves {ship.name}: where to?", UNLOAD, subject=model.id)
        self.state = state
        self.ship = ship.id

    def on(self, state: State) -> Disembark:
        """The same question over a view."""
        return Disembark(state, state.models[self.subject], state.models[self.ship])

    def judge(self, choice: Choice) -> Refusal | None:
        """Within an inch of the ship and on nothing, or the nearest free place."""
        model, ship = self.state.models[self.subject], self.state.models[self.ship]
        pose = Pose(*choice[1:])
        refusal = refuse_beside(self.state, model, ship, pose)
        return None if refusal is None or pose == forced_spot(self.state, model, ship) else refusal

    def default(self) -> Choice:
        """The first free place about the ship, else the nearest of all."""
        return next(self.options()).choice

    def sample(self, rng: Random) -> Choice:
        """Any of its options."""
        found = [option.choice for option in self.options()]
        return found[int(rng.random() * len(found))]

    def options(self) -> Iterator[Option]:
        """Places about the ship, and the nearest free one."""
        model, ship = self.state.models[self.subject], self.state.models[self.ship]
        for pose in _about(ship, model):
            if refuse_beside(self.state, model, ship, pose) is None:
                yield Option(["place", pose.x + 0.0, pose.y + 0.0, pose.heading], "Here")
        goal = forced_spot(self.state, model, ship)
        if goal is not None:
            yield Option(["place", goal.x, goal.y, goal.heading], "The nearest free place")


def refuse_beside(state: State, model: Model, ship: Model, pose: Pose) -> Refusal | None:
    """Why a model may not be put there beside a ship that sets it free."""
    touched = contacts(state, model, pose)
    if touched or touches(model.base, pose, ship.base, ship.pose) or exits(model.base, pose, state.width, state.height):
        return Refusal("There is no free place on the table.", UNLOAD, tuple(("base", ident) for ident in touched))
    if distance(model.base, pose, ship.base, ship.pose) <= BESIDE + 0.001:
        return None
    return Refusal(f'It must be within 1" of {ship.name}.', UNLOAD, (("ring", tuple(ship.pose[:2]), BESIDE),))


def disembark(game: Game, ship: Model) -> Procedure[None]:
    """Put what is directly aboard on the table, with theirs aboard; what finds no place at all stays and is lost."""
    for model in aboard(game.state, ship):
        reveal(game, model)
        if forced_spot(game.state, model, ship) is not None:
            choice = yield Disembark(game.state, model, ship)
            set_down(game, model, Pose(*choice[1:]))
