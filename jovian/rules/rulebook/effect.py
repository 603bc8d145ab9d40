"""Effects: what a trait, weapon type, state, terrain, or option changes in a core rule.

An effect is a frozen value with a level. It changes rules in two ways: it overrides hooks of `Effect` that several
effects share, or a procedure asks for it by its class (`active_effects.find_effect`). `ModelState` is an effect that a
model may enter and leave (v1.2.4 States). `ShotFacts` is what a hook may read of a shot, which `shots/shot.py` builds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, NamedTuple, Protocol

from jovian.cards import WeaponCard
from jovian.cards.traits import MODEL_TRAITS, WEAPON_TRAITS, implements
from jovian.dice import Pool
from jovian.frozen import frozen
from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.game.events import FLEX, Contribution, StateChanged
from jovian.rules.basics import formation
from jovian.rules.basics.model import enter_state, leave_state
from jovian.rules.basics.rolls import key_to_words, pool_contributions
from jovian.rules.rulebook.order import Action

SHORT, OPTIMUM, LONG = "short", "optimum", "long"
ACTIVATION, AUTOFIRE, EXPLOSION = "activation", "autofire", "explosion"
DOGFIGHT, BOMBING = "dogfight", "bombing"
SUPPRESSION = "suppression"
CLOSE = (DOGFIGHT, BOMBING, SUPPRESSION)
"""Attack windows without range, arc bonus, and cover: those in base contact (R53), and ignored Suppressing Fire."""


@frozen
class Hidden:
    """The Stealth of a model against missiles."""

    levels: int = 0
    """Levels of Stealth, 6" each."""
    why: str = ""
    """What gives them."""


class ShotFacts(Protocol):
    """A shot of one model at another in one attack window."""

    state: State
    attacker: Model
    mounts: tuple[str, ...]
    weapon: WeaponCard
    """The weapon whose ratings are used. The other mounts are linked to it."""
    linked: int
    """The number of mounts linked to it."""
    target: Model
    window: str
    secondary: bool
    """Whether the target is a Secondary Target of a kinetic line."""
    share: int | None
    """Attack dice of a split pool instead of the printed rating."""
    resist: int | None
    """Defense dice of the target's split pool, None if no pool was split."""

    @property
    def against(self) -> str:
        """`AC` against ships, `AS` against squadrons."""

    @property
    def printed(self) -> int | None:
        """The printed rating against the target, None if the weapon can't attack it."""

    @property
    def distance(self) -> float:
        """Inches between the bases."""

    @property
    def sensed(self) -> float:
        """Inches within which the target is in Short or Optimum Range, -1 if it never is."""

    @property
    def band(self) -> str:
        """`short`, `optimum`, or `long`, by the weapon type (v1.2.4 Attack > Sensor Range)."""

    @property
    def arcs(self) -> tuple[str, ...]:
        """The attacker's arcs in which the target lies."""

    @property
    def bears(self) -> bool:
        """Whether the target is in an arc of the weapon."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The target's arcs toward the attacker, () for squadrons."""

    @property
    def obscured(self) -> str:
        """The name of what obscures the target, "" if nothing."""

    @property
    def hidden(self) -> Hidden:
        """The Stealth of the target against missiles."""


class LaunchReach(NamedTuple):
    """Inches within which a ship can launch."""

    around: float = 0.0
    fore: float = 0.0
    """Inches in its fore arc, 0 without a Catapult."""


@frozen
class Opposition:
    """The dice that oppose a shot."""

    pool: Pool
    contributions: tuple[Contribution, ...]
    """The contributions to the pool."""
    may_burn: bool = False
    """Whether the target may spend a fuel for one more flex die."""
    reroll: bool = False
    """Whether it may be re-rolled."""

    def all_contributions(self) -> tuple[Contribution, ...]:
        """Return all contributions to the pool, with the rule of small pools."""
        return pool_contributions(self.contributions, self.pool)

    def burning(self) -> Opposition:
        """Return the opposition after the target has spent the fuel."""
        fuel = Contribution("Fuel", 1, "v1.2.4 Traits > Evasive", FLEX)
        return Opposition(self.pool.plus(flex=fuel.value), (*self.contributions, fuel), reroll=self.reroll)


