"""Actions of all models, in the order of the rulebook (v1.2.4 Action).

Each section has the action, its requirements, and the functions that only it uses.
"""

from __future__ import annotations

from jovian.cards.traits import implements
from jovian.game import Game, ListDecision, Model, Option, Procedure, Refusal, State, answers, ask
from jovian.game.answers import Enough, FireWeapons, Supply
from jovian.game.events import FLEX, Contribution, Supplied
from jovian.rules.actions.states import Targeted
from jovian.rules.attack.attack import attack
from jovian.rules.attack.nukes_and_rams import COLLISION, bow_on, ram_capital, ram_ship, ramming_test
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import shared_fuel, system_left
from jovian.rules.basics.nearby import models_maybe_within, refuse_near_enemies
from jovian.rules.basics.rolls import SkillTest, roll_skill_test
from jovian.rules.close_combat.dogfight import close_mounts
from jovian.rules.damage.boarding import board, landing_force
from jovian.rules.damage.damage import DamageContext
from jovian.rules.damage.leaving_play import models_aboard, withdraw
from jovian.rules.placement.attached import escorts_at_will
from jovian.rules.rulebook.active_effects import effects_on, find_effect, notify_attacked
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.rulebook.order import Action
from jovian.rules.shots import ratings
from jovian.rules.shots.evasion import Evading
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.ratings import skill_test
from jovian.rules.shots.shot import (
    in_sensor_range,
    is_used_up,
    link_group,
    models_maybe_sensed,
    sensor_reach,
    weapon_of,
    weapons_label,
)
from jovian.rules.squadrons import send, squadrons_barred, squadrons_to_send
from jovian.rules.supplies import SUPPLIES, SupplyKind
from jovian.rules.traits.model_traits import Comms, Sluggish, Stealthed, Tender
from jovian.rules.traits.older_traits import FleeingFast
from jovian.table import TOLERANCE, distance, touches

# --- Requirements ---


def refuse_without_thrusters(action: Action, state: State, model: Model) -> Refusal | None:
    """Return why a model may not do an action that needs a ship with Thrusters 1+, or None."""
    if not model.is_capital:
        return action.make_refusal("Only capital ships may do this.")
    if ratings.thrusters(state, model) < 1:
        return action.make_refusal(f"{model.name} needs Thrusters 1 or more.")
    return None


def _may_direct(state: State, model: Model, drones: bool = False) -> bool:
    """Return whether a model may direct squadrons, or drones: ships, and squadrons with Comms."""
    comms = find_effect(state, model, Comms)
    return model.is_capital or (comms is not None and (comms.commands_drones or not drones))


def enemy_ships(state: State, model: Model) -> list[str]:
    """Return the ids of the enemy capital ships on the table."""
    return [other.id for other in state.on_table() if other.side != model.side and other.is_capital]


def touched_by_formation(state: State, model: Model, model_ids: list[str]) -> list[str]:
    """Return which of these models touch the model or its formation."""
    group = formation_members(state, model)
    return [model_id for model_id in model_ids if any(touched_by_model(state, member, [model_id]) for member in group)]


def touched_by_model(state: State, model: Model, model_ids: list[str]) -> list[str]:
    """Return which of these models touch the model itself."""
    return [
        model_id for model_id in model_ids
        if (other := state.models.get(model_id)) is not None and other.is_on_table
        and _are_in_contact(model, other)
    ]  # fmt: skip


def _are_in_contact(first: Model, second: Model) -> bool:
    return touches(first.base, first.pose, second.base, second.pose)


# --- Weapons of an action ---


def free_mounts(state: State, model: Model) -> list[str]:
    """Return the undamaged mounts that the active model hasn't used in this activation."""
    return [mount for mount in close_mounts(state, model) if not is_used_up(state, model, mount)]


def weapon_groups(state: State, model: Model, mounts: list[str], target: Model) -> list[list[str]]:
    """Return each mount alone, and linked mounts, led by each one whose ratings may be used (R59)."""
    mount_groups = [[mount] for mount in mounts]
    for mount in mounts:
        linked = link_group(state, model, mount, mounts, target)
        if len(linked) > 1 and not any(_fire_alike(model, linked, group) for group in mount_groups):
            mount_groups.append(linked)
    return mount_groups


