"""Harm as older editions and options have it."""

from __future__ import annotations

from typing import ClassVar

from jovian.cards.names import SYSTEMS
from jovian.frozen import freeze_mapping
from jovian.game import Game, ListDecision, Model, Option, Procedure, Refusal, State, ask
from jovian.game.answers import Damage, DamageSystem
from jovian.rules.actions.generic import SilentRunning
from jovian.rules.actions.ship import AUTO, TABLE, DamageControl, Table
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import break_weapon, mark_boxes, mark_system, system_left, weapons_left
from jovian.rules.basics.rolls import SkillTest, one_die, random_pick
from jovian.rules.damage.boarding import lose_marines
from jovian.rules.damage.casualties import Crippled, leave_table, lose_structure
from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.moving import advance, settle, swing
from jovian.rules.placement.attached import Assaulting
from jovian.rules.placement.move_limits import is_immobile, set_off, stopped_by
from jovian.rules.rulebook.effect import BAD, CREW, GOOD, HARD, HURT, MARKED, SHIPS, SQUADRONS, Ending, StateMarker
from jovian.rules.rulebook.order import DRIFT, Action
from jovian.rules.rulebook.rulebook import Blast, CriticalRule, Engine, Hit, Worn, rulebook
from jovian.rules.traits.traits import Stealth
from jovian.rules.weapons import Sensed
from jovian.table import Pose

# --- criticals ---
# Critical Hits whose value says what breaks, and damage to the engine (v1.2.1 Damage).

PLACE = "v1.2.1 Damage > Critical Damage"
LOST = 2
"""Inches of Speed that a hit on the engine costs."""
MENDED = (0, 1, 2, 2)
"""Inches that Damage Control gives back, by N, D, T and Q+."""
AT_RANDOM = "weapon"
BREACH, ENGINE, SYSTEM, SEVERE = "Hull Breach", "Engine Hit", "Weapon or System Hit", "Severe Damage"
BY_VALUE = ("", BREACH, ENGINE, ENGINE, SYSTEM, SYSTEM, SEVERE)
"""What a Critical Hit of each value is."""


class EngineDamage(Engine):
    """Its level is the inches of Speed that are lost."""

    __slots__ = ()
    name = "engine-damage"
    place = "v1.2.1 Damage > System Traits"
    summary = 'So many inches of Speed are lost; Damage Control gives back 1" with a double, 2" with more.'
    sign = StateMarker("EN", HURT, BAD, ())
    only_of = SHIPS
    words = ('has lost {value}" of Speed', "has its whole Speed again")

    @classmethod
    def offer(cls, state: State, ship: Model) -> Option[Damage] | None:
        """Something to break while any Speed is left."""
        left = ship.card.speed - cls.level_of(ship)
        return Option(Damage("engine"), "Engine", f'-{min(LOST, left)}" of Speed {left}"') if left > 0 else None

    @classmethod
    def hit(cls, game: Game, ship: Model) -> None:
        """Take two inches of Speed, as far as there are any."""
        cls.enter(game, ship, min(ship.card.speed, cls.level_of(ship) + LOST))

    def speed(self, state: State, model: Model, value: int) -> int:
        """The Speed that is left, before anything doubles it."""
        return max(0, value - self.level)

    def mends(self, best: int) -> int:
        """Inches that a repair gives back: one with a double, two with more."""
        return min(self.level, MENDED[best])

    def mended(self, levels: int) -> str:
        """So many inches of Speed given back, in words."""
        return f'{levels}" of Speed'


