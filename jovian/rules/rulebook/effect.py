"""What a trait or a state may change, hook by hook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple, Protocol

from jovian.cards import WeaponCard
from jovian.dice import Pool
from jovian.frozen import frozen
from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.game.events import FLEX, Contribution, StateChanged
from jovian.rules.basics import formation
from jovian.rules.basics.model import enter, leave
from jovian.rules.basics.rolls import SkillTest, completed, key_to_words
from jovian.rules.rulebook.order import Action
from jovian.table import Pose

# --- shot facts ---
# Range bands and attack windows, and what a hook may ask of a shot; the shot itself is built in `shots/shot.py`.

SHORT, OPTIMUM, LONG = "short", "optimum", "long"
ACTIVATION, AUTOFIRE, EXPLOSION = "activation", "autofire", "explosion"
DOGFIGHT, BOMBING = "dogfight", "bombing"
SUPPRESSION = "suppression"
CLOSE = (DOGFIGHT, BOMBING, SUPPRESSION)
"""Attack windows without range, arc bonus and cover: those in base contact (R53), and shells that were ignored."""


class Hidden(NamedTuple):
    """How well a model is hidden from missiles."""

    levels: int = 0
    """Of Stealth, 6" each."""
    why: str = ""
    """What gives them."""


class ShotFacts(Protocol):
    """A shot from one model at another in one attack window."""

    state: State
    attacker: Model
    mounts: tuple[str, ...]
    weapon: WeaponCard
    """The weapon whose ratings are used; the other mounts are linked to it."""
    linked: int
    """How many mounts are linked to it."""
    target: Model
    window: str
    secondary: bool
    """Is it a secondary target of a kinetic line?"""
    share: int | None
    """Dice of a split pool that attack, in place of the printed rating."""
    resist: int | None
    """Dice of the target's split pool that defend; None where no pool was split."""

    @property
    def against(self) -> str:
        """`AC` or `AS`, by what the target is."""

    @property
    def printed(self) -> int | None:
        """The printed rating against the target, None if the weapon cannot attack it."""

    @property
    def distance(self) -> float:
        """Inches between the bases."""

    @property
    def sensed(self) -> float:
        """Inches within which the attacker has the target in Short or Optimum Range; -1 for never."""

    @property
    def band(self) -> str:
        """`short`, `optimum` or `long`, as its weapon type tells (v1.2.4 Attack > Sensor Range)."""

    @property
    def arcs(self) -> tuple[str, ...]:
        """The attacker's arcs in which the target lies."""

    @property
    def bears(self) -> bool:
        """Does the target lie in an arc of the weapon?"""

    @property
    def sides(self) -> tuple[str, ...]:
        """The target's arcs that face the attacker, () for squadrons."""

    @property
    def obscured(self) -> str:
        """What obscures the target, "" for nothing."""

    @property
    def hidden(self) -> Hidden:
        """How well the target is hidden from missiles."""


# --- models ---
# What an effect may change of a model: its ratings, how it moves, what it does for those near it.


class LaunchReach(NamedTuple):
    """Inches within which a ship launches."""

    around: float
    fore: float = 0.0
    """In its fore arc, 0 without a Catapult."""