def _fire_alike(model: Model, first: list[str], second: list[str]) -> bool:
    """Return whether the same mounts fire with the same ratings, those of the first mount."""
    return sorted(first) == sorted(second) and weapon_of(model, first[0]) == weapon_of(model, second[0])


def choose_weapons(
    model: Model, target: Model, mount_groups: list[list[str]], place: str
) -> Procedure[tuple[str, ...]]:
    """Ask which of these groups fires at a ship."""
    listed = []
    for group in mount_groups:
        weapon = weapon_of(model, group[0])
        label = weapons_label(model, group) + (" linked" if len(group) > 1 else "")
        listed.append(Option(FireWeapons(tuple(group)), label, f"{weapon.ac} dice" if weapon is not None else ""))
    title = f"{model.name}: choose the weapons to fire at {target.name}"
    return (yield from ask(ListDecision("weapons", model.side, title, place, listed, subject=target.id))).mounts


# --- Board (v1.2.4 Action > Board, R46) ---
BOARDING_RANGE, ASSAULT_CRAFT = 1.0, 3.0


class Board(Action):
    """Send marines to an enemy ship."""

    __slots__ = ()

    name = "board"
    place = "v1.2.4 Action > Board"
    tests = "rules/test_boarding"
    verb = "board"
    summary = "Marines cross to a nearby enemy ship, past its Point Defense, and fight for it from inside."
    needs = 'Marines 1+, not Boarded; an enemy ship within 1" (Assault Craft 3") when resolved'
    boards = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse a model without marines to send."""
        return None if landing_force(state, model) else self.make_refusal(f"{model.name} needs Marines 1 or more.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Refuse unless an enemy ship, or the one named, is in reach."""
        reachable_ids = in_boarding_range(state, model)
        if not reachable_ids:
            return self.make_refusal(f'No enemy ship is within {boarding_range(model):.0f}" of {model.name}.')
        return self.make_refusal("That ship is out of reach.") if at and at not in reachable_ids else None

    def reach(self, model: Model) -> float:
        return boarding_range(model)

    def closes_with(self, state: State, model: Model) -> list[str]:
        """Return the ids of what it could board. Ships board without contact."""
        return [] if model.is_capital else [other.id for other in _boardable_models(state, model)]

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Board the named ship, or the nearest."""
        act, ship = game.state.activation, game.state.models[at or in_boarding_range(game.state, model)[0]]
        assert act is not None
        act.target = ship.id
        notify_attacked(game, model, ship, self.name)
        yield from board(game, model, ship)


@implements("Assault Craft", tests="rules/test_boarding")
def boarding_range(model: Model) -> float:
    """Return the inches across which a model boards."""
    return ASSAULT_CRAFT if model.card.trait("Assault Craft") else BOARDING_RANGE


def _boardable_models(state: State, model: Model) -> list[Model]:
    """Return the models that it could board: enemy and neutral ships, stations, and unidentified objects (R33, R46)."""
    return [other for other in state.on_table() if other.side != model.side and other.card.kind != "squadron"]


def in_boarding_range(state: State, model: Model) -> list[str]:
    """Return the ids of what the model or its formation may board, nearest first."""
    group = formation_members(state, model)
    ships_by_distance = [
        (min(round(distance(member.base, member.pose, ship.base, ship.pose), 4) for member in group), ship.id)
        for ship in _boardable_models(state, model)
    ]
    return [ship_id for inches, ship_id in sorted(ships_by_distance) if inches <= boarding_range(model) + TOLERANCE]


# --- Combined Attack (v1.2.4 Action > Combined Attack) ---


class CombinedAttack(Action):
    """Make an enemy ship easier to hit for all."""

    __slots__ = ()

    name = "combined attack"
    place = "v1.2.4 Action > Combined Attack"
    tests = "rules/test_combined_attack"
    verb = "mark"
    summary = "Marks an enemy ship: +1 for every attack on it this turn. Without a Sensor Array, also fire at it."
    needs = "a squadron or Sensor Array; an enemy ship in Short or Optimum Range when resolved"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse ships without an undamaged Sensor Array."""
        return (
            None
            if not model.is_capital or _has_sensor_array(model)
            else self.make_refusal(f"{model.name} needs a Sensor Array.")
        )

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Refuse unless there is an enemy ship in range, at which the model fires if it must."""
        markable_ids = markable_ships(state, model)
        if not markable_ids:
            verb = "sees" if _has_sensor_array(model) else "can fire at"
            return self.make_refusal(f"There is no enemy ship in range that {model.name} {verb}.")
        return self.make_refusal("That ship can't be marked from here.") if at and at not in markable_ids else None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Mark the ship as Targeted, then make the attack that goes with it."""
        ship = game.state.models[at or markable_ships(game.state, model)[0]]
        if _has_sensor_array(model):
            Targeted.add(game, ship)
            return
        mount_groups = _possible_weapon_groups(game.state, model, ship)
        Targeted.add(game, ship)
        mounts = yield from choose_weapons(model, ship, mount_groups, self.place)
        yield from attack(game, model, mounts, ship, ACTIVATION)


