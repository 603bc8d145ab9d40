"""Generic actions."""

from __future__ import annotations

from jovian.game import Game, ListDecision, Model, Option, Procedure, Refusal, State, answers, ask
from jovian.game.answers import Enough, FireWeapons, Supply
from jovian.game.events import Supplied
from jovian.rules.attack.attack import attack
from jovian.rules.attack.impacts import COLLISION, bow_on, ram_capital, ram_ship, ramming_test
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import shared_fuel, system_left
from jovian.rules.basics.nearby import models_maybe_within, refuse_near_enemies
from jovian.rules.basics.rolls import SkillTest, roll_skill_test
from jovian.rules.close_combat.dogfight import close_mounts
from jovian.rules.damage.boarding import board, landing_force
from jovian.rules.damage.casualties import models_aboard, withdraw
from jovian.rules.damage.damage import DamageContext
from jovian.rules.placement.attached import escorts_at_will
from jovian.rules.rulebook.active_effects import Hook, effects_on, notify_attacked, says_yes
from jovian.rules.rulebook.effect import ACTIVATION, Effect
from jovian.rules.rulebook.order import Action
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.ratings import Evading, skill_test
from jovian.rules.shots.shot import (
    in_sensor_range,
    link_group,
    perhaps_sensed,
    sensor_reach,
    used_up,
    weapon_of,
    weapons_label,
)
from jovian.rules.squadrons import send, sendable
from jovian.rules.traits.states import Targeted
from jovian.rules.traits.traits import SUPPLIES, Stealthed
from jovian.rules.traits.traits import Supply as Stock
from jovian.table import TOLERANCE, distance, touches

# --- needs ---
# What several actions ask: Thrusters, enemy ships, and whom a model is in contact with.


def thrusters_needed(action: Action, state: State, model: Model) -> Refusal | None:
    """Many actions of ships need Thrusters 1+."""
    if not model.capital:
        return action.make_refusal("Only capital ships may do this.")
    if ratings.thrusters(state, model) < 1:
        return action.make_refusal("It needs Thrusters 1 or more.")
    return None


def directs(state: State, model: Model, hook: Hook = Effect.directs) -> bool:
    """May it direct squadrons, or drones by the hook for that? Ships do, and squadrons by a trait."""
    return model.capital or says_yes(state, model, hook)


def enemy_ships(state: State, model: Model) -> list[str]:
    """The ids of the enemy capital ships on the table."""
    return [other.id for other in state.on_table() if other.side != model.side and other.capital]


def touching(state: State, model: Model, idents: list[str]) -> list[str]:
    """Those of the models that the model (or another of its formation) is in contact with."""
    group = formation_members(state, model)
    return [ident for ident in idents if any(touching_alone(state, member, [ident]) for member in group)]


def touching_alone(state: State, model: Model, idents: list[str]) -> list[str]:
    """Return the ids of those of the models that the model itself is in contact with, without its formation."""
    return [
        ident for ident in idents
        if (other := state.models.get(ident)) is not None and other.on_table
        and touches(model.base, model.pose, other.base, other.pose)
    ]  # fmt: skip


# --- volley ---
# Actions that attack as they are resolved: which weapons could fire, and letting the player choose.


def free_mounts(state: State, model: Model) -> list[str]:
    """The undamaged mounts that the active model has not used in this activation."""
    return [ident for ident in close_mounts(state, model) if not used_up(state, model, ident)]


def groups(state: State, model: Model, mounts: list[str], target: Model) -> list[list[str]]:
    """Each mount alone, and fully linked where that is possible, led by each whose ratings may be used (R59)."""
    found = [[ident] for ident in mounts]
    for ident in mounts:
        linked = link_group(state, model, ident, mounts, target)
        if len(linked) > 1 and not any(_alike(model, linked, each) for each in found):
            found.append(linked)
    return found


def _alike(model: Model, one: list[str], other: list[str]) -> bool:
    """Do the same mounts fire with the same ratings, those of the first of them?"""
    return sorted(one) == sorted(other) and weapon_of(model, one[0]) == weapon_of(model, other[0])


def _called(model: Model, group: list[str]) -> str:
    return weapons_label(model, group) + (" linked" if len(group) > 1 else "")


def _rating(model: Model, group: list[str]) -> str:
    """The rating with which a group fires at a ship: that of its first weapon."""
    weapon = weapon_of(model, group[0])
    return f"AC {weapon.ac}" if weapon is not None else ""