class ModelHooks:
    """Hooks that do nothing, but for what an effect overrides."""

    __slots__ = ()

    # --- what a rating is now ---
    def speed(self, state: State, model: Model, value: int) -> int:
        """The Speed rating, inches."""
        return value

    def thrusters(self, state: State, model: Model, value: int) -> int:
        """The Thrusters rating."""
        return value

    def turns(self, state: State, model: Model, value: int) -> int:
        """The Turns rating."""
        return value

    def sensors(self, state: State, model: Model, value: int) -> int:
        """The Sensors rating."""
        return value

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """The Fire Control rating."""
        return value

    def skill(self, state: State, model: Model, value: int) -> int:
        """The Skill rating."""
        return value

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        """The minimum and maximum move of a ship, inches."""
        return least, most

    def carried(self, state: State, model: Model) -> tuple[tuple[Pose, str], ...]:
        """Where the ship may be carried as its activation begins, each with the faces of the die that take it there."""
        return ()

    def turns_end_move(self) -> bool:
        """May the ship no longer move once it has turned?"""
        return False

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """The Sensors with which others look for the model; None if they never find it."""
        return sensors

    def hides(self) -> bool:
        """Does it hide the model from the Sensors of others, but for whoever commands it?"""
        return False

    def sensors_for(self, state: State, model: Model, target: Model, sensors: int) -> int:
        """The Sensors with which the model looks for a target."""
        return sensors

    def sees_through(self, state: State, model: Model, target: Model) -> bool:
        """Does the target's Stealth not count for the model itself?"""
        return False

    def blurs(self, state: State, model: Model) -> int:
        """How many ratings of ECM it gives the model besides its own."""
        return 0

    def close_skill(self, state: State, model: Model, value: int, window: str) -> int:
        """The Skill rating in a Dogfight or Bombing Run."""
        return value

    # --- moving and being moved ---
    def moored(self) -> bool:
        """Does it never move by itself, nor make room for others?"""
        return False

    def too_slow_to_evade(self) -> bool:
        """Is it unable to Evade?"""
        return False

    def escorts_at_will(self) -> bool:
        """May the squadron take up an escort, and leave it, in any of its activations?"""
        return False

    def deploys_with_squadrons(self) -> bool:
        """Does a ship come when the squadrons do?"""
        return False

    def directs(self) -> bool:
        """May it direct squadrons as only capital ships else may?"""
        return False

    def beyond_reactions(self) -> bool:
        """Does no squadron react to it in its own activation, while it clings to a hull?"""
        return False

    def directs_drones(self) -> bool:
        """May it command drones as only capital ships else may?"""
        return False

    def strikes_first(self) -> bool:
        """Does it strike first in a Dogfight, unless the enemy does too?"""
        return False

    def refuse_leaving(self, state: State, model: Model) -> Refusal | None:
        """Why it may not leave the battle as it is and where it stands: off the table it is destroyed then (R27)."""
        return None

    def aids_withdrawal(self) -> Contribution | None:
        """What it adds to a test to withdraw."""
        return None

    def hampers_crossing_fire(self) -> Contribution | None:
        """What it does to the Point Defense of a ship that its marines board."""
        return None

    def interception_reach(self, state: State, model: Model, reach: float) -> float:
        """How near an enemy squadron must come to be intercepted, inches."""
        return reach

    def most_boost(self, model: Model, value: int) -> int:
        """The most fuel that a Boost may burn."""
        return value

    def outruns(self, model: Model) -> bool:
        """Must others make a skill test to catch it without losing fuel (Fast)?"""
        return False

    def launches(self, model: Model, reach: LaunchReach) -> LaunchReach:
        """Where the ship launches what it carries."""
        return reach

    def harbors(self, model: Model, side: int) -> Refusal | None:
        """Why squadrons of a side may not go aboard what is nobody's: where nothing overrides it, none may."""
        return None

    # --- what it does for those near it ---
    def commands(self, leader: Model, model: Model) -> bool:
        """May a friend make its skill tests with the leader's Skill?"""
        return False

    def designates(self, state: State, model: Model, target: Model) -> Contribution | None:
        """What missiles of its side at a target gain."""
        return None

    def unveils(self, state: State, model: Model, target: Model) -> bool:
        """Does the target's Stealth not count for missiles of its side?"""
        return False

    def jams(self, model: Model, target: Model) -> bool:
        """Do missiles at a target fail?"""
        return False

    def lends_defense(self) -> float:
        """Within how many inches friends may use its Defense in place of theirs."""
        return 0.0

    def lends_in_defense(self) -> float:
        """Within how many inches friends may use its Defense against missiles and boarders."""
        return 0.0

    def aids_defense(self, model: Model) -> Contribution | None:
        """What it adds to a roll of the model's own Defense."""
        return None

    def rerolls_defense(self, model: Model) -> bool:
        """May the model roll its Defense again against a missile?"""
        return False

    def aids_repair(self, model: Model) -> Contribution | None:
        """What it adds to the model's tests of repair."""
        return None

    def marine_parts(self, model: Model) -> Iterable[Contribution]:
        """What it adds to the rolls of the marines who defend the ship."""
        return ()

    def aids_fire(self, helper: Model, inches: float, shot: ShotFacts) -> Contribution | None:
        """What a shot of a friend so far away gains."""
        return None

    def resupply_reach(self, reach: float) -> float:
        """How far it supplies others, inches."""
        return reach

    def aids_resupply(self) -> Contribution | None:
        """What it adds to its test of resupply."""
        return None

    def deploys_decoys(self) -> float:
        """Within how many inches it lays Decoy Drones without such cargo, 0 if it does not."""
        return 0.0

    def aids_point_defense(self, helper: Model, inches: float) -> Contribution | None:
        """What Point Defense of a friend so far away gains, in place of what every ship close by gives."""
        return None

    def backs(self) -> float:
        """Within how many inches the weapon helps friends in close fights, and with and against missiles."""
        return 0.0

    def stands_in(self, weapon: WeaponCard) -> int | None:
        """The dice with which the weapon may stand in for Defense, None if it may not."""
        return None