@implements("Sensor Array", tests="rules/test_combined_attack")
def _has_sensor_array(model: Model) -> bool:
    """Return whether a model has an undamaged Sensor Array."""
    return model.card.trait("Sensor Array") is not None and system_left(model, "Sensor Array") > 0


def markable_ships(state: State, model: Model) -> list[str]:
    """Return the ids of the enemy ships that it could mark now."""
    ship_ids = []
    for ship_id in enemy_ships(state, model):
        ship = state.models[ship_id]
        if in_sensor_range(state, model, ship) and (
            _has_sensor_array(model) or _possible_weapon_groups(state, model, ship)
        ):
            ship_ids.append(ship_id)
    return ship_ids


def _possible_weapon_groups(state: State, model: Model, ship: Model) -> list[list[str]]:
    """Return the weapons that could fire at the ship now, alone and linked."""
    if ratings.fire_control_left(state, model) < 1:
        return []
    mounts = [
        mount for mount in free_mounts(state, model)
        if isinstance(assess(state, model, (mount,), ship, ACTIVATION), Assessment)
    ]  # fmt: skip
    return weapon_groups(state, model, mounts, ship)


# --- Drone Command (v1.2.4 Action > Drone Command) ---
DRONE_COMMAND_STEP = "drone command"
"""The name of the action, and the agenda step for each drone that it lets act."""
BY_RESULT = (1, 2, 3, 4)
"""How many models it activates or supplies, by N, D, T, and Q+."""


