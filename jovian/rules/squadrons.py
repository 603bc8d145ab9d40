"""Squadrons: hangers, launch and land, Drone Bays, assaults on a hull, free moves, and Vector Attack.

Fights of squadrons are in `close_combat/`, Escorts in `escort.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jovian.cards import UnitCard, WeaponCard
from jovian.cards.names import COMMON
from jovian.cards.traits import implements
from jovian.game import (
    EMBARKED,
    OBJECT,
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
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import fuel, mark_stock, reveal, spend_fuel, stock_left, system_left
from jovian.rules.damage.boarding import boarders_of
from jovian.rules.damage.leaving_play import forced_spot, launch_reach, leave_table, models_aboard, spots_for_launch
from jovian.rules.escort import CLASS_III, escorts_of, ship_to_escort
from jovian.rules.moving import fly_path, free_move_manner
from jovian.rules.placement.attached import (
    ASSAULT,
    TIES,
    Assaulting,
    Escorting,
    attach,
    attached_to,
    detach,
    flush_spots,
    move_to,
    refuse_flush,
)
from jovian.rules.placement.legal_places import format_names, ids_in_contact, off_table, refuse_placement
from jovian.rules.placement.move_limits import (
    LITTLE,
    SLACK,
    at_least_inches,
    free_place,
    is_immobile,
    obstacles_around_host,
    path_length,
    refuse_crossing,
)
from jovian.rules.rulebook.active_effects import find_effect, global_rules_with, notify_launched, weapon_type
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.evasion import Boosting
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import in_sensor_range, models_maybe_sensed, weapon_of
from jovian.table import TOLERANCE, Pose, arcs_of, distance, extends_off_table, pack, touches, wholly_within

# --- Hangers and docks (v1.2.4 States > Embarked, R28) ---
HANGERS = "v1.2.4 Traits > Hangers"
HOLDS, DOCKS = "Hangers", "Dock"
"""The traits by which a ship carries squadrons, and one docked ship."""
FRIENDLY = "Squadrons board only friendly ships on the table."


def hanger_capacity(ship: Model) -> int | None:
    """Return how many squadrons the undamaged Hangers of a ship hold, or None if its card has no Hangers."""
    return system_left(ship, HOLDS) if ship.card.trait(HOLDS) else None


@implements("Hangers", "Dock", tests="rules/test_hangers")
def capacity(ship: Model, card: UnitCard) -> int:
    """Return how many models of that kind the undamaged Hangers or Dock of a ship hold."""
    if card.kind == "squadron":
        return hanger_capacity(ship) or 0
    return 1 if ship.card.trait(DOCKS) and not card.trait(DOCKS) else 0


def space_left(state: State, ship: Model, card: UnitCard) -> int:
    """Return how many more models of that kind a ship can take aboard."""
    aboard = [model for model in models_aboard(state, ship) if model.card.kind == card.kind]
    return capacity(ship, card) - len(aboard) - state.unseen.get(ship.id, 0)


def refuse_aboard(state: State, model: Model, ship: Model | None, count: int = 1) -> Refusal | None:
    """Return why models may not be deployed aboard that ship, or None."""
    if ship is None or not ship.is_capital or ship.side != model.side or not ship.is_on_table or ship.id == model.id:
        return Refusal(FRIENDLY, HANGERS)
    return _refuse_full(state, model, ship, count)


def refuse_berth(state: State, model: Model, ship: Model | None, count: int = 1) -> Refusal | None:
    """Return why models may not go aboard in play, or None.

    They may board a friendly ship, or a neutral object that is open to their side (R84).
    """
    if ship is None or not ship.is_neutral:
        return refuse_aboard(state, model, ship, count)
    refusal = _refuse_closed(state, ship, model.side)
    return _refuse_full(state, model, ship, count) if refusal is None else refusal


class OpenHangers(Effect):
    """Open Hangers: a neutral object takes squadrons of a side with marines aboard. Neutral stations are closed."""

    __slots__ = ()
    name = "Open Hangers"
    place = "v1.2.4 Scenarios > Scavenger Hunt > Valuable UIOs"
    summary = "A side's squadrons may land and launch while its marines are aboard. Else they leave in the End Phase."


def _refuse_closed(state: State, ship: Model, side: int) -> Refusal | None:
    """Return why a neutral model is closed to squadrons of a side, or None."""
    if find_effect(state, ship, OpenHangers) is None or ship.card.kind != OBJECT or not ship.card.trait(HOLDS):
        return Refusal(FRIENDLY, HANGERS)
    if boarders_of(ship, side):
        return None
    return Refusal(f"{ship.name} takes squadrons only of a side that has marines aboard.", OpenHangers.place)


def _refuse_full(state: State, model: Model, ship: Model, count: int) -> Refusal | None:
    """Return why a ship can't hold that many more models, or None."""
    if model.is_drone:
        return Refusal("Drones don't land or launch.", "v1.2.4 Weapons > Drone")
    if model.is_capital and not state.scenario.docking:
        return Refusal("This scenario doesn't allow docked ships.", "v1.2.4 Traits > Dock")
    if space_left(state, ship, model.card) < count:
        return Refusal(f"{ship.name} has no undamaged space left.", HANGERS)
    return None


