"""Squadrons: hangers, escorts, drones, and their free moves."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.cards import UnitCard, WeaponCard
from jovian.game import (
    EMBARKED,
    TABLE,
    Answer,
    Decision,
    Game,
    ListDecision,
    Model,
    Option,
    Procedure,
    Refusal,
    State,
    ask,
)
from jovian.game.answers import Assault, Disengage, Enough, Fly, HoldOn, Point, Send, Stay
from jovian.game.decision import PointRing, pointed_arcs, pointed_bases
from jovian.game.events import HangerCount, LeftPlay
from jovian.rules.attack.attack import spend
from jovian.rules.basics import formation
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import burn, fuel, mark_stock, reveal, stock_left, system_left
from jovian.rules.damage.casualties import forced_spot, launch_reach, leave_table, models_aboard, spots_about
from jovian.rules.moving import fly_path, freely
from jovian.rules.placement.attached import (
    ASSAULT,
    ESCORT,
    TIES,
    Assaulting,
    Escorting,
    attach,
    attached_to,
    detach,
    escorts_at_will,
    flush_spots,
    move_to,
    nearest_flush,
    refuse_flush,
)
from jovian.rules.placement.legal_places import format_names, ids_in_contact, off_table
from jovian.rules.placement.move_limits import (
    LITTLE,
    SLACK,
    free_place,
    is_immobile,
    path_length,
    refuse_crossing,
    taken,
)
from jovian.rules.rulebook.active_effects import clauses_with, effects_on, launched, weapon_type
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.ratings import Boosting, fire_control_left
from jovian.rules.shots.shot import in_sensor_range, perhaps_sensed, weapon_of
from jovian.table import TOLERANCE, Pose, arcs_of, distance, extends_off_table, is_flush, pack, touches, wholly_within

# --- hangers ---
# Hangers and docks: who is aboard, launching, landing (v1.2.4 States > Embarked, Action > Launch, Land; R28).

LAUNCH = "v1.2.4 Action > Launch"
LAND = "v1.2.4 Action > Land"
HANGERS = "v1.2.4 Traits > Hangers"
HOLDS, DOCKS = "Hangers", "Dock"
"""The traits by which a ship takes squadrons aboard, and one ship."""
FRIENDLY = "Only a friendly ship on the table takes it aboard."


def berths(ship: Model) -> int | None:
    """How many squadrons its undamaged Hangers hold, None without any on its card."""
    return system_left(ship, HOLDS) if ship.card.trait(HOLDS) else None


def capacity(ship: Model, card: UnitCard) -> int:
    """How many models of that kind the ship can hold with what is undamaged of its Hangers or Dock."""
    if card.kind == "squadron":
        return berths(ship) or 0
    return 1 if ship.card.trait(DOCKS) and not card.trait(DOCKS) else 0


def room(state: State, ship: Model, card: UnitCard) -> int:
    """How many more models of that kind the ship can take in."""
    taken = [m for m in models_aboard(state, ship) if m.card.kind == card.kind]
    return capacity(ship, card) - len(taken) - state.unseen.get(ship.id, 0)


def refuse_aboard(state: State, model: Model, ship: Model | None, count: int = 1) -> Refusal | None:
    """Why a model cannot be deployed aboard that ship."""
    if ship is None or not ship.capital or ship.side != model.side or not ship.on_table or ship.id == model.id:
        return Refusal(FRIENDLY, HANGERS)
    return _refuse_room(state, model, ship, count)


def refuse_berth(state: State, model: Model, ship: Model | None, count: int = 1) -> Refusal | None:
    """Why a model may not go aboard in play: a friendly ship, or what is nobody's and open to its side (R84)."""
    if ship is None or not ship.neutral:
        return refuse_aboard(state, model, ship, count)
    refusal = closed(state, ship, model.side)
    return _refuse_room(state, model, ship, count) if refusal is None else refusal