@frozen
class Fired:
    """An attack that has been made."""

    mounts: tuple[str, ...]
    band: str
    """`short`, `optimum`, or `long`."""
    window: str
    target: str = ""
    """The id of the target, "" if there were several or none."""


# --- Effects ---


@frozen
class Effect:
    """Base class of everything that changes a rule. All hooks do nothing by default.

    `class Cloak(Effect, trait="Cloak")` is the effect of a trait: its name, place, and summary are those of its row in
    `cards/traits.py`. `tests` names the file of its tests.
    """

    name: ClassVar[str] = ""
    place: ClassVar[str] = ""
    summary: ClassVar[str] = ""
    """What it does, in our own words. Shown as help."""
    hides: ClassVar[bool] = False
    """Whether `sensors_against` hides the model from all Sensors except those of its commander."""
    level: int = 0

    def __init_subclass__(cls, trait: str = "", tests: str = "rules/test_traits") -> None:
        if trait:
            row = MODEL_TRAITS.get(trait) or WEAPON_TRAITS[trait]
            cls.name, cls.place, cls.summary = row.name, row.place, row.summary
            TRAIT_EFFECTS[trait] = implements(trait, tests=tests)(cls)

    # --- Ratings of a model ---
    def speed(self, state: State, model: Model, value: int) -> int:
        """Return the Speed rating in inches."""
        return value

    def thrusters(self, state: State, model: Model, value: int) -> int:
        """Return the Thrusters rating."""
        return value

    def turns(self, state: State, model: Model, value: int) -> int:
        """Return the Turns rating."""
        return value

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """Return the Fire Control rating."""
        return value

    def skill(self, state: State, model: Model, value: int) -> int:
        """Return the Skill rating."""
        return value

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        """Return the minimum and maximum move of a ship in inches."""
        return least, most

    # --- Sensors and Stealth ---
    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """Return the Sensors that others have against the model, None if they never sense it."""
        return sensors

    def sensors_for(self, state: State, model: Model, target: Model, sensors: int) -> int:
        """Return the Sensors that the model has against a target."""
        return sensors

    def sees_through(self, state: State, model: Model, target: Model) -> bool:
        """Return whether the model ignores the target's Stealth."""
        return False

    def stealth(self, state: State, model: Model) -> int:
        """Return the levels of Stealth that the model gains (6" of missile range each)."""
        return 0

    # --- Whether a shot is allowed ---
    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Return why the weapon can't be used for this shot, None if it can."""
        return None

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Return why the target can't be attacked by this shot, None if it can."""
        return None

    def reaches_long(self, shot: ShotFacts) -> bool:
        """Return whether the weapon or its model may fire at Long Range."""
        return False

    def missile_range(self, reach: float) -> float:
        """Return the inches that a missile flies."""
        return reach

    # --- Numbers of a shot ---
    def attacker_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return the contributions if the attacker has this effect."""
        return ()

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return the contributions if the weapon has this effect."""
        return ()

    def weapon_aid(self, state: State, attacker: Model, weapon: WeaponCard) -> list[Contribution]:
        """Return those of `weapon_parts` that depend on the models near the attacker."""
        return []

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return the contributions if the target has this effect."""
        return ()

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        """Return the dice that the target removes from the finished pool, or moves within it."""
        return ()

    def pierces(self, shot: ShotFacts, armor: int) -> int:
        """Return the printed Armor that the weapon ignores."""
        return 0

    def extra_armor(self, shot: ShotFacts) -> int:
        """Return the Armor that the target gains against this shot."""
        return 0

    def evades(self, shot: ShotFacts) -> Opposition | None:
        """Return the target's pool against the shot, None if it can't evade it."""
        return None

    def precise(self, shot: ShotFacts) -> bool:
        """Return whether the attacker chooses what a double damages."""
        return False

    # --- Course of a game ---
    def brings(self, model: Model) -> str:
        """Return the state in which the model begins the game, "" if none."""
        return ""

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Return why an action may not be declared, None if it may."""
        return None

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """Act on the attacker after one of its attacks."""
        return
        yield

    def refuse_leaving(self, state: State, model: Model) -> Refusal | None:
        """Return why the model may not leave the battle now. Off the table it counts as destroyed then (R27)."""
        return None

    def end_phase(self, game: Game, model: Model) -> None:
        """Act on the model in the End Phase."""

    def victory(self, state: State, model: Model) -> float | None:
        """Return the factor for Victory Points, None for no change. It may depend only on the model and the rules."""
        return None