def embark_in_secret(game: Game, model: Model, ship: Model) -> None:
    """Embark a model in secret at deployment. Only the number of models aboard is public."""
    model.place, model.host = EMBARKED, ship.id
    game.log_event(LeftPlay(model=model.id, how="embarked", host=ship.id), model.side)
    game.log_event(HangerCount(ship=ship.id, aboard=len(models_aboard(game.state, ship))))


# --- Launch (v1.2.4 Action > Launch) ---
LAUNCH = "v1.2.4 Action > Launch"
FORMATION = "v1.2.4 Traits > Formation"


def refuse_launch(state: State, model: Model, poses: tuple[Pose, ...]) -> Refusal | None:
    """Return why an embarked model (and its formation) may not be launched to these poses, or None."""
    ship = state.models.get(model.host)
    if not model.is_embarked or ship is None:
        return Refusal(f"{model.name} is not aboard a ship.", LAUNCH)
    act = state.activation
    if act is not None and act.launched:
        return Refusal(f"{model.name} has already launched in this activation.", LAUNCH)
    for pose in poses:
        refusal = _refuse_launch_spot(state, model.at(pose), ship)
        if refusal is not None:
            return refusal
    return None


def _refuse_launch_spot(state: State, model: Model, ship: Model) -> Refusal | None:
    base, pose = model.base, model.pose
    refusal = refuse_placement(state, model, LAUNCH, ship)
    if refusal is not None:
        return refusal
    max_inches, fore_inches = launch_reach(state, ship)
    gap = distance(base, pose, ship.base, ship.pose)
    if gap <= max_inches + TOLERANCE:
        return None
    if fore_inches and gap <= fore_inches + TOLERANCE and "fore" in arcs_of(ship.base, ship.pose, base, pose):
        return None
    limits = f'{fore_inches:.0f}" ahead or {max_inches:.0f}" elsewhere' if fore_inches else f'{max_inches:.0f}"'
    reason = f'That is {gap:.1f}" from {ship.name}, which launches within {limits}.'
    return Refusal(reason, LAUNCH, (PointRing(ship.pose[:2], fore_inches or max_inches),))


def launch_spots(state: State, model: Model) -> Iterator[Pose]:
    """Yield places for an embarked model, those ahead of the ship first. If all fail, yield the nearest free place."""
    ship = state.models[model.host]
    any_legal = False
    for pose in spots_for_launch(state, ship, model):
        if refuse_launch(state, model, (pose,)) is None:
            any_legal = True
            yield pose
    if not any_legal:
        goal = forced_spot(state, model, ship)
        if goal is not None:
            yield goal