def closed(state: State, ship: Model, side: int) -> Refusal | None:
    """Why what is nobody's is not open to squadrons of a side."""
    for effect in effects_on(state, ship, Effect.harbors):
        return effect.harbors(ship, side)
    return Refusal(FRIENDLY, HANGERS)


def _refuse_room(state: State, model: Model, ship: Model, count: int) -> Refusal | None:
    """Why it cannot hold so many more of that kind."""
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
        refusal = _refuse_spot(state, model.at(pose), ship)
        if refusal is not None:
            return refusal
    return None


def _refuse_spot(state: State, model: Model, ship: Model) -> Refusal | None:
    base, pose = model.base, model.pose
    if extends_off_table(base, pose, state.width, state.height):
        return Refusal("That is off the table.", LAUNCH)
    touched = ids_in_contact(state, model)
    if touches(base, pose, ship.base, ship.pose):
        touched = [ship.id, *touched]
    if touched:
        return Refusal(f"It would touch {format_names(state, touched)}.", LAUNCH, pointed_bases(touched))
    reach, fore = launch_reach(state, ship)
    apart = distance(base, pose, ship.base, ship.pose)
    if apart <= reach + TOLERANCE:
        return None
    if fore and apart <= fore + TOLERANCE and "fore" in arcs_of(ship.base, ship.pose, base, pose):
        return None
    what = f'{fore:.0f}" ahead or {reach:.0f}" elsewhere' if fore else f'{reach:.0f}"'
    reason = f'It is {apart:.1f}" from {ship.name}, which launches within {what}.'
    return Refusal(reason, LAUNCH, (PointRing(ship.pose[:2], fore or reach),))


def launch_spots(state: State, model: Model) -> Iterator[Pose]:
    """Places where an embarked model may be set down, ahead of the ship first; the nearest free one if all fail."""
    ship = state.models[model.host]
    found = False
    for pose in spots_about(state, ship, model):
        if refuse_launch(state, model, (pose,)) is None:
            found = True
            yield pose
    if not found:
        goal = forced_spot(state, model, ship)
        if goal is not None:
            yield goal


# --- landing ---
def refuse_land(state: State, model: Model, ship: Model | None) -> Refusal | None:
    """Why the active model may not land on that ship."""
    act = state.activation
    group = formation.formation_members(state, model)
    refusal = refuse_berth(state, model, ship, len(group))
    if refusal is not None:
        return refusal
    if act is not None and act.landed:
        return Refusal("It lands once an activation.", LAND)
    assert ship is not None
    if not any(touches(each.base, each.pose, ship.base, ship.pose) for each in group):
        return Refusal(f"It must be in contact with {ship.name} to land.", LAND, pointed_bases([ship.id]))
    return None


def land(game: Game, model: Model, ship: Model) -> None:
    """Take a model on the table aboard a ship, and tell."""
    model.place, model.host = EMBARKED, ship.id
    for tie in TIES:
        model.states.pop(tie.name, None)
    game.tell(LeftPlay(model=model.id, how="embarked", host=ship.id))
    for clause in clauses_with(game.state, GlobalRule.landed):
        clause.landed(game, model, ship)


def stow(game: Game, model: Model, ship: Model) -> None:
    """Embark a model in secret at deployment: only the number aboard is public."""
    model.place, model.host = EMBARKED, ship.id
    game.tell(LeftPlay(model=model.id, how="embarked", host=ship.id), model.side)
    game.tell(HangerCount(ship=ship.id, aboard=len(models_aboard(game.state, ship))))


# --- taking off ---
# Taking off in formation: the others share what the leader declared while it was aboard (v1.2.4 Action > Launch).

TAKING_OFF_CITATION = "v1.2.4 Traits > Formation"