class ByValue(CriticalRule):
    """The value of the set says what a Critical Hit breaks; what is not there is spared."""

    __slots__ = ()

    def called(self, state: State, value: int) -> str:
        """What a hit of that value breaks, by the table."""
        return BY_VALUE[value]

    def resolve(self, game: Game, target: Model, hit: Hit) -> Procedure[None]:
        """Marines, the engine, a weapon or a system, or much at once."""
        found = BY_VALUE[hit.value]
        if found == BREACH:
            self._breach(game, target, hit)
        elif found == ENGINE:
            self._engine(game, target, hit)
        elif found == SYSTEM:
            yield from self._system(game, target, hit, weapons=True)
        else:
            yield from lose_structure(game, target, hit.cause)
            if target.alive:
                self._breach(game, target, hit)
                yield from self._system(game, target, hit, weapons=False)

    def _breach(self, game: Game, target: Model, hit: Hit) -> None:
        if target.rating("marines"):
            lose_marines(game, target, 1, hit.cause)

    def _engine(self, game: Game, target: Model, hit: Hit) -> None:
        """Speed; where engines are not hit, Thrusters."""
        engine = rulebook(game.state).figures.engine
        if engine is None:
            if target.unmarked("thrusters"):
                mark_boxes(game, target, "thrusters", 1, hit.cause)
        elif engine.offer(game.state, target) is not None:
            engine.hit(game, target)

    def _system(self, game: Game, target: Model, hit: Hit, weapons: bool) -> Procedure[None]:
        """A system of the attacker's choice, or a weapon at random."""
        whole = weapons_left(target) if weapons else []
        listed: list[Option[Damage | DamageSystem]] = [
            Option(DamageSystem(trait.name), str(trait), f"{system_left(target, trait.name)} left")
            for trait in target.card.traits
            if trait.name in SYSTEMS and system_left(target, trait.name) > 0
        ]
        if whole:
            listed.insert(0, Option(Damage(AT_RANDOM), "A weapon", f"at random, of {len(whole)}"))
        if not listed:
            return
        title = f"{BY_VALUE[hit.value]} on {target.name}"
        match (yield from ask(ListDecision("critical", hit.chooser, title, PLACE, listed, subject=target.id))):
            case DamageSystem(trait):
                mark_system(game, target, trait, 1, hit.cause)
            case _:
                number = 0
                if len(whole) > 1:
                    said = f"which weapon of {target.name} is hit"
                    number = yield from random_pick(game, hit.chooser, said, len(whole))
                break_weapon(game, target, whole[number].id, hit.cause)


# --- drifting ---
# Crippled ships that drift (v1.2.1 Damage > Crippled Capital Ships).

INCHES = 2.0
BY_DIE = (0, -45, -45, 0, 0, 45, 45)
"""Degrees that it turns, by the face of the die."""


class Adrift(Crippled):
    """A ship without Structure that nobody steers any more."""

    __slots__ = ()
    place = "v1.2.1 Damage > Crippled Capital Ships"
    summary = (
        'No Structure: as each activation begins it drifts 2", on a d6 of 1-2 after 45 degrees to port, of 5-6 to '
        "starboard; Fire Control 1, only Damage Control or Withdraw, worth nothing unless it withdraws."
    )

    def opens(self, game: Game, model: Model) -> Procedure[None]:
        """It drifts before anything is declared, and moves no more in that activation."""
        act = game.state.activation
        if act is None or not model.on_table or is_immobile(game.state, model):
            return
        face = yield from one_die(game, model.side, f"drift of {model.name} (1-2 port, 5-6 starboard)")
        if BY_DIE[face]:
            yield from swing(game, model, BY_DIE[face])
        if model.on_table:
            yield from advance(game, model, INCHES, DRIFT)
        act.stopped = True
        leave_table(game, [model])
        if model.on_table:
            yield from settle(game, model)

    def carried(self, state: State, model: Model) -> tuple[tuple[Pose, str], ...]:
        """Where it may drift: to port, straight on, to starboard."""
        if is_immobile(state, model):
            return ()
        ways = {turned: [face for face in range(1, 7) if BY_DIE[face] == turned] for turned in BY_DIE[1:]}
        return tuple((_end(state, model, turned), f"{faces[0]}-{faces[-1]}") for turned, faces in ways.items())

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        """The least and the most of its move: two inches."""
        return INCHES, INCHES

    def turns(self, state: State, model: Model, value: int) -> int:
        """0: it makes no turns of its own."""
        return 0

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """A refusal for all but repairs and leaving."""
        if action.desperate and not action.rams:
            return None
        return Refusal("A drifting ship may only declare Damage Control or Withdraw.", self.place)