def refuse_sharing(state: State, leader: Model, others: list[Model]) -> Refusal | None:
    """Return why these models may not launch in formation with the leader, or None.

    They need the Fuel of its Boost, and must be able to do the action that it declared.
    """
    burnt_fuel, action = Boosting.burnt(leader), _shared_action(state)
    for other in others:
        if fuel(other) < burnt_fuel:
            return Refusal(f"{other.name} doesn't have the Fuel for {leader.name}'s Boost.", FORMATION)
        refusal = action.refuse(state, other) if action is not None else None
        if refusal is not None:
            return refusal
    return None


def share_declaration(game: Game, leader: Model, others: list[Model]) -> None:
    """Let the other models of a launching formation burn the leader's Fuel and do the leader's declared action."""
    burnt_fuel, action = Boosting.burnt(leader), _shared_action(game.state)
    for other in others:
        if burnt_fuel:
            spend_fuel(game, other, burnt_fuel, "Boost")
            Boosting.enter(game, other, burnt_fuel)
        if action is not None:
            action.join(game, leader, other)


def _shared_action(state: State) -> Action | None:
    """Return the current action if it takes effect at its declaration, or None."""
    act = state.activation
    action = rulebook(state).actions.get(act.action) if act is not None else None
    return action if action is not None and action.at_once else None


# --- Land (v1.2.4 Action > Land) ---
LAND = "v1.2.4 Action > Land"


def refuse_land(state: State, model: Model, ship: Model | None) -> Refusal | None:
    """Return why the active model may not land on that ship, or None."""
    act = state.activation
    members = formation_members(state, model)
    refusal = refuse_berth(state, model, ship, len(members))
    if refusal is not None:
        return refusal
    if act is not None and act.landed:
        return Refusal(f"{model.name} has already landed in this activation.", LAND)
    assert ship is not None
    if not any(touches(member.base, member.pose, ship.base, ship.pose) for member in members):
        return Refusal(f"{model.name} must be in contact with {ship.name} to land.", LAND, pointed_bases([ship.id]))
    return None


def land(game: Game, model: Model, ship: Model) -> None:
    """Take a model from the table aboard a ship."""
    model.place, model.host = EMBARKED, ship.id
    for tie in TIES:
        model.states.pop(tie.name, None)
    game.log_event(LeftPlay(model=model.id, how="embarked", host=ship.id))
    for clause in global_rules_with(game.state, GlobalRule.landed):
        clause.landed(game, model, ship)


# --- Drone Bays (v1.2.4 Weapons > Drone, Drone Bay, R77) ---
DRONE_BAY = "v1.2.4 Weapons > Drone Bay"
DRONE_BAY_REACH = 6.0
"""Inches within which a Drone Bay launches."""
ARC_DIRECTIONS = {"fore": 0, "starboard": 90, "aft": 180, "port": 270, "turret": 0, "spinal": 0}
"""The direction of the middle of each arc, in degrees clockwise from the bow."""


def drone_bays(state: State, ship: Model) -> list[str]:
    """Return the mounts of a ship that are Drone Bays."""
    return [mount.id for mount in ship.card.mounts if weapon_type(state, mount.weapon).launches_drones]


def refuse_bay(state: State, ship: Model, mount: str) -> Refusal | None:
    """Return why a bay may not launch now, or None: it is used up, damaged, or without Fire Control."""
    act = state.activation
    if mount not in drone_bays(state, ship):
        return Refusal(f"{ship.name} has no Drone Bay '{mount}'.", DRONE_BAY)
    if mount in ship.damaged:
        return Refusal("This Drone Bay is damaged.", "v1.2.4 Damage > Weapon Damage")
    if act is not None and mount in act.bays:
        return None
    if act is not None and mount in act.used:
        return Refusal("This Drone Bay has already been used in this activation.", DRONE_BAY)
    if fire_control_left(state, ship) < 1:
        return Refusal(f"{ship.name} has no Fire Control left.", "v1.2.4 Attack > Fire Control")
    return None if any(stock_left(ship, mount).values()) else Refusal("This Drone Bay's stock is empty.", DRONE_BAY)