def refuse_sharing(state: State, leader: Model, others: list[Model]) -> Refusal | None:
    """Why these cannot take off with it: they lack the fuel of its Boost, or cannot do what it declared."""
    burnt, shared = Boosting.burnt(leader), _shared(state)
    for other in others:
        if fuel(other) < burnt:
            return Refusal(f"{other.name} has not the Fuel for what {leader.name} declared.", TAKING_OFF_CITATION)
        refusal = shared.refuse(state, other) if shared is not None else None
        if refusal is not None:
            return refusal
    return None


def share(game: Game, leader: Model, others: list[Model]) -> None:
    """Have the others of a formation that takes off burn as much fuel as its leader, and do what it has declared."""
    burnt, shared = Boosting.burnt(leader), _shared(game.state)
    for other in others:
        if burnt:
            burn(game, other, burnt, "Boost")
            Boosting.enter(game, other, burnt)
        if shared is not None:
            shared.join(game, leader, other)


def _shared(state: State) -> Action | None:
    """The action that worked at its declaration, if one did."""
    act = state.activation
    action = rulebook(state).actions.get(act.action) if act is not None else None
    return action if action is not None and action.at_once else None


# --- escort ---
# Combat Air Patrol: squadrons that take up the escort of a ship (v1.2.4 Action > Combat Air Patrol, R75).

CAP = "v1.2.4 Action > Combat Air Patrol"
CLASS_III = 3


def roams(state: State, squadron: Model) -> bool:
    """May it take up an escort at any ship and, if not a drone, in any activation?"""
    return escorts_at_will(state, squadron) or squadron.card.drone_class == CLASS_III


def refuse_escort(state: State, squadron: Model, ship: Model | None) -> Refusal | None:
    """Why a squadron may not escort that ship, wherever both are."""
    if ship is None or not ship.capital or ship.side != squadron.side or not ship.on_table or squadron.capital:
        return Refusal("A squadron escorts a friendly ship on the table.", CAP)
    if squadron.drone and squadron.card.drone_class != CLASS_III:
        return Refusal("Only Class III drones escort.", "v1.2.4 Weapons > Drone Bay")
    if not ship.card.trait("CAP") and not roams(state, squadron):
        return Refusal(f"{ship.name} has no CAP.", CAP)
    if any(each.escorting and each.id != squadron.id for each in attached_to(state, ship)):
        return Refusal(f"{ship.name} already has its escort.", CAP)
    return None


def refuse_take_up(state: State, squadron: Model, ship: Model | None) -> Refusal | None:
    """Why the active squadron may not become the escort of a ship here and now."""
    refusal = refuse_escort(state, squadron, ship)
    if refusal is not None or ship is None:
        return refusal
    act = state.activation
    if squadron.escorting:
        return Refusal(f"It already escorts {ship.name}.", CAP)
    if not escorts_at_will(state, squadron) and not (act is not None and act.launched):
        return Refusal("It takes up an escort only when it has just been deployed or launched.", CAP)
    if not touches(squadron.base, squadron.pose, ship.base, ship.pose):
        return Refusal(f"It must be in contact with {ship.name}.", ESCORT, pointed_bases([ship.id]))
    if not flush_spots(state, squadron, ship):
        return Refusal(f"There is no room beside {ship.name}.", ESCORT)
    return None


def take_up(game: Game, squadron: Model, ship: Model) -> None:
    """Become the escort, flush with the ship at the nearest free place; a formation breaks (R75)."""
    if squadron.formation:
        formation.leave_formation(game, squadron)
    spot = nearest_flush(game.state, squadron, ship)
    attach(game, squadron, ship, Escorting)
    if spot is not None:
        move_to(game, squadron, spot, "escort")


# --- drones ---
# Drone Bays: launching drone squadrons from their stock (v1.2.4 Weapons > Drone, Drone Bay; R77).

DRONES_CITATION = "v1.2.4 Weapons > Drone Bay"
REACH = 6.0
AHEAD = {"fore": 0, "starboard": 90, "aft": 180, "port": 270, "turret": 0, "spinal": 0}


def bays(state: State, ship: Model) -> list[str]:
    """The mounts of a ship that are Drone Bays."""
    return [mount.id for mount in ship.card.mounts if weapon_type(state, mount.weapon).launches_drones]