class DroneCommand(Action):
    """Activate several drone squadrons, one after the other."""

    __slots__ = ()

    name = DRONE_COMMAND_STEP
    place = "v1.2.4 Action > Drone Command"
    tests = "rules/test_drones"
    summary = "A skill test: 1 to 4 controllable drone squadrons in Sensor Range activate, one after the other."
    needs = "a capital ship or Comms"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse squadrons without Comms, and drones."""
        may_command = _may_direct(state, model, drones=True) and not model.is_drone
        return None if may_command else self.make_refusal(f"{model.name} needs Comms.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Refuse while there is no drone to command."""
        if controllable(state, model, []):
            return None
        return self.make_refusal(f"No controllable drones are in Sensor Range of {model.name}.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        return skill_test(state, model, "Drone Command")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test, then pause this activation while the drones activate."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        state, act = game.state, game.state.activation
        assert act is not None
        state.paused.append(act)
        state.activation = None
        state.agenda += [["resume"], [DRONE_COMMAND_STEP, model.id, BY_RESULT[result.best], []]]


@implements("Controllable", tests="rules/test_drones")
def controllable(state: State, commander: Model, done_ids: list[str]) -> list[Model]:
    """Return the drones that a commander may activate and that haven't activated yet."""
    return [
        other
        for other in models_maybe_sensed(state, commander)
        if other.side == commander.side and other.id not in done_ids and other.card.trait("Controllable")
        and (not other.is_escorting or escorts_at_will(state, other)) and _is_in_command_range(state, commander, other)
    ]  # fmt: skip


def _is_in_command_range(state: State, commander: Model, drone: Model) -> bool:
    """Return whether a drone is in Sensor Range. Its own Cloak and Stealth don't count for its commander."""
    reach = sensor_reach(state, commander, drone, commanded=True)
    return distance(commander.base, commander.pose, drone.base, drone.pose) <= reach + TOLERANCE


# --- Evade (v1.2.4 Action > Evade) ---


class Evade(Action):
    """Be hard to hit until the End Phase, with Fire Control 1."""

    __slots__ = ()

    name = "evade"
    place = "v1.2.4 Action > Evade"
    summary = "Until the End Phase, its Skill opposes shots from beyond Short Range, and its Fire Control is 1."
    needs = "Thrusters 1+ or Fuel 2+, not Sluggish"
    fuel = 2
    at_once = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse Sluggish models, ships without Thrusters, and squadrons with less than 2 Fuel."""
        if find_effect(state, model, Sluggish) is not None:
            return self.make_refusal("A Sluggish model can't Evade.")
        if model.is_capital and ratings.thrusters(state, model) < 1:
            return self.make_refusal(f"{model.name} needs Thrusters 1 or more.")
        if not model.is_capital and shared_fuel(state, model) < self.fuel:
            return self.make_refusal(f"{model.name} needs {self.fuel} Fuel or more.")
        return None

    def supposed(self, model: Model, at: str = "") -> Model:
        return Evading.supposed(model)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        for member in formation_members(game.state, model):
            Evading.enter(game, member)
        return
        yield

    def join(self, game: Game, leader: Model, other: Model) -> None:
        Evading.enter(game, other)


# --- Ram (v1.2.4 Action > Ram) ---
DESPERATE = 1
"""The highest Structure with which a model may ram."""


class Ram(Action):
    """Run into an enemy ship on purpose."""

    __slots__ = ()

    name = COLLISION
    place = "v1.2.4 Action > Ram"
    tests = "rules/test_ram"
    verb = COLLISION
    summary = "Run into an enemy ship. 2 ships roll their Structure at each other. A squadron is lost."
    needs = "Structure 0-1 or Fire Ship; contact with an enemy ship when resolved"
    rams = True
    desperate = True

    @implements("Fire Ship", tests="rules/test_ram")
    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse models above Structure 1, except Fire Ships."""
        return None if _rammers(state, model) else self.make_refusal(f"{model.name} needs Structure 1 or less.")

    def closes_with(self, state: State, model: Model) -> list[str]:
        return enemy_ships(state, model)

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Refuse unless it touches an enemy ship, or the one named (a ship with its front)."""
        struck_ids = rammable_ships(state, model)
        if not struck_ids:
            end = " with its front." if model.is_capital else "."
            return self.make_refusal(f"{model.name} must be in contact with an enemy ship{end}")
        return (
            self.make_refusal(f"{model.name} isn't in contact with that ship.") if at and at not in struck_ids else None
        )

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        return ramming_test(state, model, state.models.get(at))

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Ram the named ship, or the first one in contact."""
        ship = game.state.models[at or rammable_ships(game.state, model)[0]]
        if model.is_capital:
            yield from ram_capital(game, model, ship)
        else:
            yield from ram_ship(game, (yield from self._choose_rammer(game, model, ship)), ship)

    def _choose_rammer(self, game: Game, squadron: Model, ship: Model) -> Procedure[Model]:
        """Ask which member of a formation rams."""
        candidates = [member for member in _rammers(game.state, squadron) if _are_in_contact(member, ship)]
        listed = [Option(answers.Ram(member.id), f"{member.name} rams {ship.name}") for member in candidates]
        title = f"{squadron.name}: choose the member of the formation that rams {ship.name}"
        pick = ListDecision(
            COLLISION, squadron.side, title, self.place, listed, subject=squadron.id, stake=DamageContext(ship.id)
        )
        return game.state.models[(yield from ask(pick)).model or squadron.id]


def _rammers(state: State, model: Model) -> list[Model]:
    """Return the members of a formation that may ram: with little Structure left, or Fire Ships."""
    group = formation_members(state, model)
    return [member for member in group if member.rating("structure") <= DESPERATE or member.card.trait("Fire Ship")]


def rammable_ships(state: State, model: Model) -> list[str]:
    """Return the ids of the enemy ships that the model or its rammers touch (a ship with its front)."""
    if model.is_capital:
        touched_ids = touched_by_formation(state, model, enemy_ships(state, model))
        return [ship_id for ship_id in touched_ids if bow_on(model, state.models[ship_id])]
    candidates = _rammers(state, model)
    return [
        ship_id
        for ship_id in enemy_ships(state, model)
        if any(_are_in_contact(member, state.models[ship_id]) for member in candidates)
    ]


# --- Resupply (v1.2.4 Action > Resupply, R48) ---
SUPPLY_RANGE = 6.0


class Resupply(Action):
    """Hand out drones, fuel, and marines."""

    __slots__ = ()

    name = "resupply"
    place = "v1.2.4 Action > Resupply"
    tests = "rules/test_resupply"
    summary = 'A skill test supplies 1 to 4 friends within 6" and all squadrons aboard with what the cargo holds.'
    needs = "Cargo of Drone Munitions, Fuel Pods or Marines, or a ship with Fuel Tanks"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse ships with nothing to hand out."""
        return None if _supplies_of(model) else self.make_refusal(f"{model.name} carries nothing to hand out.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Refuse while no model in reach needs anything."""
        needy_models = [
            *in_supply_range(state, model),
            *(squadron for squadron in models_aboard(state, model) if useful_supplies(model, squadron)),
        ]
        return None if needy_models else self.make_refusal(f"No model in reach needs what {model.name} carries.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        tenders = effects_on(state, model, Tender)
        aids = [Contribution(tender.name, tender.dice, tender.place, FLEX) for tender in tenders if tender.dice]
        return skill_test(state, model, "Resupply", further=aids)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test, then ask whom to supply. Models aboard are always supplied."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        for squadron in models_aboard(game.state, model):
            _give_all_supplies(game, model, squadron)
        for other in in_supply_range(game.state, model):
            for kind in useful_supplies(model, other):
                if kind.for_all:
                    _give_supply(game, model, other, kind)
        for remaining in range(BY_RESULT[result.best], 0, -1):
            candidates = in_supply_range(game.state, model)
            if not candidates:
                return
            listed: list[Option[Supply | Enough]] = [
                *(
                    Option(Supply(other.id), other.name, ", ".join(kind.name for kind in useful_supplies(model, other)))
                    for other in candidates
                ),
                Option(Enough(), "Supply no more"),
            ]
            title = f"{model.name}: choose a model to supply ({remaining} left)"
            answer = yield from ask(ListDecision("supply", model.side, title, self.place, listed, subject=model.id))
            if isinstance(answer, Enough):
                return
            _give_all_supplies(game, model, game.state.models[answer.model])


def _supplies_of(model: Model) -> list[SupplyKind]:
    """Return the kinds of supplies that a ship can hand out."""
    return [kind for kind in SUPPLIES if kind.held_by(model)]


def in_supply_range(state: State, model: Model) -> list[Model]:
    """Return the friendly models in reach that need something, including the supplier."""
    reach = max([SUPPLY_RANGE, *(tender.reach for tender in effects_on(state, model, Tender))])
    return [
        other
        for other in models_maybe_within(state, model.base, model.pose, reach)
        if other.side == model.side
        and distance(model.base, model.pose, other.base, other.pose) <= reach + TOLERANCE
        and useful_supplies(model, other)
    ]


def useful_supplies(model: Model, other: Model) -> list[SupplyKind]:
    """Return which of its supplies another model could use now."""
    return [
        kind for kind in _supplies_of(model)
        if (kind.for_itself or other.id != model.id) and kind.needed(model, other)
    ]  # fmt: skip


def _give_all_supplies(game: Game, model: Model, other: Model) -> None:
    """Give a model all supplies that it can use."""
    for kind in useful_supplies(model, other):
        _give_supply(game, model, other, kind)


def _give_supply(game: Game, model: Model, other: Model, kind: SupplyKind) -> None:
    """Give a model one kind of supply."""
    kind.give(game, other)
    game.log_model_event(other, Supplied(model=other.id, by=model.id, what=kind.name))


# --- Silent Running (v1.2.4 Action > Silent Running) ---


class SilentRunning(Action):
    """Become harder to find."""

    __slots__ = ()

    name = "silent running"
    place = "v1.2.4 Action > Silent Running"
    tests = "rules/test_silent_running"
    summary = "Stealth and 1 more ECM. If a test succeeds, until the End Phase, even if it fires guns."
    at_once = True

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        return skill_test(state, model, "Silent Running")

    def supposed(self, model: Model, at: str = "") -> Model:
        return Stealthed.supposed(model)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test and become Stealthed for as long as it says."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        for member in formation_members(game.state, model):
            Stealthed.hide(game, member, lasting=bool(result))

    def join(self, game: Game, leader: Model, other: Model) -> None:
        """Become Stealthed as the leader is."""
        if Stealthed.holds(leader):
            Stealthed.hide(game, other, lasting=Stealthed.lasts(leader))


# --- Vector Attack (v1.2.4 Action > Vector Attack, R48) ---
VECTORS_BY_RESULT = (1, 2, 3, 3)
"""How many squadrons move, by N, D, T, and Q+."""


class VectorAttack(Action):
    """Move friendly squadrons."""

    __slots__ = ()

    name = "vector attack"
    place = "v1.2.4 Action > Vector Attack"
    tests = "rules/test_vector_attack"
    summary = 'A skill test: 1 to 3 friendly squadrons in Sensor Range make a free move of 4" without interceptions.'
    needs = "a capital ship or Comms, and Sensors 1+"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse squadrons without Comms, and models without Sensors."""
        if not _may_direct(state, model):
            return self.make_refusal(f"{model.name} needs Comms.")
        return None if ratings.sensors(state, model) else self.make_refusal(f"{model.name} needs Sensors 1 or more.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Refuse while there is no squadron to move."""
        if squadrons_to_send(state, model):
            return None
        refusals = [refusal for _, refusal in squadrons_barred(state, model)]
        return (refusals or [self.make_refusal(f"No friendly squadron is in Sensor Range of {model.name}.")])[0]

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        return skill_test(state, model, "Vector Attack")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test, then move one squadron after the other."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        yield from send(game, model, VECTORS_BY_RESULT[result.best])


# --- Withdraw (v1.2.4 Action > Withdraw, R50) ---
CLEARANCE = 6.0
"""The minimum distance from every enemy, in inches."""


class Withdraw(Action):
    """Leave the battle alive."""

    __slots__ = ()

    name = "withdraw"
    place = "v1.2.4 Action > Withdraw"
    summary = 'At least 6" from every enemy, a successful skill test withdraws the model for half its points.'
    needs = '6" or more from every enemy when resolved'
    gives_up = True
    desperate = True
    by_captors = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse stations (R33)."""
        return self.make_refusal("A station can't withdraw.") if model.card.station else None

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """Refuse while an enemy is nearer than 6" to the model or another of its formation."""
        return refuse_near_enemies(state, model, CLEARANCE, self.place)

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        fast = find_effect(state, model, FleeingFast)
        aid = Contribution(fast.name, 1, fast.place, FLEX) if fast is not None else None
        return skill_test(state, model, "Withdraw", aid=aid)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test. If it succeeds, the model is Withdrawn."""
        if (yield from roll_skill_test(game, model, self.test(game.state, model))):
            withdraw(game, model)
