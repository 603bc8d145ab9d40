"""Finding and being found as older texts have it: Cloak, Snooper, Sensor Drone (v1.2.2, v1.2.3 Traits)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from jovian.game import Game, Model, Note, Option, Pick, Procedure, Refusal, State, ask
from jovian.game.answers import LookOut
from jovian.game.events import Noted
from jovian.game.parts import FLEX, Part
from jovian.rules.facts.formation import members
from jovian.rules.facts.marking import system_left
from jovian.rules.facts.skill_test import SkillTest
from jovian.rules.rulebook.effect import Effect, Fired
from jovian.rules.rulebook.model_state import CREW, GOOD, ModelState, Sign
from jovian.rules.rulebook.shot_facts import ACTIVATION, AUTOFIRE, ShotFacts
from jovian.rules.shooting import ratings
from jovian.rules.shooting.skill import skill_test
from jovian.rules.shooting.stealth import stealth_levels
from jovian.rules.traits.electronics import Cloak, Stealth
from jovian.table import TOLERANCE, arcs_of, distance

ARCS = ("fore", "starboard", "aft", "port")
"""In which a Sensor Drone may look out, by the level of its state from 1 on; 0 is all around, for squadrons."""


def _remembered(state: State, name: str) -> list[tuple[int, str, str, int]]:
    """What was noted under a name in this turn: turn, who, of whom, and what came of it."""
    noted = cast(tuple[tuple[int, str, str, int], ...], state.notes.get(name, ()))
    return [each for each in noted if each[0] == state.turn]


def _remember(game: Game, name: str, seeker: Model, sought: Model, came: bool, said: str) -> None:
    """Note it for each of a formation, which looks as one, whoever of it is lost later."""
    state = game.state
    rows = [(state.turn, each.id, sought.id, int(came)) for each in members(state, seeker)]
    note: Note = (*_remembered(state, name), *rows)
    state.notes[name] = note
    game.tell(Noted(clause=name, note=note, said=said))


class SoughtCloak(Effect):
    """A system that must be seen through from afar."""

    __slots__ = ()
    name = Cloak.name
    place = "v1.2.2 Traits > Cloak"
    summary = "Beyond Short Range an attacker must first pass a skill test; failed, it may not attack it this turn."

    def seeking(self, shot: ShotFacts) -> SkillTest | None:
        """The test, while the system works and its attacker has not found it in this turn."""
        target = shot.target
        if shot.window not in (ACTIVATION, AUTOFIRE) or shot.secondary or system_left(target, self.name) <= 0:
            return None
        if shot.distance <= target.card.signature + TOLERANCE or self._known(shot) is not None:
            return None
        return skill_test(shot.state, shot.attacker, f"finding {target.name}")

    def _known(self, shot: ShotFacts) -> bool | None:
        """Has its attacker found it in this turn, or looked in vain? None if it has not looked."""
        for _, who, whom, found in _remembered(shot.state, self.name):
            if who == shot.attacker.id and whom == shot.target.id:
                return bool(found)
        return None

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """After a test that failed, for the rest of the turn."""
        if shot.window not in (ACTIVATION, AUTOFIRE) or shot.secondary or self._known(shot) is not False:
            return None
        return Refusal(f"{shot.attacker.name} has not found {shot.target.name} in this turn.", self.place)

    def sought(self, game: Game, attacker: Model, target: Model, found: bool) -> None:
        """Note what came of the test."""
        said = f"{attacker.name} {'finds' if found else 'does not find'} {target.name}"
        _remember(game, self.name, attacker, target, found, said)


class Snooper(Effect):
    """Sensors that see through tricks."""

    __slots__ = ()
    name = "Snooper"
    place = "v1.2.2 Traits > Snooper"
    summary = "Ignores the Stealth of one model within Sensors a turn; a flex die against Cloaked targets."

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """A flex die against what is Cloaked."""
        cloaked = shot.target.card.trait(Cloak.name) is not None and system_left(shot.target, Cloak.name) > 0
        works = system_left(shot.attacker, self.name) > 0
        return (Part(self.name, 1, self.place, FLEX),) if cloaked and works else ()

    def sees_through(self, state: State, model: Model, target: Model) -> bool:
        """True for the first model with Stealth that it attacks in a turn, and for all until then."""
        if system_left(model, self.name) <= 0:
            return False
        reach = target.card.signature + 3.0 * ratings.sensors(state, model)
        if distance(model.base, model.pose, target.base, target.pose) > reach + TOLERANCE:
            return False
        return all(whom == target.id for _, who, whom, _ in _remembered(state, self.name) if who == model.id)

    def sensors_for(self, state: State, model: Model, target: Model, sensors: int) -> int:
        """Its own Sensors against who hides, where it sees through that."""
        return max(sensors, ratings.sensors(state, model)) if self.sees_through(state, model, target) else sensors

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """The first with Stealth is the one of this turn."""
        target = game.state.models.get(fired.target)
        seen = any(who == model.id for _, who, _, _ in _remembered(game.state, self.name))
        if target is not None and not seen and _hides(game.state, target):
            _remember(game, self.name, model, target, True, f"{model.name} keeps {target.name} in sight")
        return
        yield


def _hides(state: State, target: Model) -> bool:
    return target.card.trait(Stealth.name) is not None or stealth_levels(state, target).levels > 0


class LookingOut(ModelState):
    """A Sensor Drone looks out on one side; its level is 0 for all around, or the arc."""

    __slots__ = ()
    name = "looking-out"
    place = "v1.2.2 Traits > Sensor Drone"
    summary = "1 more Sensors for shots into one arc, in this activation."
    sign = Sign("SD", CREW, GOOD, ("", *ARCS))
    passes = True
    words = ("looks out with its Sensor Drone", "has its Sensor Drone back")

    def sensors_for(self, state: State, model: Model, target: Model, sensors: int) -> int:
        """One more for a target in the arc."""
        if self.level and ARCS[self.level - 1] not in arcs_of(model.base, model.pose, target.base, target.pose):
            return sensors
        return sensors + 1


class SensorDrone(Effect):
    """A drone that looks out ahead."""

    __slots__ = ()
    name = "Sensor Drone"
    place = "v1.2.2 Traits > Sensor Drone"
    summary = "As it activates, it has 1 more Sensors for shots into an arc of its choice."

    def begins(self, game: Game, model: Model) -> Procedure[None]:
        """A ship chooses the arc; a squadron has none."""
        level = 0
        if model.capital:
            order = sorted(ARCS, key=lambda arc: -_enemies(game.state, model, arc))
            listed = [Option(LookOut(arc), arc.capitalize(), _seen(game.state, model, arc)) for arc in order]
            title = f"{model.name}: where does its Sensor Drone look out?"
            answer = yield from ask(Pick("lookout", model.side, title, self.place, listed, subject=model.id))
            level = ARCS.index(answer.arc) + 1
        LookingOut.enter(game, model, level)


def _enemies(state: State, model: Model, arc: str) -> int:
    """How many enemies that its side knows of lie in an arc."""
    return sum(
        arc in arcs_of(model.base, model.pose, other.base, other.pose)
        for other in state.on_table() if other.side != model.side
    )  # fmt: skip


def _seen(state: State, model: Model, arc: str) -> str:
    count = _enemies(state, model, arc)
    return f"{count} enem{'y' if count == 1 else 'ies'} in it"