def refuse_bay(state: State, ship: Model, mount: str) -> Refusal | None:
    """Why a bay may not launch now: used up, damaged, or without Fire Control."""
    act = state.activation
    if mount not in bays(state, ship):
        return Refusal(f"{ship.name} has no such Drone Bay.", DRONES_CITATION)
    if mount in ship.damaged:
        return Refusal("This Drone Bay is damaged.", "v1.2.4 Damage > Weapon Damage")
    if act is not None and mount in act.bays:
        return None
    if act is not None and mount in act.used:
        return Refusal("This Drone Bay has already been used in this activation.", DRONES_CITATION)
    if fire_control_left(state, ship) < 1:
        return Refusal("No Fire Control is left.", "v1.2.4 Attack > Fire Control")
    return None if any(stock_left(ship, mount).values()) else Refusal("Its stock is empty.", DRONES_CITATION)


def refuse_drone(state: State, ship: Model, mount: str, key: str, pose: Pose) -> Refusal | None:
    """Why a bay may not launch that drone squadron there."""
    refusal = refuse_bay(state, ship, mount)
    if refusal is not None:
        return refusal
    card = drone_card(state, key)
    if card is None or card.drone_class is None:
        return Refusal(f"There is no drone squadron '{key}'.", DRONES_CITATION)
    if not stock_left(ship, mount).get(card.drone_class, 0):
        return Refusal(f"No Class {card.drone_class} drones are left in stock.", DRONES_CITATION)
    weapon = weapon_of(ship, mount)
    assert weapon is not None
    return _refuse_launch_spot(state, ship, weapon, _drone(card, ship, pose))


def drone_card(state: State, key: str) -> UnitCard | None:
    """The card of a drone squadron that bays may launch."""
    return next((card for card in state.drone_cards if card.key == key), None)


def _drone(card: UnitCard, ship: Model, pose: Pose) -> Model:
    """A drone of that card as if it stood there."""
    return Model("a drone", card, ship.side).at(pose)


def _refuse_launch_spot(state: State, ship: Model, weapon: WeaponCard, drone: Model) -> Refusal | None:
    if extends_off_table(drone.base, drone.pose, state.width, state.height):
        return Refusal("That is off the table.", DRONES_CITATION)
    ring = (PointRing(ship.pose[:2], REACH),)
    if not wholly_within(drone.base, drone.pose, ship.base, ship.pose, REACH):
        return Refusal(f'It must be wholly within 6" of {ship.name}.', DRONES_CITATION, ring)
    arcs = arcs_of(ship.base, ship.pose, drone.base, drone.pose)
    if "turret" not in weapon.arcs and not any(arc in weapon.arcs for arc in arcs):
        return Refusal("It must be in the bay's arc.", DRONES_CITATION, pointed_arcs(ship.id, weapon.arcs))
    touched = ids_in_contact(state, drone)
    if not touched or escorted_by(state, drone) is not None:
        return None
    return Refusal(f"It would touch {format_names(state, touched)}.", DRONES_CITATION, pointed_bases(touched))


def escorted_by(state: State, drone: Model) -> Model | None:
    """The ship whose escort a Class III drone would be where it stands, flush with it and touching nothing else."""
    if drone.card.drone_class != CLASS_III:
        return None
    touched = ids_in_contact(state, drone)
    ship = state.models.get(touched[0]) if len(touched) == 1 else None
    if ship is None or refuse_escort(state, drone, ship) is not None:
        return None
    return ship if is_flush(ship.base, ship.pose, drone.base, drone.pose) else None