def choose_weapons(model: Model, target: Model, found: list[list[str]], place: str) -> Procedure[tuple[str, ...]]:
    """Which of these groups fires at the target, a ship."""
    listed = [Option(FireWeapons(tuple(group)), _called(model, group), _rating(model, group)) for group in found]
    title = f"{model.name}: which weapons at {target.name}?"
    return (yield from ask(ListDecision("weapons", model.side, title, place, listed, subject=target.id))).mounts


# --- board ---
# Board (v1.2.4 Action > Board, R46).

BOARDING_RANGE, ASSAULT_CRAFT = 1.0, 3.0


class Board(Action):
    """Send marines to an enemy ship."""

    __slots__ = ()

    name = "board"
    place = "v1.2.4 Action > Board"
    verb = "board"
    summary = "Marines cross to an enemy ship nearby, through its Point Defense, and fight for it from within."
    needs = 'Marines 1+, not Boarded; an enemy ship within 1" (Assault Craft 3") when resolved'
    boards = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without marines to send."""
        return None if landing_force(state, model) else self.make_refusal("It needs Marines 1 or more.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """An enemy ship in reach, the one that is named if one is."""
        found = in_boarding_range(state, model)
        if not found:
            return self.make_refusal(f'No enemy ship is within {boarding_range(model):.0f}".')
        return self.make_refusal("That ship is out of reach.") if at and at not in found else None

    def reach(self, model: Model) -> float:
        """As far as its marines board."""
        return boarding_range(model)

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Board the ship named by `at`, or the nearest."""
        ship = game.state.models[at or in_boarding_range(game.state, model)[0]]
        notify_attacked(game, model, ship, self.name)
        yield from board(game, model, ship)


def boarding_range(model: Model) -> float:
    """Inches across which it boards."""
    return ASSAULT_CRAFT if model.card.trait("Assault Craft") else BOARDING_RANGE


def boardable(state: State, model: Model) -> list[Model]:
    """Whatever has a deck and is not its own: enemy and neutral ships, stations, unidentified objects (R33, R46)."""
    return [other for other in state.on_table() if other.side != model.side and other.card.kind != "squadron"]


def in_boarding_range(state: State, model: Model) -> list[str]:
    """What it, or another of its formation, may board, nearest first."""
    group = formation_members(state, model)
    apart = [
        (min(round(distance(each.base, each.pose, ship.base, ship.pose), 4) for each in group), ship.id)
        for ship in boardable(state, model)
    ]
    return [ident for inches, ident in sorted(apart) if inches <= boarding_range(model) + TOLERANCE]


# --- combined attack ---
# Combined Attack (v1.2.4 Action > Combined Attack).