def refuse_drone(state: State, ship: Model, mount: str, card_key: str, pose: Pose) -> Refusal | None:
    """Return why a bay may not launch that drone squadron there, or None."""
    refusal = refuse_bay(state, ship, mount)
    if refusal is not None:
        return refusal
    card = _drone_card(state, card_key)
    if card is None or card.drone_class is None:
        return Refusal(f"There is no drone squadron '{card_key}'.", DRONE_BAY)
    if card not in drones_for(state, ship):
        return Refusal(f"{card.name} drones are only launched by {card.faction} ships.", DRONE_BAY)
    if not stock_left(ship, mount).get(card.drone_class, 0):
        return Refusal(f"No Class {card.drone_class} drones are left in stock.", DRONE_BAY)
    weapon = weapon_of(ship, mount)
    assert weapon is not None
    return _refuse_drone_spot(state, ship, weapon, _drone_at(card, ship, pose))


def drones_for(state: State, ship: Model) -> list[UnitCard]:
    """Return the cards of the drone squadrons that a ship may launch: common ones, and those of its faction."""
    return [card for card in state.drone_cards if card.faction in (COMMON, ship.card.faction)]


def _drone_card(state: State, card_key: str) -> UnitCard | None:
    """Return the card of a drone squadron that bays may launch, or None."""
    return next((card for card in state.drone_cards if card.key == card_key), None)


def _drone_at(card: UnitCard, ship: Model, pose: Pose) -> Model:
    """Return a drone of that card as if it were there."""
    return Model("a drone", card, ship.side).at(pose)


def _refuse_drone_spot(state: State, ship: Model, weapon: WeaponCard, drone: Model) -> Refusal | None:
    if extends_off_table(drone.base, drone.pose, state.width, state.height):
        return Refusal("That is off the table.", DRONE_BAY)
    drawing = (PointRing(ship.pose[:2], DRONE_BAY_REACH),)
    if not wholly_within(drone.base, drone.pose, ship.base, ship.pose, DRONE_BAY_REACH):
        return Refusal(f'The drone must be wholly within {DRONE_BAY_REACH:.0f}" of {ship.name}.', DRONE_BAY, drawing)
    arcs = arcs_of(ship.base, ship.pose, drone.base, drone.pose)
    if "turret" not in weapon.arcs and not any(arc in weapon.arcs for arc in arcs):
        return Refusal("The drone must be in the bay's arc.", DRONE_BAY, pointed_arcs(ship.id, weapon.arcs))
    touched_ids = ids_in_contact(state, drone)
    if not touched_ids or ship_to_escort(state, drone) is not None:
        return None
    return Refusal(f"The drone would touch {format_names(state, touched_ids)}.", DRONE_BAY, pointed_bases(touched_ids))


def launch_drone(game: Game, ship: Model, mount: str, card_key: str, pose: Pose) -> None:
    """Launch a drone squadron and mark its stock. The first one of a bay's use costs Fire Control."""
    act, card = game.state.activation, _drone_card(game.state, card_key)
    assert act is not None and card is not None and card.drone_class is not None
    weapon = weapon_of(ship, mount)
    if mount in act.bays:
        open_bays = list(act.bays)
        open_bays.remove(mount)
        act.bays = tuple(open_bays)
    elif weapon is not None:
        spend(game, (mount,))
        act.bays = (*act.bays, *[mount] * (weapon.drones - 1))
    mark_stock(game, ship, mount, card.drone_class)
    _add_drone(game, ship, card, pose)


def _add_drone(game: Game, ship: Model, card: UnitCard, pose: Pose) -> None:
    state = game.state
    state.serial += 1
    drone = Model(f"drone-{state.serial}", card, ship.side, f"{card.name} {state.serial}")
    drone.pose, drone.place, drone.activated = pose.rounded(), TABLE, True
    escort = ship_to_escort(state, drone)
    state.models[drone.id] = drone
    reveal(game, drone)
    game.tell_move(drone, [drone.pose], "launch")
    notify_launched(game, drone, ship)
    if escort is not None:
        attach(game, drone, escort, Escorting)