def launch_drone(game: Game, ship: Model, mount: str, key: str, pose: Pose) -> None:
    """Set a drone squadron on the table; the first of a use costs Fire Control, its stock is marked."""
    act, card = game.state.activation, drone_card(game.state, key)
    assert act is not None and card is not None and card.drone_class is not None
    weapon = weapon_of(ship, mount)
    if mount in act.bays:
        left = list(act.bays)
        left.remove(mount)
        act.bays = tuple(left)
    elif weapon is not None:
        spend(game, (mount,))
        act.bays = (*act.bays, *[mount] * (weapon.drones - 1))
    mark_stock(game, ship, mount, card.drone_class)
    _add(game, ship, card, pose)


def _add(game: Game, ship: Model, card: UnitCard, pose: Pose) -> None:
    state = game.state
    state.serial += 1
    drone = Model(f"drone-{state.serial}", card, ship.side, f"{card.name} {state.serial}")
    drone.pose, drone.place, drone.activated = pose.rounded(), TABLE, True
    escort = escorted_by(state, drone)
    state.models[drone.id] = drone
    reveal(game, drone)
    game.tell_move(drone, [drone.pose], "launch")
    launched(game, drone, ship)
    if escort is not None:
        attach(game, drone, escort, Escorting)


def drone_spots(state: State, ship: Model, mount: str, card: UnitCard) -> Iterator[Pose]:
    """Places for a drone about a ship: first flush as an escort if it may be one, then in the bay's arcs."""
    drone = _drone(card, ship, ship.pose)
    if card.drone_class == CLASS_III and not any(each.escorting for each in attached_to(state, ship)):
        yield from flush_spots(state, drone, ship)[:2]
    weapon = weapon_of(ship, mount)
    for arc in weapon.arcs if weapon else ():
        for aside in (0, 30, -30):
            out = ship.pose.turned(AHEAD[arc] + aside)
            for inches in (5.0, 3.0):
                spot = out.advanced(ship.base.length / 2 + inches)
                yield Pose(round(spot.x, 3) + 0.0, round(spot.y, 3) + 0.0, ship.pose.heading)


# --- assault ---
# Assaulting: exo-armors that cling to the hull of a ship they have bombed (v1.2.4 Action > Assaulting, R74).


def may_assault(squadron: Model, ship: Model) -> bool:
    """Can it cling to that ship: exo-armors, an enemy ship still on the table?"""
    return squadron.card.squadron_type == "exo-armor" and ship.on_table and ship.side != squadron.side


def hull_spots(state: State, squadron: Model, ship: Model) -> list[Pose]:
    """Free places on the hull; if there is none, one that the other assailants free by making room."""
    return flush_spots(state, squadron, ship) or room_made(state, squadron, ship)[-1:]


def room_made(state: State, squadron: Model, ship: Model) -> list[Pose]:
    """Places for all assailants and one more, the new one's last; [] if the hull has no room for it."""
    there = [each for each in attached_to(state, ship) if each.assaulting]
    moving = {squadron.id, ship.id, *(each.id for each in there)}
    others = taken(state, squadron, (ship.base, ship.pose), moving)
    found = pack(ship.base, ship.pose, squadron.base, len(there) + 1, others, state.width, state.height)
    return found or []


def cling(game: Game, squadron: Model, ship: Model, pose: Pose) -> None:
    """Set the squadron on the hull; where it has no free place, the other assailants close up."""
    if refuse_flush(game.state, squadron.at(pose), ship) is not None:
        there = [each for each in attached_to(game.state, ship) if each.assaulting]
        for each, spot in zip(there, room_made(game.state, squadron, ship), strict=False):
            move_to(game, each, spot, "assault")
    move_to(game, squadron, pose, "assault")
    attach(game, squadron, ship, Assaulting)


# --- free move ---
# Free moves: a few inches after a fight, off a hull, or on a Vector Attack, which nobody intercepts (R29, R73).

FREE_MOVE_CITATION = "v1.2.4 Dogfight > After the Dogfight"
ASSAULTING = "v1.2.4 Action > Assaulting"
AROUND = 12


