"""Damage and states as older editions have them, and their options (`HARM_OPTIONS`)."""

from __future__ import annotations

from typing import ClassVar

from jovian.cards.traits import SYSTEMS
from jovian.frozen import freeze_mapping
from jovian.game import Game, ListDecision, Model, Option, Procedure, Refusal, State, ask
from jovian.game.answers import Damage, DamageSystem
from jovian.rules.actions.any_model import SilentRunning
from jovian.rules.actions.capital_ship import AUTO, TABLE, DamageControl, Table
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import break_weapon, mark_boxes, mark_system, system_left, weapons_left
from jovian.rules.basics.rolls import RollLink, SkillTest, one_die, random_pick
from jovian.rules.damage.boarding import lose_marines
from jovian.rules.damage.critical_hits import Crippled, lose_structure
from jovian.rules.damage.leaving_play import leave_table
from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.moving import advance, pivot_ship, resolve_overlaps
from jovian.rules.placement.attached import Assaulting
from jovian.rules.placement.move_limits import is_immobile, moved_off_planets, stopped_by
from jovian.rules.rulebook.effect import BAD, HARD, HURT, MARKED, SHIPS, SQUADRONS, Ending, StateMarker
from jovian.rules.rulebook.order import DRIFT, Action
from jovian.rules.rulebook.rulebook import Blast, CriticalRule, Engine, Figures, Hit, Worn, rulebook
from jovian.rules.traits.older_traits import RunningQuiet
from jovian.rules.weapons import Sensed
from jovian.table import Pose

# --- Critical Hits ---

PLACE = "v1.2.1 Damage > Critical Damage"
ENGINE_HIT = 2
"""Inches of Speed that a hit on the engine costs."""
ENGINE_REPAIR = (0, 1, 2, 2)
"""Inches of Speed that Damage Control repairs, by N, D, T, and Q+."""
AT_RANDOM = "weapon"

"""The answer for a random weapon."""
BREACH, ENGINE, SYSTEM, SEVERE = "Hull Breach", "Engine Hit", "Weapon or System Hit", "Severe Damage"
BY_VALUE = ("", BREACH, ENGINE, ENGINE, SYSTEM, SYSTEM, SEVERE)
"""The name of a Critical Hit of each value."""