def drone_spots(state: State, ship: Model, mount: str, card: UnitCard) -> Iterator[Pose]:
    """Yield places for a drone around a ship: first as an escort if the drone may be one, then in the bay's arcs."""
    drone = _drone_at(card, ship, ship.pose)
    if card.drone_class == CLASS_III and not escorts_of(state, ship):
        yield from flush_spots(state, drone, ship)[:2]
    weapon = weapon_of(ship, mount)
    for arc in weapon.arcs if weapon else ():
        for degrees in (0, 30, -30):
            direction = ship.pose.turned(ARC_DIRECTIONS[arc] + degrees)
            for inches in (5.0, 3.0):
                spot = direction.advanced(ship.base.length / 2 + inches)
                yield Pose(round(spot.x, 3), round(spot.y, 3), ship.pose.heading)


# --- Assaulting (v1.2.4 Action > Assaulting, R74) ---
ASSAULTING = "v1.2.4 Action > Assaulting"


def may_assault(squadron: Model, ship: Model) -> bool:
    """Return whether a squadron may assault that ship: exo-armors, and an enemy ship on the table."""
    return squadron.card.squadron_type == "exo-armor" and ship.is_on_table and ship.side != squadron.side


def _hull_spots(state: State, squadron: Model, ship: Model) -> list[Pose]:
    """Return the free places on a hull, or one place that the other assailants can free."""
    return flush_spots(state, squadron, ship) or packed_hull_spots(state, squadron, ship)[-1:]


def packed_hull_spots(state: State, squadron: Model, ship: Model) -> list[Pose]:
    """Return places on a hull for all assailants and one more, the new one's last. Return [] if they don't fit."""
    assailants = [assailant for assailant in attached_to(state, ship) if assailant.is_assaulting]
    moving_ids = {squadron.id, ship.id, *(assailant.id for assailant in assailants)}
    obstacles = obstacles_around_host(state, squadron, (ship.base, ship.pose), moving_ids)
    poses = pack(ship.base, ship.pose, squadron.base, len(assailants) + 1, obstacles, state.width, state.height)
    return poses or []


def cling(game: Game, squadron: Model, ship: Model, pose: Pose) -> None:
    """Attach the squadron to the hull. Without a free place there, the other assailants close up."""
    if refuse_flush(game.state, squadron.at(pose), ship) is not None:
        assailants = [assailant for assailant in attached_to(game.state, ship) if assailant.is_assaulting]
        for assailant, spot in zip(assailants, packed_hull_spots(game.state, squadron, ship), strict=False):
            move_to(game, assailant, spot, "assault")
    move_to(game, squadron, pose, "assault")
    attach(game, squadron, ship, Assaulting)


def ask_assailants_to_stay(game: Game, ship: Model) -> Procedure[None]:
    """As a ship activates, let each assailant stay on the hull or leave it with a free move."""
    for squadron in attached_to(game.state, ship):
        if not squadron.is_assaulting:
            continue
        listed: list[Option[HoldOn | Disengage]] = [
            Option(HoldOn(), "Stay on the hull", "it must bomb in its next activation"),
            Option(Disengage(), "Disengage", f'a free move of up to {FREE_MOVE:.0f}"'),
        ]
        title = f"{ship.name} activates: does {squadron.name} stay on the hull?"
        answer = yield from ask(ListDecision("assault", squadron.side, title, ASSAULT, listed, subject=squadron.id))
        if isinstance(answer, Disengage):
            detach(game, squadron)
            yield from free_move(game, squadron, FREE_MOVE, leaves_hull=True)


# --- Free moves (v1.2.4 Dogfight > After the Dogfight, R29, R73) ---
FREE_MOVE = 4.0
"""Inches of a free move."""
DIRECTIONS = 12