class CombinedAttack(Action):
    """Make an enemy ship easier to hit for everybody."""

    __slots__ = ()

    name = "combined attack"
    place = "v1.2.4 Action > Combined Attack"
    verb = "mark"
    summary = "Marks an enemy ship: +1 for every attack on it this turn. Without Sensor Array it must be fired at, too."
    needs = "a squadron or Sensor Array; an enemy ship in Short or Optimum Range when resolved"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for all but squadrons and ships with a working Sensor Array."""
        return None if not model.capital or has_array(model) else self.make_refusal("It needs a Sensor Array.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """An enemy ship that it sees, and fires at if it must."""
        found = markable(state, model)
        if not found:
            what = "sees" if has_array(model) else "can fire at"
            return self.make_refusal(f"There is no enemy ship in range that it {what}.")
        return self.make_refusal("That ship cannot be marked from here.") if at and at not in found else None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """One more Targeted, then the attack that goes with it."""
        ship = game.state.models[at or markable(game.state, model)[0]]
        if has_array(model):
            Targeted.add(game, ship)
            return
        found = firing(game.state, model, ship)
        Targeted.add(game, ship)
        mounts = yield from choose_weapons(model, ship, found, self.place)
        yield from attack(game, model, mounts, ship, ACTIVATION)


def has_array(model: Model) -> bool:
    """Has it a Sensor Array that works?"""
    return model.card.trait("Sensor Array") is not None and system_left(model, "Sensor Array") > 0


def markable(state: State, model: Model) -> list[str]:
    """The enemy ships that it could mark now."""
    found = []
    for ident in enemy_ships(state, model):
        ship = state.models[ident]
        if in_sensor_range(state, model, ship) and (has_array(model) or firing(state, model, ship)):
            found.append(ident)
    return found


def firing(state: State, model: Model, ship: Model) -> list[list[str]]:
    """The weapons that could fire at the ship now, alone and linked."""
    if ratings.fire_control_left(state, model) < 1:
        return []
    able = [
        ident for ident in free_mounts(state, model)
        if isinstance(assess(state, model, (ident,), ship, ACTIVATION), Assessment)
    ]  # fmt: skip
    return groups(state, model, able, ship)


# --- drone command ---
# Drone Command (v1.2.4 Action > Drone Command).

STEP = "drone command"
"""The action, and the step of the agenda for each drone that it lets act."""
BY_RESULT = (1, 2, 3, 4)
"""How many drone squadrons may activate, by N, D, T and Q+."""


class DroneCommand(Action):
    """Activate several drone squadrons one after the other."""

    __slots__ = ()

    name = STEP
    place = "v1.2.4 Action > Drone Command"
    summary = "A skill test: 1 to 4 controllable drone squadrons in Sensor Range activate, one after the other."
    needs = "a capital ship or Comms"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A ship or Comms; drones do not command one another."""
        able = directs(state, model, Effect.directs_drones) and not model.drone
        return None if able else self.make_refusal("It needs Comms.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """A refusal while there is no drone to command."""
        return (
            None if controllable(state, model, []) else self.make_refusal("No controllable drones are in Sensor Range.")
        )

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Drone Command")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test, then set this activation aside while the drones take theirs."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        state, act = game.state, game.state.activation
        assert act is not None
        state.paused.append(act)
        state.activation = None
        state.agenda += [["resume"], [STEP, model.id, BY_RESULT[result.best], []]]


def controllable(state: State, commander: Model, done: list[str]) -> list[Model]:
    """The drones that a commander may activate and has not yet."""
    return [
        other
        for other in perhaps_sensed(state, commander)
        if other.side == commander.side and other.id not in done and other.card.trait("Controllable")
        and (not other.escorting or escorts_at_will(state, other)) and _sees(state, commander, other)
    ]  # fmt: skip


def _sees(state: State, commander: Model, drone: Model) -> bool:
    """Is a drone in Sensor Range? Its own Cloak and Stealth do not hide it from its commander; all else counts."""
    reach = sensor_reach(state, commander, drone, commanded=True)
    return distance(commander.base, commander.pose, drone.base, drone.pose) <= reach + TOLERANCE


# --- evade ---
# Evade (v1.2.4 Action > Evade).


class Evade(Action):
    """Hard to hit until the End Phase, with Fire Control 1."""

    __slots__ = ()

    name = "evade"
    place = "v1.2.4 Action > Evade"
    summary = "Until the End Phase its Skill opposes shots from beyond Short Range; Fire Control is 1."
    needs = "Thrusters 1+ or Fuel 2+, not Sluggish"
    fuel = 2
    at_once = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Thrusters 1+ for ships, Fuel 2+ for squadrons."""
        if says_yes(state, model, Effect.too_slow_to_evade):
            return self.make_refusal("A Sluggish model cannot Evade.")
        if model.capital and ratings.thrusters(state, model) < 1:
            return self.make_refusal("It needs Thrusters 1 or more.")
        if not model.capital and shared_fuel(state, model) < self.fuel:
            return self.make_refusal(f"It needs {self.fuel} Fuel or more.")
        return None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Enter the Evading state."""
        for each in formation_members(game.state, model):
            Evading.enter(game, each)
        return
        yield

    def join(self, game: Game, leader: Model, other: Model) -> None:
        """Another of the formation enters the state with the first."""
        Evading.enter(game, other)


# --- ram ---
# Ram (v1.2.4 Action > Ram).

DESPERATE = 1
"""Structure at or below which a model may ram."""


class Ram(Action):
    """Run into an enemy ship on purpose."""

    __slots__ = ()

    name = COLLISION
    place = "v1.2.4 Action > Ram"
    verb = COLLISION
    summary = "Run into an enemy ship: two ships roll their Structure at each other; a squadron spends itself."
    needs = "Structure 0-1 or Fire Ship; contact with an enemy ship when resolved"
    rams = True
    desperate = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal above Structure 1, but for Fire Ships."""
        return None if rammers(state, model) else self.make_refusal("It needs Structure 1 or less.")

    def closes_with(self, state: State, model: Model) -> list[str]:
        """The ids of all enemy ships."""
        return enemy_ships(state, model)

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """In contact with an enemy ship (a ship with its front), the one that is named if one is."""
        found = struck(state, model)
        if not found:
            return self.make_refusal(
                "It must be in contact with an enemy ship" + (" with its front." if model.capital else ".")
            )
        return self.make_refusal("It is not in contact with that ship.") if at and at not in found else None

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return ramming_test(state, model, state.models.get(at))

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Ram the ship named by `at`, or the first it touches."""
        ship = game.state.models[at or struck(game.state, model)[0]]
        if model.capital:
            yield from ram_capital(game, model, ship)
        else:
            yield from ram_ship(game, (yield from self._rammer(game, model, ship)), ship)

    def _rammer(self, game: Game, squadron: Model, ship: Model) -> Procedure[Model]:
        """Who of a formation rams: one of those that may and are in contact, as their owner chooses."""
        able = [each for each in rammers(game.state, squadron) if in_touch(each, ship)]
        listed = [Option(answers.Ram(each.id), f"{each.name} rams {ship.name}") for each in able]
        title = f"{squadron.name}: who of the formation rams {ship.name}?"
        pick = ListDecision(
            COLLISION, squadron.side, title, self.place, listed, subject=squadron.id, stake=DamageContext(ship.id)
        )
        return game.state.models[(yield from ask(pick)).model or squadron.id]


def rammers(state: State, model: Model) -> list[Model]:
    """Who of a formation, or the model alone, has so little Structure left that it may ram, or is made for it."""
    group = formation_members(state, model)
    return [each for each in group if each.rating("structure") <= DESPERATE or each.card.trait("Fire Ship")]


def in_touch(one: Model, other: Model) -> bool:
    """Are the two in contact?"""
    return touches(one.base, one.pose, other.base, other.pose)


def struck(state: State, model: Model) -> list[str]:
    """The enemy ships that it, or another of its formation that may ram, touches; for a ship, with its front."""
    if model.capital:
        found = touching(state, model, enemy_ships(state, model))
        return [ident for ident in found if bow_on(model, state.models[ident])]
    able = rammers(state, model)
    return [ident for ident in enemy_ships(state, model) if any(in_touch(each, state.models[ident]) for each in able)]


# --- resupply ---
# Resupply (v1.2.4 Action > Resupply, R48).

SUPPLY_RANGE = 6.0


class Resupply(Action):
    """Hand out drones, fuel and marines."""

    __slots__ = ()

    name = "resupply"
    place = "v1.2.4 Action > Resupply"
    summary = 'A skill test supplies 1 to 4 friends within 6" and all squadrons aboard with what the cargo holds.'
    needs = "Cargo of Drone Munitions, Fuel Pods or Marines, or a ship with Fuel Tanks"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for ships with nothing to hand out."""
        return None if stores(model) else self.make_refusal("It carries nothing to hand out.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """A refusal while nobody within reach needs anything."""
        needy = [*in_supply_range(state, model), *(each for each in models_aboard(state, model) if useful(model, each))]
        return None if needy else self.make_refusal("Nobody in reach needs what it carries.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """Its skill test; a Tender has a flex die more."""
        aids = (effect.aids_resupply() for effect in effects_on(state, model, Effect.aids_resupply))
        return skill_test(state, model, "Resupply", further=[aid for aid in aids if aid is not None])

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test, then choose whom; those aboard are supplied in any case."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        for squadron in models_aboard(game.state, model):
            supply(game, model, squadron)
        for other in in_supply_range(game.state, model):
            for kind in useful(model, other):
                if kind.freely:
                    fill(game, model, other, kind)
        for left in range(BY_RESULT[result.best], 0, -1):
            ready = in_supply_range(game.state, model)
            if not ready:
                return
            listed: list[Option[Supply | Enough]] = [
                *(Option(Supply(each.id), each.name, _named(useful(model, each))) for each in ready),
                Option(Enough(), "Nobody else"),
            ]
            title = f"{model.name}: who is supplied ({left} left)?"
            answer = yield from ask(ListDecision("supply", model.side, title, self.place, listed, subject=model.id))
            if isinstance(answer, Enough):
                return
            supply(game, model, game.state.models[answer.model])


def stores(model: Model) -> list[Stock]:
    """The kinds of supply that it can hand out."""
    return [kind for kind in SUPPLIES if kind.held_by(model)]


def in_supply_range(state: State, model: Model) -> list[Model]:
    """Friends on the table that are near enough and need something, the supplier among them."""
    reach = SUPPLY_RANGE
    for effect in effects_on(state, model, Effect.resupply_reach):
        reach = effect.resupply_reach(reach)
    return [
        other for other in models_maybe_within(state, model.base, model.pose, reach)
        if other.side == model.side
        and distance(model.base, model.pose, other.base, other.pose) <= reach + TOLERANCE and useful(model, other)
    ]  # fmt: skip


def useful(model: Model, other: Model) -> list[Stock]:
    """What of its stores another could use now."""
    return [
        kind for kind in stores(model)
        if (kind.for_itself or other.id != model.id) and kind.needed(model, other)
    ]  # fmt: skip


def _named(kinds: list[Stock]) -> str:
    return ", ".join(kind.name for kind in kinds)


def supply(game: Game, model: Model, other: Model) -> None:
    """Give a model everything aboard that it can use."""
    for kind in useful(model, other):
        fill(game, model, other, kind)


def fill(game: Game, model: Model, other: Model, kind: Stock) -> None:
    """Give a model one kind of supply, and tell."""
    kind.give(game, other)
    game.log_model_event(other, Supplied(model=other.id, by=model.id, what=kind.name))


# --- silent running ---
# Silent Running (v1.2.4 Action > Silent Running).


class SilentRunning(Action):
    """Become harder to find."""

    __slots__ = ()

    name = "silent running"
    place = "v1.2.4 Action > Silent Running"
    summary = "Stealth and one more ECM; a successful test keeps them until the End Phase even if it fires guns."
    at_once = True

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Silent Running")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test and enter the Stealthed state by its result."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        for each in formation_members(game.state, model):
            Stealthed.hide(game, each, lasting=bool(result))

    def join(self, game: Game, leader: Model, other: Model) -> None:
        """It is as silent, until it fires if the leader is."""
        if Stealthed.holds(leader):
            Stealthed.hide(game, other, lasting=Stealthed.lasts(leader))


# --- vector attack ---
# Vector Attack (v1.2.4 Action > Vector Attack, R48).

VECTORS_BY_RESULT = (1, 2, 3, 3)
"""How many squadrons move, by N, D, T and Q+."""


class VectorAttack(Action):
    """Move friendly squadrons."""

    __slots__ = ()

    name = "vector attack"
    place = "v1.2.4 Action > Vector Attack"
    summary = 'A skill test: 1 to 3 friendly squadrons in Sensor Range make a free move of 4" that nobody intercepts.'
    needs = "a capital ship or Comms, and Sensors 1+"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for all but ships and Comms, and without Sensors."""
        if not directs(state, model):
            return self.make_refusal("It needs Comms.")
        return None if ratings.sensors(state, model) else self.make_refusal("It needs Sensors 1 or more.")

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """A refusal while there is nobody to send."""
        return None if sendable(state, model) else self.make_refusal("No friendly squadron is in Sensor Range.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Vector Attack")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test, then move one squadron after the other."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        yield from send(game, model, VECTORS_BY_RESULT[result.best])


# --- withdraw ---
# Withdraw (v1.2.4 Action > Withdraw, R50).

CLEARANCE = 6.0


class Withdraw(Action):
    """Leave the battle alive."""

    __slots__ = ()

    name = "withdraw"
    place = "v1.2.4 Action > Withdraw"
    summary = 'At least 6" from every enemy, a successful skill test takes the model out for half its points.'
    needs = '6" or more from every enemy when resolved'
    gives_up = True
    desperate = True
    by_captors = True

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A station stays where it was built (R33)."""
        return self.make_refusal("A station stays where it was built.") if model.card.station else None

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """No enemy nearer than 6", measured when it is resolved."""
        return refuse_near_enemies(state, model, CLEARANCE, self.place)

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        aids = (effect.aids_withdrawal() for effect in effects_on(state, model, Effect.aids_withdrawal))
        return skill_test(state, model, "Withdraw", further=[aid for aid in aids if aid is not None])

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test; if it is passed the model is Withdrawn."""
        if (yield from roll_skill_test(game, model, self.test(game.state, model))):
            withdraw(game, model)