def _end(state: State, ship: Model, degrees: int) -> Pose:
    """Where a ship comes to, unless anything happens on the way: a planet stops it."""
    turned = set_off(state, ship.at(ship.pose.turned(degrees))) if degrees else ship
    stop = stopped_by(state, turned)
    return turned.pose.advanced(INCHES if stop is None else min(INCHES, stop.inches)).rounded()


# --- explosions ---
# How ships explode in older texts (v1.2.1 Damage > Catastrophic Damage Table, v1.2.3 States > Explosion).


class Shockwave(Sensed):
    """Neither rays nor shells: it burns no redundant boxes, and no armor of a kind helps against it."""

    __slots__ = ()
    name = "Shockwave"
    place = "v1.2.1 Damage > Catastrophic Damage Table"
    summary = "The blast of a ship that explodes."


ROLLED = Blast(Shockwave.name, rolled=True, near_bonus=1, near_macro=0, halved=True, debris=False)
"""Structure + 1 within 3", half of it within a d6 more."""
CLEAN = Blast(debris=False)
"""Nothing is left of the ship."""


# --- orders ---
# Actions as older texts have them: running silent, repairs.

NEEDED = ("defense", "sensors", "thrusters")
"""The ratings that silence takes, 1 of each."""


class RunningQuiet(Ending):
    """Everything shut down that can be."""

    __slots__ = ()
    name = "running-quiet"
    place = "v1.2.3 States > Stealthed"
    summary = "One level of Stealth more, until the End Phase or until it expends Fire Control."
    words = ("runs quiet", "no longer runs quiet")
    sign = StateMarker("RQ", CREW, GOOD)

    def stealth(self, state: State, model: Model) -> int:
        """One level more than the model has by itself."""
        return model.card.level(Stealth.name) + 1

    def spends(self, game: Game, model: Model) -> None:
        """Whatever costs Fire Control gives it away, missiles and drones too; autofire costs none."""
        self.leave(game, model)


class QuietRunning(SilentRunning):
    """Shut down what can be found."""

    __slots__ = ()

    place = "v1.2.3 States > Stealthed"
    summary = "One level of Stealth more until the End Phase, or until any Fire Control is expended."
    needs = "Defense 1+, Sensors 1+, Thrusters 1+"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal without one of the ratings; squadrons lack two of them."""
        lacking = [each for each in NEEDED if model.rating(each) < 1]
        return self.make_refusal(f"It needs {lacking[0].capitalize()} 1 or more.") if lacking else None

    def test(self, state: State, model: Model, at: str = "") -> SkillTest | None:  # type: ignore[override]
        """None: no test is made."""
        return None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Enter the state at once."""
        for each in formation_members(game.state, model):
            RunningQuiet.enter(game, each)
        return
        yield

    def join(self, game: Game, leader: Model, other: Model) -> None:
        """Nothing: no squadron runs silent."""


class OlderDamageControl(DamageControl):
    """A double is enough for systems and weapons."""

    __slots__ = ()

    place = "v1.2.1 Damage > System Traits"
    summary = "A skill test: any double repairs a rating, a system or a weapon for certain. Never Structure or Marines."
    table: ClassVar[Table] = freeze_mapping(
        {
            **TABLE,
            "system": (None, (AUTO, 1), (AUTO, 1), (AUTO, 2)),
            "weapon": (None, (AUTO, 1), (AUTO, 1), (AUTO, 1)),
            "spinal": (None, (AUTO, 1), (AUTO, 1), (AUTO, 1)),
        }
    )


# --- squadrons ---
# What becomes of squadrons that are hit, in older texts: crippled, disrupted, alone on a hull.