class FreeMove(Decision):
    """Choose where a squadron goes with a free move. After a Bombing Run, exo-armors may assault the ship instead."""

    kind = "free"
    answers = (Fly, Stay, Assault)
    __slots__ = ("inches", "leaves_hull", "ship", "state")

    def __init__(
        self, state: State, squadron: Model, inches: float, ship: str = "", leaves_hull: bool = False
    ) -> None:
        title = f'{squadron.name}: a free move of up to {inches:.0f}"' + (", or assault the ship" if ship else "")
        super().__init__(squadron.side, title, "v1.2.4 Dogfight > After the Dogfight", subject=squadron.id)
        self.state = state
        self.inches = inches
        self.ship = ship
        """The id of the ship that it may assault, or ""."""
        self.leaves_hull = leaves_hull
        """Whether it disengages from a hull, so that it may end touching all but enemies (R28)."""

    def on(self, state: State) -> FreeMove:
        return FreeMove(state, state.models[self.subject], self.inches, self.ship, self.leaves_hull)

    @property
    def model(self) -> Model:
        return self.state.models[self.subject]

    def judge(self, answer: Answer) -> Refusal | None:
        match answer:
            case Assault():
                return self._refuse_assault(answer.pose)
            case Fly(path):
                return self._refuse_flight(path)
        return self._refuse_place(self.model.pose) if self._nearest_flight() is not None else None

    def _refuse_flight(self, path: tuple[Point, ...]) -> Refusal | None:
        inches = path_length(self.model, path)
        if inches > self.inches + SLACK:
            return Refusal(f'The path is {at_least_inches(inches)} long. The limit is {self.inches:.0f}".', self.cited)
        crossing = refuse_crossing(self.state, self.model, path, self.cited)
        if crossing is not None:
            return crossing
        x, y = path[-1]
        return self._refuse_end(Pose(x, y, self.model.pose.heading))

    def _refuse_end(self, pose: Pose) -> Refusal | None:
        """Return why it may not end there, or None. An escort that flies off may not touch its own ship either."""
        ship = self._own_ship()
        if ship is not None and touches(self.model.base, pose, ship.base, ship.pose):
            reason = f"{self.model.name} may not end touching {ship.name}."
            return Refusal(reason, self.cited, pointed_bases([ship.id]))
        return self._refuse_place(pose)

    def _own_ship(self) -> Model | None:
        """Return the ship that it is attached to, or None."""
        return self.state.models.get(self.model.host) if self.model.is_attached else None

    def _refuse_assault(self, pose: Pose) -> Refusal | None:
        ship = self.state.models.get(self.ship)
        if ship is None:
            return Refusal("Only exo-armors that have just bombed a ship may assault it.", ASSAULTING)
        refusal = refuse_flush(self.state, self.model.at(pose), ship)
        return refusal if refusal is None or pose not in self.hull_spots() else None

    def _refuse_place(self, pose: Pose) -> Refusal | None:
        moved = self.model.at(pose)
        if self.leaves_hull:
            return refuse_placement(self.state, moved, self.cited)
        if off_table(self.state, moved):
            return Refusal("A free move ends on the table.", self.cited)
        touched_ids = ids_in_contact(self.state, moved)
        if not touched_ids:
            return None
        reason = f"{self.model.name} may not end touching {format_names(self.state, touched_ids)}."
        return Refusal(reason, self.cited, pointed_bases(touched_ids))

    def _nearest_flight(self) -> Fly | None:
        """Return a flight to the nearest free place within reach, or None."""
        state, model, ship = self.state, self.model, self._own_ship()
        own_ship = [(ship.base, ship.pose)] if ship is not None else []
        goal = free_place(state, model, own_ship, self.inches - LITTLE)
        flight = Fly(((round(goal.x, 3) + 0.0, round(goal.y, 3) + 0.0),)) if goal is not None else None
        return flight if flight is not None and self.judge(flight) is None else None

    def default(self) -> Fly | Stay:
        """Return Stay if that is allowed, else a flight to the nearest free place."""
        if self._refuse_place(self.model.pose) is None:
            return Stay()
        return self._nearest_flight() or Stay()

    def sample(self, rng: Random) -> Answer:
        """Return a random option."""
        answers = [option.answer for option in self.options()]
        return answers[int(rng.random() * len(answers))] if answers else self.default()

    def options(self) -> Iterator[Option[Answer]]:
        """Yield the default, places on the hull, and straight flights in all directions."""
        yield Option(self.default(), "The nearest free place")
        if self.ship:
            for pose in self.hull_spots():
                yield Option(Assault(*pose), "Assault")
        for degrees in range(0, 360, 360 // DIRECTIONS):
            for inches in (self.inches - LITTLE, self.inches / 2):
                end = self.model.pose.turned(degrees).advanced(inches)
                flight = Fly(((round(end.x, 3) + 0.0, round(end.y, 3) + 0.0),))
                if self.judge(flight) is None:
                    yield Option(flight, f"Fly {degrees} degrees")

    def hull_spots(self) -> list[Pose]:
        """Return the places on the hull that it may take. Other assailants make room if necessary."""
        return _hull_spots(self.state, self.model, self.state.models[self.ship])


def free_move(
    game: Game, squadron: Model, inches: float, ship: str = "", leaves_hull: bool = False
) -> Procedure[None]:
    """Ask for a free move and make it.

    Terrain attacks, and Autofire reacts to the active squadron. No squadron intercepts.
    """
    if is_immobile(game.state, squadron):
        return
    answer = yield FreeMove(game.state, squadron, inches, ship, leaves_hull)
    match answer:
        case Fly(path):
            members = formation_members(game.state, squadron)
            yield from fly_path(game, squadron, path, free_move_manner(game.state, squadron))
            leave_table(game, members)
        case Assault():
            cling(game, squadron, game.state.models[ship], answer.pose)


# --- Vector Attack (v1.2.4 Action > Vector Attack, R48) ---
VECTOR = "v1.2.4 Action > Vector Attack"


def send(game: Game, leader: Model, count: int) -> Procedure[None]:
    """Let up to `count` squadrons in Sensor Range make a free move, one after the other."""
    sent_ids: list[str] = []
    for remaining in range(count, 0, -1):
        ready = [squadron for squadron in squadrons_to_send(game.state, leader) if squadron.id not in sent_ids]
        if not ready:
            return
        listed: list[Option[Send | Enough]] = [
            *(
                Option(Send(squadron.id), f"Send {squadron.name}", f'a free move of up to {FREE_MOVE:.0f}"')
                for squadron in ready
            ),
            Option(Enough(), "Send no more"),
        ]
        title = f"{leader.name}: choose a squadron to move ({remaining} left)"
        barred = [(Send(squadron.id), refusal) for squadron, refusal in squadrons_barred(game.state, leader)]
        answer = yield from ask(
            ListDecision("vector", leader.side, title, VECTOR, listed, subject=leader.id, barred=barred)
        )
        if isinstance(answer, Enough):
            return
        sent_ids.append(answer.model)
        yield from free_move(game, game.state.models[answer.model], FREE_MOVE)


def squadrons_to_send(state: State, model: Model) -> list[Model]:
    """Return the friendly squadrons in Sensor Range that it may send. A formation is listed as its leader."""
    return [squadron for squadron in _squadrons_in_range(state, model) if _refuse_send(state, squadron) is None]


def squadrons_barred(state: State, model: Model) -> list[tuple[Model, Refusal]]:
    """Return the friendly squadrons in Sensor Range that it may not send, with the reasons."""
    refusals = ((squadron, _refuse_send(state, squadron)) for squadron in _squadrons_in_range(state, model))
    return [(squadron, refusal) for squadron, refusal in refusals if refusal is not None]


def _refuse_send(state: State, squadron: Model) -> Refusal | None:
    """Return why a squadron may not be sent wherever it is, None if it may."""
    if squadron.is_assaulting:
        return Refusal(f"{squadron.name} is Assaulting, so Vector Attack can't move it.", VECTOR)
    return Refusal(f"{squadron.name} is Static.", VECTOR) if is_immobile(state, squadron) else None


def _squadrons_in_range(state: State, model: Model) -> list[Model]:
    members = formation_members(state, model)
    own_ids = {member.id for member in members}
    near_ids = {other.formation or other.id for member in members for other in models_maybe_sensed(state, member)}
    return [
        other
        for other in state.on_table()
        if other.side == model.side and not other.is_capital and other.id not in own_ids
        and other.id in near_ids and in_sensor_range(state, model, other)
    ]  # fmt: skip