# --- shots ---
# What an effect may change of a shot: of the attacker, of its weapon, of the target.


class Opposition(NamedTuple):
    """What resists a shot."""

    pool: Pool
    parts: tuple[Contribution, ...]
    """All that the pool is made of."""
    may_burn: bool = False
    """May the target burn a fuel for one more flex die?"""
    reroll: bool = False
    """May it be rolled again?"""

    def makeup(self) -> tuple[Contribution, ...]:
        """All that the pool is made of, the rule of small pools included."""
        return completed(self.parts, self.pool)

    def burning(self) -> Opposition:
        """The same once the target has burnt the fuel that it may burn."""
        fuel = Contribution("Fuel", 1, "v1.2.4 Traits > Evasive", FLEX)
        return Opposition(self.pool.plus(flex=fuel.value), (*self.parts, fuel), reroll=self.reroll)


class ShotHooks:
    """Hooks that do nothing, but for what an effect overrides."""

    __slots__ = ()

    def point_defense_reach(self, reach: float) -> float:
        """How far its own Point Defense reaches, inches."""
        return reach

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Parts added because the attacker has this effect."""
        return ()

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Parts added because the weapon has this effect."""
        return ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Parts added because the target has this effect."""
        return ()

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        """Dice that the target takes away from, or moves within, the pool of a shot at it, all else counted."""
        return ()

    def blunts(self, nature: str) -> bool:
        """Do sets of odd value lose a step on the target, if the weapon strikes with that nature (ENERGY, SOLID)?"""
        return False

    def stealth(self, state: State, model: Model) -> int:
        """Levels of Stealth that the model gains (6" of missile range each)."""
        return 0

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Why this weapon cannot be used for this shot."""
        return None

    def reaches_long(self, shot: ShotFacts) -> bool:
        """May the weapon, or its model, fire at Long Range?"""
        return False

    def hits_surely(self, shot: ShotFacts) -> str:
        """The magnitude with which it hits without a roll, `""` if it must be rolled for."""
        return ""

    def precise(self, shot: ShotFacts) -> bool:
        """Does the attacker choose what a double damages?"""
        return False

    def uses(self) -> int:
        """How often the weapon may be fired in an activation."""
        return 1

    def links(self) -> bool:
        """May weapons of this type be fired together with it?"""
        return False

    def fires_by_itself(self) -> bool:
        """Does the weapon fire, free of Fire Control, at an enemy that comes into its range?"""
        return False

    def missile_range(self, reach: float) -> float:
        """How far a missile flies, inches."""
        return reach

    def fires_all_around(self) -> bool:
        """May a ship use the weapon in a close fight whatever its arc?"""
        return False

    def resisted(self, shot: ShotFacts) -> Opposition:
        """The pool that resists a shot with this weapon; overridden by weapons that always meet a defense."""
        raise NotImplementedError

    def shields(self, guard: Model, shot: ShotFacts) -> Opposition | None:
        """The pool with which a model resists a shot at itself or at a friend, None where it does not."""
        return None

    def dodges(self) -> bool:
        """Does the model dodge by nature, without any action or boost?"""
        return False

    def aids_dodging(self) -> Contribution | None:
        """What it adds where the model dodges."""
        return None

    def evades(self, shot: ShotFacts) -> Opposition | None:
        """The target's pool against the shot, None if it cannot evade it."""
        return None

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Why the target cannot be shot at so."""
        return None

    def seeking(self, shot: ShotFacts) -> SkillTest | None:
        """The test by which its attacker must first find the target, None if it sees it anyhow."""
        return None

    def waits(self) -> bool:
        """Does a weapon that fires by itself wait until a squadron has ended its move, attacks or acts?"""
        return False

    def swarms(self, shot: ShotFacts) -> bool:
        """Do triples and better shrink a step at the end (Swarm)?"""
        return False

    def pierces(self, shot: ShotFacts, armor: int) -> int:
        """How much printed Armor the weapon ignores."""
        return 0

    def extra_armor(self, shot: ShotFacts) -> int:
        """Armor that the target gains against this shot."""
        return 0


# --- effect ---
# The Effect: a trait, weapon type, state, terrain piece or option that bends a core rule.
#
# An effect is a frozen value with a level. It overrides the hooks it needs; the core asks at those points and knows
# no effect by name. A table per card keeps only the effects that override a hook, so that asking costs little.


class Fired(NamedTuple):
    """An attack that has been made."""

    mounts: tuple[str, ...]
    band: str
    """`short`, `optimum` or `long`."""
    window: str
    target: str = ""
    """Whom it was aimed at, "" for several or none."""


@frozen
class Effect(ModelHooks, ShotHooks):
    """Base of everything that bends a rule. Every hook does nothing."""

    name: ClassVar[str] = ""
    place: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    """What it does, in our own words: shown as help."""
    aided: ClassVar[bool] = False
    """Of a weapon: does what it adds to a shot hang on who stands about the attacker?"""
    level: int = 0

    # --- declaring ---
    def opens(self, game: Game, model: Model) -> Procedure[None]:
        """What it does before anything is declared in an activation of the model."""
        return
        yield

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Why an action may not be declared."""
        return None

    # --- what comes before ---
    def begins(self, game: Game, model: Model) -> Procedure[None]:
        """What happens as the model activates, before it declares anything."""
        return
        yield

    def sought(self, game: Game, attacker: Model, target: Model, found: bool) -> None:
        """What follows once an attacker has looked for the target by a test."""

    # --- what follows an attack or an action ---
    def spends(self, game: Game, model: Model) -> None:
        """What happens once it has expended Fire Control, before that comes to anything."""

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """What follows, for the attacker, once an attack of its own has been resolved."""
        return
        yield

    def after_action(self, game: Game, model: Model, action: str) -> None:
        """What follows once an action of its own has been resolved."""

    def after_harm(self, game: Game, model: Model) -> None:
        """What follows, for who was struck, once the damage is done."""

    def softens(self) -> bool:
        """Do sets of value 1 and 2 do one less damage to it (Shield)?"""
        return False

    def after_firing(self, game: Game, model: Model, mount: str) -> None:
        """What happens to the weapon once its attack is over."""

    def beyond_repair(self) -> bool:
        """Is the weapon gone for good once it is damaged?"""
        return False

    # --- upkeep and scoring ---
    def mends(self, best: int) -> int:
        """How many of its levels a Damage Control of that magnitude (0 to 3 for N, D, T, Q+) may take away."""
        return 0

    def mended(self, levels: int) -> str:
        """So many levels less of it, in words."""
        return f"{levels} of {self.name}"

    def brings(self, model: Model) -> str:
        """The state in which the model begins the game, "" for none."""
        return ""

    def end_phase(self, game: Game, model: Model) -> None:
        """What happens to the model in the End Phase."""

    def fame(self) -> int:
        """How famous it makes a model: the more, the more its end or capture is worth."""
        return 0

    def victory(self, state: State, model: Model) -> float | None:
        """The multiplier of the model's Victory Points, None for no say."""
        return None


# --- model state ---
# A state that a model may be in (v1.2.4 States): an effect that is entered and left, and how that is told.

SHIPS, SQUADRONS = "ships", "squadrons"
HURT, MARKED, CREW, BOND = "hurt", "marked", "crew", "bond"
"""Where a state comes from: harm, an enemy's mark, what its own crew does, what it has or does with others."""
BAD, HARD, GOOD, PLAIN = "bad", "hard", "good", "plain"
"""What it is for who is in it: a danger, a hindrance, a help, neither."""


class StateMarker(NamedTuple):
    """How a state is marked at a model: two letters, and what sort of state it is."""

    letters: str
    source: str = BOND
    tone: str = PLAIN
    levels: tuple[str, ...] | None = None
    """What stands for each level; () for its number, unless it is 0; None where the level tells nothing."""
    tied: bool = False
    """Is the ship that it is about seen beside it?"""
    lasting: bool = False
    """Does it last until it is used, so that the card alone tells it?"""

    def level(self, value: int) -> str:
        """What is written of a level, "" for nothing."""
        if self.levels is None:
            return ""
        if not self.levels:
            return str(value or "")
        return self.levels[value] if 0 <= value < len(self.levels) else str(value)


class ModelState(Effect):
    """Base of all states. The level is the value with which a model is in it."""

    __slots__ = ()
    only_of: ClassVar[str] = ""
    """`ships` or `squadrons` where only these are ever in it."""
    least: ClassVar[int] = 1
    """The lowest value with which a model is in it."""
    passes: ClassVar[bool] = False
    """Does it end with an activation?"""
    title: ClassVar[str] = ""
    """What the book calls it, where that is not its name with spaces."""
    words: ClassVar[tuple[str, str] | None] = None
    """What is told of a model that enters it and that leaves it, where that is not simply its name."""
    sign: ClassVar[StateMarker] = StateMarker("")

    @classmethod
    def holds(cls, model: Model) -> bool:
        """Is the model in it?"""
        return cls.name in model.states

    @classmethod
    def level_of(cls, model: Model) -> int:
        """With what value the model is in it, 0 if it is not."""
        return model.states.get(cls.name, 0)

    @classmethod
    def supposed(cls, model: Model, value: int = 1) -> Model:
        """The model as if it were in it, with that value: only to look at."""
        return model.supposed(states={cls.name: value})

    @classmethod
    def enter(cls, game: Game, model: Model, value: int = 1) -> None:
        """Put a model into it, and tell."""
        enter(game, model, cls.name, value)

    @classmethod
    def leave(cls, game: Game, model: Model) -> None:
        """Take a model out of it, and tell if it was in it."""
        leave(game, model, cls.name)

    @classmethod
    def pass_off(cls, game: Game, model: Model) -> None:
        """Leave the state at the end of an activation; overridden where something happens before it is left."""
        cls.leave(game, model)


class Ending(ModelState):
    """A state that the End Phase ends."""

    __slots__ = ()

    def end_phase(self, game: Game, model: Model) -> None:
        """Leave the state."""
        self.leave(game, model)


def own_words(states: Mapping[str, type[ModelState]], name: str) -> tuple[str, str] | None:
    """What is told of who enters and who leaves a state that has words of its own."""
    if name == formation.NAME:
        return formation.WORDS
    return states[name].words if name in states else None


def state_words(event: StateChanged, states: Mapping[str, type[ModelState]]) -> str:
    """What a state that a model enters or leaves is called."""
    name = key_to_words(event.state)
    words = own_words(states, event.state) or (f"is now {name}", f"is no longer {name}")
    return words[0 if event.entered else 1].format(value=event.value)