class CrippledSquadron(Worn):
    """Fighters or exo-armors of which only the last box of Structure, the one of value 1, is left."""

    __slots__ = ()
    name = "crippled-squadron"
    place = "v1.2.1 Damage > Crippled Squadrons"
    summary = "Structure 1 of more: Fire Control 1, no Boost, and no action but Damage Control or Withdraw."
    sign = StateMarker("CS", HURT, BAD)
    only_of = SQUADRONS
    words = ("is now a crippled squadron", "is no longer a crippled squadron")
    says = ": crippled"

    @classmethod
    def low(cls, model: Model, boxes: int = 0) -> bool:
        """Is its Structure 1, of more? Drones are never crippled."""
        track, marked = model.boxes("structure"), model.marks.get("structure", 0) + boxes
        return not model.drone and 0 < marked < len(track) and track[marked] == 1 < track[0]

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """Its Fire Control rating, cut to 1."""
        return min(value, 1)

    def most_boost(self, model: Model, value: int) -> int:
        """0: it may not boost."""
        return 0

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """A refusal for all but repairs and leaving; who clings to a hull may bomb it, as it must."""
        if (action.desperate and not action.rams) or (action.owed_on_hull and model.assaulting):
            return None
        return Refusal("A crippled squadron may only declare Damage Control or Withdraw.", self.place)


class Disrupted(Ending):
    """Its electronics blinded by particles."""

    __slots__ = ()
    name = "disrupted"
    place = "v1.2.3 States > Disrupted"
    summary = "Hit by a Particle Cannon: one Fire Control less, but never less than 1, until the End Phase."
    sign = StateMarker("DR", MARKED, BAD)
    only_of = SQUADRONS

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """The Fire Control rating less one, but 1 at the least."""
        return max(1, value - 1) if value else value


class UnseenAssault(Assaulting):
    """On a hull nobody catches them but by an action of his own."""

    __slots__ = ()
    place = "v1.2.3 States > Assaulting"
    summary = (
        "Clings to an enemy ship; only weapons without macro dice and Point Defense reach it; must bomb next; only a "
        "squadron in its own activation intercepts it."
    )
    sign = StateMarker("AS", MARKED, HARD, tied=True)

    def beyond_reactions(self) -> bool:
        """True: no squadron reacts to it."""
        return True


# --- options ---
# The options about states and damage.

USUAL, FIRST, STATES = "v1.2.4", "v1.2.1", "v1.2.3"
DAMAGE = "v1.2.1 Damage > "