TRAIT_EFFECTS: dict[str, type[Effect]] = {}
"""The effects of the traits of v1.2.4 by name, as their modules are loaded."""


# --- States ---

SHIPS, SQUADRONS = "ships", "squadrons"
HURT, MARKED, CREW, BOND = "hurt", "marked", "crew", "bond"
"""Where a state comes from: damage, an enemy, the own crew, or what it has or does with others."""
BAD, HARD, GOOD, PLAIN = "bad", "hard", "good", "plain"
"""What it means for the model: a danger, a disadvantage, an advantage, or neither."""


@frozen
class StateMarker:
    """The marker of a state at a model: two letters and the kind of state."""

    letters: str
    source: str = BOND
    tone: str = PLAIN
    levels: tuple[str, ...] | None = None
    """The text per level. () shows the number unless it is 0, None shows no level."""
    tied: bool = False
    """Whether the ship that it is about is next to it."""
    lasting: bool = False
    """Whether it lasts until it is used, so that only the card shows it."""

    def level(self, value: int) -> str:
        """Return the text of a level, "" for none."""
        if self.levels is None:
            return ""
        if not self.levels:
            return str(value or "")
        return self.levels[value] if 0 <= value < len(self.levels) else str(value)


class ModelState(Effect):
    """Base class of all states. The level is the value of the state."""

    __slots__ = ()
    only_of: ClassVar[str] = ""
    """`ships` or `squadrons` if only these can be in it, else ""."""
    min_value: ClassVar[int] = 1
    """The lowest value of the state."""
    passes: ClassVar[bool] = False
    """Whether it ends with an activation."""
    title: ClassVar[str] = ""
    """The rulebook's name, if it isn't the name with spaces."""
    words: ClassVar[tuple[str, str] | None] = None
    """The log texts for entering and leaving it, if they don't simply use the name."""
    sign: ClassVar[StateMarker] = StateMarker("")

    @classmethod
    def holds(cls, model: Model) -> bool:
        """Return whether the model is in the state."""
        return cls.name in model.states

    @classmethod
    def level_of(cls, model: Model) -> int:
        """Return the value of the model's state, 0 if it isn't in it."""
        return model.states.get(cls.name, 0)

    @classmethod
    def supposed(cls, model: Model, value: int = 1) -> Model:
        """Return a copy of the model in the state, for forecasts."""
        return model.supposed(states={cls.name: value})

    @classmethod
    def enter(cls, game: Game, model: Model, value: int = 1) -> None:
        """Put a model into the state and log it."""
        enter_state(game, model, cls.name, value)

    @classmethod
    def leave(cls, game: Game, model: Model) -> None:
        """End the state of a model, and log it if it was in it."""
        leave_state(game, model, cls.name)

    @classmethod
    def pass_off(cls, game: Game, model: Model) -> None:
        """End the state with the activation. Overridden by states that do something before."""
        cls.leave(game, model)


class Ending(ModelState):
    """A state that ends in the End Phase."""

    __slots__ = ()

    def end_phase(self, game: Game, model: Model) -> None:
        self.leave(game, model)


def _own_words(states: Mapping[str, type[ModelState]], name: str) -> tuple[str, str] | None:
    """Return the log texts of a state that has its own, else None."""
    if name == formation.NAME:
        return formation.WORDS
    return states[name].words if name in states else None


def state_words(event: StateChanged, states: Mapping[str, type[ModelState]]) -> str:
    """Return the log text of a model that enters or leaves a state."""
    name = key_to_words(event.state)
    words = _own_words(states, event.state) or (f"is now {name}", f"is no longer {name}")
    return words[0 if event.entered else 1].format(value=event.value)