class EngineDamage(Engine):
    """Engine damage; its level is the lost inches of Speed (v1.2.1)."""

    __slots__ = ()
    name = "engine-damage"
    place = "v1.2.1 Damage > System Traits"
    summary = 'Reduces Speed by its level in inches; Damage Control repairs 1" with a double, 2" with more.'
    sign = StateMarker("EN", HURT, BAD, ())
    only_of = SHIPS
    words = ('has lost {value}" of Speed', "has its full Speed again")

    @classmethod
    def offer(cls, state: State, ship: Model) -> Option[Damage] | None:
        remaining = ship.card.speed - cls.level_of(ship)
        return (
            Option(Damage("engine"), "Engine", f'-{min(ENGINE_HIT, remaining)}" of Speed {remaining}"')
            if remaining > 0
            else None
        )

    @classmethod
    def hit(cls, game: Game, ship: Model) -> None:
        """Reduce Speed by 2 inches, but not below 0."""
        cls.enter(game, ship, min(ship.card.speed, cls.level_of(ship) + ENGINE_HIT))

    @classmethod
    def hits_left(cls, ship: Model) -> int:
        return max(0, -(-(ship.card.speed - cls.level_of(ship)) // ENGINE_HIT))

    def speed(self, state: State, model: Model, value: int) -> int:
        """Return the remaining Speed, before anything doubles it."""
        return max(0, value - self.level)

    def repairable(self, best: int) -> int:
        return min(self.level, ENGINE_REPAIR[best])

    def describe_repair(self, levels: int) -> str:
        return f'{levels}" of Speed'


class ByValue(CriticalRule):
    """Critical Hits whose value says what breaks, if the ship has it (v1.2.1)."""

    __slots__ = ()

    def hit_name(self, state: State, value: int) -> str:
        return BY_VALUE[value]

    def struck_tracks(self, figures: Figures) -> tuple[str, ...]:
        tracks = {SEVERE: "structure"} | ({ENGINE: "thrusters"} if figures.engine is None else {})
        return tuple(tracks.get(name, "") for name in BY_VALUE)

    def resolve(self, game: Game, target: Model, hit: Hit) -> Procedure[None]:
        """Damage marines, the engine, a weapon or a system, or several of them."""
        name = BY_VALUE[hit.value]
        if name == BREACH:
            self._breach(game, target, hit)
        elif name == ENGINE:
            self._engine(game, target, hit)
        elif name == SYSTEM:
            yield from self._system(game, target, hit, weapons=True)
        else:
            yield from lose_structure(game, target, hit.cause)
            if target.is_in_game:
                self._breach(game, target, hit)
                yield from self._system(game, target, hit, weapons=False)

    def _breach(self, game: Game, target: Model, hit: Hit) -> None:
        if target.rating("marines"):
            lose_marines(game, target, 1, hit.cause)

    def _engine(self, game: Game, target: Model, hit: Hit) -> None:
        """Damage the engine; without the engine option, Thrusters."""
        engine = rulebook(game.state).figures.engine
        if engine is None:
            if target.unmarked("thrusters"):
                mark_boxes(game, target, "thrusters", 1, hit.cause)
        elif engine.offer(game.state, target) is not None:
            engine.hit(game, target)

    def _system(self, game: Game, target: Model, hit: Hit, weapons: bool) -> Procedure[None]:
        """Damage a system of the attacker's choice or a random weapon."""
        weapons_at_hand = weapons_left(target) if weapons else []
        listed: list[Option[Damage | DamageSystem]] = [
            Option(DamageSystem(trait.name), trait.title, f"{system_left(target, trait.name)} left")
            for trait in target.card.traits
            if trait.name in SYSTEMS and system_left(target, trait.name) > 0
        ]
        if weapons_at_hand:
            listed.insert(0, Option(Damage(AT_RANDOM), "A weapon", f"at random, of {len(weapons_at_hand)}"))
        if not listed:
            return
        title = f"{BY_VALUE[hit.value]} on {target.name}"
        match (yield from ask(ListDecision("critical", hit.chooser, title, PLACE, listed, subject=target.id))):
            case DamageSystem(trait):
                mark_system(game, target, trait, 1, hit.cause)
            case _:
                number = 0
                if len(weapons_at_hand) > 1:
                    purpose, link = f"which weapon of {target.name} is hit", RollLink(target.id)
                    number = yield from random_pick(game, hit.chooser, purpose, len(weapons_at_hand), link)
                break_weapon(game, target, weapons_at_hand[number].id, hit.cause)


# --- Drifting ---

DRIFT_DISTANCE = 2.0
BY_DIE = (0, -45, -45, 0, 0, 45, 45)
"""Degrees of the turn by the face of the die."""


class Adrift(Crippled):
    """A Crippled ship that drifts (v1.2.1)."""

    __slots__ = ()
    place = "v1.2.1 Damage > Crippled Capital Ships"
    summary = (
        'No Structure: when it activates it drifts 2", after a d6: 1-2 turns it 45 degrees to port, 5-6 to starboard. '
        "Fire Control 1, only Damage Control or Withdraw, worth nothing unless it withdraws."
    )

    def drift(self, game: Game, model: Model) -> Procedure[None]:
        """Drift before the declaration. The ship can't move again in this activation."""
        act = game.state.activation
        if act is None or not model.is_on_table or is_immobile(game.state, model):
            return
        purpose = f"drift of {model.name} (1-2 port, 5-6 starboard)"
        face = yield from one_die(game, model.side, purpose, link=RollLink(model.id))
        if BY_DIE[face]:
            yield from pivot_ship(game, model, BY_DIE[face])
        if model.is_on_table:
            yield from advance(game, model, DRIFT_DISTANCE, DRIFT)
        act.stopped = True
        leave_table(game, [model])
        if model.is_on_table:
            yield from resolve_overlaps(game, model)

    def drift_ends(self, state: State, model: Model) -> tuple[tuple[Pose, str], ...]:
        """Return where it may drift, each with the faces of the die: to port, straight, to starboard."""
        if is_immobile(state, model):
            return ()
        faces_by_angle = {angle: [face for face in range(1, 7) if BY_DIE[face] == angle] for angle in BY_DIE[1:]}
        return tuple(
            (_end_pose(state, model, angle), f"{faces[0]}-{faces[-1]}") for angle, faces in faces_by_angle.items()
        )

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        return DRIFT_DISTANCE, DRIFT_DISTANCE

    def turns(self, state: State, model: Model, value: int) -> int:
        return 0

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        if action.desperate and not action.rams:
            return None
        return Refusal("A drifting ship may only declare Damage Control or Withdraw.", self.place)


def _end_pose(state: State, ship: Model, degrees: int) -> Pose:
    """Return the pose after the drift if nothing interrupts it. A planet stops the ship."""
    turned = moved_off_planets(state, ship.at(ship.pose.turned(degrees))) if degrees else ship
    stop = stopped_by(state, turned)
    return turned.pose.advanced(DRIFT_DISTANCE if stop is None else min(DRIFT_DISTANCE, stop.inches)).rounded()


# --- Explosions ---


class Shockwave(Sensed):
    """The explosion of a ship: burns no redundant boxes, and no trait of armor helps against it (v1.2.1)."""

    __slots__ = ()
    name = "Shockwave"
    place = "v1.2.1 Damage > Catastrophic Damage Table"
    summary = "The explosion of a ship."


ROLLED = Blast(Shockwave.name, rolled=True, near_bonus=1, near_macro=0, halved=True, debris=False)
"""Structure + 1 within 3", half of it within a d6 more."""
CLEAN = Blast(debris=False)
"""An explosion that leaves no debris."""


# --- Actions ---

NEEDED_RATINGS = ("defense", "sensors", "thrusters")
"""The ratings that must be at least 1."""


class QuietRunning(SilentRunning):
    """The action for Running Quiet: it needs no test (v1.2.3)."""

    __slots__ = ()

    place = "v1.2.3 States > Stealthed"
    summary = "One level of Stealth more until the End Phase, or until any Fire Control is expended."
    needs = "Defense 1+, Sensors 1+, Thrusters 1+"

    def refuse(self, state: State, model: Model) -> Refusal | None:
        missing = [rating for rating in NEEDED_RATINGS if model.rating(rating) < 1]
        return self.make_refusal(f"{model.name} needs {missing[0].capitalize()} 1 or more.") if missing else None

    def test(self, state: State, model: Model, at: str = "") -> SkillTest | None:  # type: ignore[override]
        return None

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        for member in formation_members(game.state, model):
            RunningQuiet.enter(game, member)
        return
        yield

    def join(self, game: Game, leader: Model, other: Model) -> None:
        """Do nothing: squadrons can't run silent."""


class OlderDamageControl(DamageControl):
    """Damage Control where a double is enough for systems and weapons (v1.2.1)."""

    __slots__ = ()

    place = "v1.2.1 Damage > System Traits"
    summary = "A skill test: any double repairs a rating, a system, or a weapon. Never Structure or Marines."
    table: ClassVar[Table] = freeze_mapping(
        {
            **TABLE,
            "system": (None, (AUTO, 1), (AUTO, 1), (AUTO, 2)),
            "weapon": (None, (AUTO, 1), (AUTO, 1), (AUTO, 1)),
            "spinal": (None, (AUTO, 1), (AUTO, 1), (AUTO, 1)),
        }
    )


# --- Squadrons ---


class CrippledSquadron(Worn):
    """A fighter or exo-armor squadron with only Structure 1 left (v1.2.1)."""

    __slots__ = ()
    name = "crippled-squadron"
    place = "v1.2.1 Damage > Crippled Squadrons"
    summary = "Only Structure 1 left: Fire Control 1, no Boost, and no action but Damage Control or Withdraw."
    sign = StateMarker("CS", HURT, BAD)
    only_of = SQUADRONS
    words = ("is now a crippled squadron", "is no longer a crippled squadron")
    says = ": crippled"

    @classmethod
    def low(cls, model: Model, boxes: int = 0) -> bool:
        """Return whether the last remaining box is 1 and the first was more. Drones are never crippled."""
        track, marked = model.boxes("structure"), model.marks.get("structure", 0) + boxes
        return not model.is_drone and 0 < marked < len(track) and track[marked] == 1 < track[0]

    def fire_control(self, state: State, model: Model, value: int) -> int:
        return min(value, 1)

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Refuse all but repairs and leaving. A squadron attached to a hull may bomb it, as it must."""
        if (action.desperate and not action.rams) or (action.owed_on_hull and model.is_assaulting):
            return None
        return Refusal("A crippled squadron may only declare Damage Control or Withdraw.", self.place)


class Disrupted(Ending):
    """A squadron whose electronics a Particle Cannon has disrupted (v1.2.3)."""

    __slots__ = ()
    name = "disrupted"
    place = "v1.2.3 States > Disrupted"
    summary = "Hit by a Particle Cannon: one Fire Control less, but at least 1, until the End Phase."
    sign = StateMarker("DR", MARKED, BAD)
    only_of = SQUADRONS

    def fire_control(self, state: State, model: Model, value: int) -> int:
        return max(1, value - 1) if value else value


class UnseenAssault(Assaulting):
    """Assaulting, but only an action catches the squadron, never a reaction (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 States > Assaulting"
    summary = (
        "Attached to an enemy ship. Only weapons without macro dice and Point Defense reach it. It must bomb next. "
        "Only a squadron in its own activation intercepts it."
    )
    sign = StateMarker("AS", MARKED, HARD, tied=True)
    beyond_reactions = True


# --- Options ---

DEFAULT, FIRST, STATES = "v1.2.4", "v1.2.1", "v1.2.3"
DAMAGE = "v1.2.1 Damage > "

HARM_OPTIONS = (
    GameOption(
        "squadron_damage", "Q+ on squadrons", DEFAULT, "A Q+ takes 3 Structure of a squadron.",
        (
            Variant(
                FIRST, DAMAGE + "Squadron Damage",
                "A Q+ destroys a squadron, or one of a formation, which its owner chooses.",
                figures={"quad_destroys": True},
            ),
        ),
    ),
    GameOption(
        "crippled_squadrons", "Crippled squadrons", DEFAULT, "Damage doesn't weaken a squadron until it is destroyed.",
        (
            Variant(
                FIRST, CrippledSquadron.place,
                "Fighters and exo-armors are crippled when only Structure 1 is left: Fire Control 1, no "
                "Boost, and no action but Damage Control or Withdraw. Drones are not.",
                states={CrippledSquadron.name: CrippledSquadron}, figures={"worn": CrippledSquadron},
            ),
        ),
    ),
    GameOption(
        "rating_damage", "Rating Damage", DEFAULT,
        "The attacker may choose Marines instead of the rating of the value. A ship without ratings left loses 1 "
        "Structure.",
        (
            Variant(
                FIRST, DAMAGE + "Systems Damage Effects",
                "A double damages the rating of its value, never Marines. On a ship without ratings left it deals 1 "
                "Structure and a Critical Hit.",
                figures={"marines_struck": False, "spent_escalates": True},
            ),
        ),
    ),
    GameOption(
        "critical", "Critical Hits", DEFAULT, "The attacker chooses a rating, a system, or a weapon on a 5+.",
        (
            Variant(
                FIRST, DAMAGE + "Critical Damage",
                "The value says what breaks: 1 a Marine; 2-3 the engine (without engine damage, Thrusters); 4-5 a "
                "random weapon or a chosen system; 6 a Structure, a Marine, and a system. A Q+ is two triples, "
                "one after the other.",
                figures={"critical": ByValue(), "triples_apart": True},
            ),
        ),
    ),
    GameOption(
        "engine", "Engine damage", DEFAULT, "Damage doesn't reduce Speed.",
        (
            Variant(
                FIRST, EngineDamage.place,
                'A Critical Hit may damage the engine: 2" of Speed less. Damage Control repairs 1" with a double, '
                '2" with more.',
                states={EngineDamage.name: EngineDamage}, figures={"engine": EngineDamage},
            ),
        ),
    ),
    GameOption(
        "repair", "Damage Control", DEFAULT, "A double repairs systems on a 4+, a triple weapons on a 4+.",
        (
            Variant(
                FIRST, OlderDamageControl.place, "A double repairs a system or a weapon, even a spinal one.",
                actions={OlderDamageControl.name: OlderDamageControl()},
            ),
        ),
    ),
    GameOption(
        "drift", "Crippled ships", DEFAULT,
        "They move as they can, and may also ram besides Damage Control and Withdraw.",
        (
            Variant(
                FIRST, Adrift.place,
                'They drift: when one activates, a d6 turns it 45 degrees to port (1-2), to starboard (5-6), or not, '
                'and it moves 2". Then it may attack, and declare Damage Control or Withdraw.',
                states={Adrift.name: Adrift},
            ),
        ),
    ),
    GameOption(
        "catastrophe", "Catastrophic Damage Table", DEFAULT, "Dead with a total of 6 or 7, exploded from 8.",
        (
            Variant(
                FIRST, DAMAGE + "Catastrophic Damage Table", "Dead with a total of 6 to 8, exploded from 9.",
                figures={"explodes": 9},
            ),
        ),
    ),
    GameOption(
        "explosion", "Explosions", DEFAULT,
        'A Particle Cannon of the ship\'s Structure attacks all within 6", with Macro 2 within 3". Debris remains.',
        (
            Variant(
                FIRST, Shockwave.place,
                'Structure + 1 dice attack all within 3", half the Structure all within a d6" more, rolled once. No '
                "macro dice, no redundant boxes, no debris.",
                weapon_types={Shockwave.name: Shockwave()}, figures={"blast": ROLLED},
            ),
            Variant(
                STATES, "v1.2.3 States > Explosion", "As in v1.2.4, but without debris.", figures={"blast": CLEAN},
            ),
        ),
    ),
    GameOption(
        "disrupted", "Particle Cannons at squadrons", DEFAULT, "They only deal damage.",
        (
            Variant(
                STATES, Disrupted.place,
                "A squadron hit by one is Disrupted: one Fire Control less, but at least 1, until the End Phase.",
                states={Disrupted.name: Disrupted}, figures={"scorched": Disrupted},
            ),
        ),
    ),
    GameOption(
        "silent_running", "Silent Running", DEFAULT,
        "Stealth and one more ECM. After a good test, guns don't reveal it.",
        (
            Variant(
                STATES, RunningQuiet.place,
                "One level of Stealth more and no ECM, without a test, until any Fire Control is expended. It needs "
                "Defense, Sensors, and Thrusters, so squadrons can't.",
                states={RunningQuiet.name: RunningQuiet}, actions={QuietRunning.name: QuietRunning()},
            ),
        ),
    ),
    GameOption(
        "assailants", "Assailants on a hull", DEFAULT,
        "Enemy squadrons nearby may react to their activation and catch them.",
        (
            Variant(
                STATES, UnseenAssault.place,
                "Only a squadron that declares an Interception in its own activation catches them.",
                states={UnseenAssault.name: UnseenAssault},
            ),
        ),
    ),
)  # fmt: skip