class FreeMove(Decision):
    """Where a squadron goes with its free inches; after a Bombing Run exo-armors may stay on the hull instead."""

    kind = "free"
    answers = (Fly, Stay, Assault)
    __slots__ = ("inches", "ship", "state")

    def __init__(self, state: State, squadron: Model, inches: float, ship: str = "") -> None:
        title = f'{squadron.name}: a free move of up to {inches:.0f}"' + (", or assault the ship" if ship else "")
        super().__init__(squadron.side, title, FREE_MOVE_CITATION, subject=squadron.id)
        self.state = state
        self.inches = inches
        self.ship = ship
        """The ship that it may assault, "" for none."""

    def on(self, state: State) -> FreeMove:
        """The same question over a view."""
        return FreeMove(state, state.models[self.subject], self.inches, self.ship)

    @property
    def model(self) -> Model:
        """The squadron that moves."""
        return self.state.models[self.subject]

    def judge(self, answer: Answer) -> Refusal | None:
        """Within its inches, on the table, clear of everything; on the hull with a whole edge."""
        match answer:
            case Assault():
                return self._judge_assault(answer.pose)
            case Fly(path):
                return self._judge_flight(path)
        return self._refuse_here(self.model.pose) if self._nearest() is not None else None

    def _judge_flight(self, path: tuple[Point, ...]) -> Refusal | None:
        inches = path_length(self.model, path)
        if inches > self.inches + SLACK:
            return Refusal(f'The path is {inches:.2f}" long, {self.inches:.0f}" are free.', self.cited)
        crossing = refuse_crossing(self.state, self.model, path, self.cited)
        if crossing is not None:
            return crossing
        x, y = path[-1]
        return self._refuse_there(Pose(x, y, self.model.pose.heading))

    def _refuse_there(self, pose: Pose) -> Refusal | None:
        """An escort that flies off must not end on its own ship either."""
        ship = self._own_ship()
        if ship is not None and touches(self.model.base, pose, ship.base, ship.pose):
            return Refusal(f"It may not end touching {ship.name}.", self.cited, pointed_bases([ship.id]))
        return self._refuse_here(pose)

    def _own_ship(self) -> Model | None:
        """The ship that it escorts."""
        return self.state.models.get(self.model.host) if self.model.is_attached else None

    def _judge_assault(self, pose: Pose) -> Refusal | None:
        ship = self.state.models.get(self.ship)
        if ship is None:
            return Refusal("Only exo-armors that have just bombed a ship may assault it.", ASSAULTING)
        refusal = refuse_flush(self.state, self.model.at(pose), ship)
        return refusal if refusal is None or pose not in self.hull_spots() else None

    def _refuse_here(self, pose: Pose) -> Refusal | None:
        there = self.model.at(pose)
        if off_table(self.state, there):
            return Refusal("A free move ends on the table.", self.cited)
        touched = ids_in_contact(self.state, there)
        if not touched:
            return None
        what = format_names(self.state, touched)
        return Refusal(f"It may not end touching {what}.", self.cited, pointed_bases(touched))

    def _nearest(self) -> Fly | None:
        """The nearest free place within reach."""
        state, model, ship = self.state, self.model, self._own_ship()
        also = [(ship.base, ship.pose)] if ship is not None else []
        goal = free_place(state, model, also, self.inches - LITTLE)
        flight = Fly(((round(goal.x, 3) + 0.0, round(goal.y, 3) + 0.0),)) if goal is not None else None
        return flight if flight is not None and self.judge(flight) is None else None

    def default(self) -> Fly | Stay:
        """Stay if that is allowed, else the nearest free place."""
        if self._refuse_here(self.model.pose) is None:
            return Stay()
        return self._nearest() or Stay()

    def sample(self, rng: Random) -> Answer:
        """A random one of its options."""
        found = [option.answer for option in self.options()]
        return found[int(rng.random() * len(found))] if found else self.default()

    def options(self) -> Iterator[Option[Answer]]:
        """The default, places on the hull, and the ends of straight flights all around."""
        yield Option(self.default(), "The nearest free place")
        if self.ship:
            for pose in self.hull_spots():
                yield Option(Assault(*pose), "Assault")
        for turned in range(0, 360, 360 // AROUND):
            for inches in (self.inches - LITTLE, self.inches / 2):
                end = self.model.pose.turned(turned).advanced(inches)
                flight = Fly(((round(end.x, 3) + 0.0, round(end.y, 3) + 0.0),))
                if self.judge(flight) is None:
                    yield Option(flight, f"Fly {turned} degrees")

    def hull_spots(self) -> list[Pose]:
        """Places on the hull that it may take, others making room if need be."""
        return hull_spots(self.state, self.model, self.state.models[self.ship])


def free_move(game: Game, squadron: Model, inches: float, ship: str = "") -> Procedure[None]:
    """Ask for a free move and make it: terrain strikes, autofire only at the active squadron, nobody intercepts."""
    if is_immobile(game.state, squadron):
        return
    answer = yield FreeMove(game.state, squadron, inches, ship)
    match answer:
        case Fly(path):
            group = formation_members(game.state, squadron)
            yield from fly_path(game, squadron, path, freely(game.state, squadron))
            leave_table(game, group)
        case Assault():
            cling(game, squadron, game.state.models[ship], answer.pose)


# --- disengaging ---
# Assailants of a ship that gets under way: each stays on the hull or leaves it (v1.2.4 Action > Assaulting).

DISENGAGE = 4.0


def hold_or_leave(game: Game, ship: Model) -> Procedure[None]:
    """As the ship activates, each assailant stays on the hull or leaves it by up to 4 inches."""
    for squadron in attached_to(game.state, ship):
        if not squadron.assaulting:
            continue
        listed: list[Option[HoldOn | Disengage]] = [
            Option(HoldOn(), "Stay on the hull", "it must bomb in its next activation"),
            Option(Disengage(), "Disengage", 'a free move of up to 4"'),
        ]
        title = f"{ship.name} gets under way: {squadron.name} stays on its hull?"
        answer = yield from ask(ListDecision("assault", squadron.side, title, ASSAULT, listed, subject=squadron.id))
        if isinstance(answer, Disengage):
            detach(game, squadron)
            yield from free_move(game, squadron, DISENGAGE)


# --- vectors ---
# Sending squadrons on a Vector Attack: each once, by its owner's choice (v1.2.4 Action > Vector Attack, R48).

VECTORS_CITATION = "v1.2.4 Action > Vector Attack"
FREE_MOVE = 4.0


def send(game: Game, leader: Model, count: int) -> Procedure[None]:
    """Up to so many squadrons in Sensor Range make a free move, one after the other."""
    sent: list[str] = []
    for left in range(count, 0, -1):
        ready = [each for each in sendable(game.state, leader) if each.id not in sent]
        if not ready:
            return
        listed: list[Option[Send | Enough]] = [
            *(Option(Send(each.id), f"Send {each.name}", 'a free move of up to 4"') for each in ready),
            Option(Enough(), "Nobody else"),
        ]
        title = f"{leader.name}: which squadron moves ({left} left)?"
        answer = yield from ask(ListDecision("vector", leader.side, title, VECTORS_CITATION, listed, subject=leader.id))
        if isinstance(answer, Enough):
            return
        sent.append(answer.model)
        yield from free_move(game, game.state.models[answer.model], FREE_MOVE)


def sendable(state: State, model: Model) -> list[Model]:
    """The friendly squadrons on the table in Sensor Range, not assaulting; of a formation, its leader."""
    group = formation_members(state, model)
    own = {each.id for each in group}
    near = {other.formation or other.id for each in group for other in perhaps_sensed(state, each)}
    return [
        other
        for other in state.on_table()
        if other.side == model.side and not other.capital and not other.assaulting and other.id not in own
        and not is_immobile(state, other)
        and other.id in near and in_sensor_range(state, model, other)
    ]  # fmt: skip