HARM_OPTIONS = (
    GameOption(
        "squadron_damage", "Q+ on squadrons", USUAL, "A Q+ takes 3 Structure of a squadron.",
        (
            Variant(
                FIRST, DAMAGE + "Squadron Damage",
                "A Q+ destroys a squadron whatever is left of it; of a formation one, as its owner chooses.",
                figures={"quad_destroys": True},
            ),
        ),
    ),
    GameOption(
        "crippled_squadrons", "Crippled squadrons", USUAL, "A squadron fights on as before until it is destroyed.",
        (
            Variant(
                FIRST, CrippledSquadron.place,
                "Fighters and exo-armors are crippled while only Structure 1 is left of more: Fire Control 1, no "
                "Boost, and no action but Damage Control or Withdraw. Drones are not.",
                states={CrippledSquadron.name: CrippledSquadron}, figures={"worn": CrippledSquadron},
            ),
        ),
    ),
    GameOption(
        "rating_damage", "Rating Damage", USUAL,
        "The attacker may choose Marines in place of the rating of the value; a ship without ratings left loses 1 "
        "Structure.",
        (
            Variant(
                FIRST, DAMAGE + "Systems Damage Effects",
                "A double strikes the rating of its value, never Marines; on a ship without ratings left it does 1 "
                "Structure and a Critical Hit.",
                figures={"marines_struck": False, "spent_escalates": True},
            ),
        ),
    ),
    GameOption(
        "critical", "Critical Hits", USUAL, "The attacker chooses a rating, a system, or a weapon on a 5+.",
        (
            Variant(
                FIRST, DAMAGE + "Critical Damage",
                "The value says what breaks: 1 a Marine; 2-3 the engine (without engine damage, Thrusters); 4-5 a "
                "weapon at random or a system of choice; 6 a Structure, a Marine and a system. A Q+ is two triples, "
                "one after the other.",
                figures={"critical": ByValue(), "triples_apart": True},
            ),
        ),
    ),
    GameOption(
        "engine", "Engine damage", USUAL, "Nothing lowers the Speed of a damaged ship.",
        (
            Variant(
                FIRST, EngineDamage.place,
                'A Critical Hit may strike the engine: 2" of Speed less. Damage Control gives back 1" with a double, '
                '2" with more.',
                states={EngineDamage.name: EngineDamage}, figures={"engine": EngineDamage},
            ),
        ),
    ),
    GameOption(
        "repair", "Damage Control", USUAL, "Systems take a 4+ with a double, weapons with a triple.",
        (
            Variant(
                FIRST, OlderDamageControl.place, "A double repairs a system or a weapon for certain, spinal ones too.",
                actions={OlderDamageControl.name: OlderDamageControl()},
            ),
        ),
    ),
    GameOption(
        "drift", "Crippled ships", USUAL, "They move as they can; besides Damage Control and Withdraw they may ram.",
        (
            Variant(
                FIRST, Adrift.place,
                'They drift: as an activation begins, a d6 turns the ship 45 degrees to port (1-2), to starboard (5-6) '
                'or not, and it moves 2"; then it may attack, and declare Damage Control or Withdraw.',
                states={Adrift.name: Adrift},
            ),
        ),
    ),
    GameOption(
        "catastrophe", "Catastrophic Damage Table", USUAL, "Dead with a total of 6 or 7, exploded from 8.",
        (
            Variant(
                FIRST, DAMAGE + "Catastrophic Damage Table", "Dead with a total of 6 to 8, exploded from 9.",
                figures={"explodes": 9},
            ),
        ),
    ),
    GameOption(
        "explosion", "Explosions", USUAL,
        'A Particle Cannon of the ship\'s Structure strikes all within 6", with Macro 2 within 3"; debris is left.',
        (
            Variant(
                FIRST, Shockwave.place,
                'Structure + 1 dice strike all within 3", half the Structure all within a d6 more, rolled once; no '
                "macro dice, no redundant boxes, no debris.",
                weapon_types={Shockwave.name: Shockwave()}, figures={"blast": ROLLED},
            ),
            Variant(
                STATES, "v1.2.3 States > Explosion", "As ever, but no debris is left.", figures={"blast": CLEAN},
            ),
        ),
    ),
    GameOption(
        "disrupted", "Particle Cannons at squadrons", USUAL, "They do no more than damage.",
        (
            Variant(
                STATES, Disrupted.place,
                "A squadron hit by one is Disrupted: one Fire Control less, but never less than 1, until the End "
                "Phase.",
                states={Disrupted.name: Disrupted}, figures={"scorched": Disrupted},
            ),
        ),
    ),
    GameOption(
        "silent_running", "Silent Running", USUAL,
        "Stealth and one more ECM; after a good test guns do not give it away.",
        (
            Variant(
                STATES, RunningQuiet.place,
                "One level of Stealth more and no ECM, without a test, until any Fire Control is expended; it takes "
                "Defense, Sensors and Thrusters, so squadrons cannot.",
                states={RunningQuiet.name: RunningQuiet}, actions={QuietRunning.name: QuietRunning()},
            ),
        ),
    ),
    GameOption(
        "assailants", "Assailants on a hull", USUAL,
        "Enemy squadrons near by may react to their activation and catch them.",
        (
            Variant(
                STATES, UnseenAssault.place,
                "Only a squadron that declares an Interception in its own activation catches them.",
                states={UnseenAssault.name: UnseenAssault},
            ),
        ),
    ),
)  # fmt: skip
