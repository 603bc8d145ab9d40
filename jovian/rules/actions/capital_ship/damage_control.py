"""Damage Control: a ship repairs itself (v1.2.4 Action > Damage Control, Repair > Capital Ship Repairing Itself)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from jovian.cards import Mount
from jovian.cards.values.older_names import SYSTEMS
from jovian.dice import FACES, Result
from jovian.frozen import freeze_mapping
from jovian.game import Game, Model, Option, Pick, Procedure, Refusal, State, ask
from jovian.game.answers import ChooseRepair
from jovian.game.events import Declined
from jovian.game.parts import FLEX, Part
from jovian.rules.facts.marking import mark_system, mend_weapon, system_left, unmark
from jovian.rules.facts.rolls import one_die
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.facts.states import enter, leave, value_of
from jovian.rules.harm.catastrophe import Crippled
from jovian.rules.harm.damage import note_wear
from jovian.rules.harm.unloading import aboard
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_of_weapon, effects_on
from jovian.rules.shooting.skill import skill_test
from jovian.rules.squadrons.hangers import capacity

RATINGS = ("thrusters", "sensors", "defense")
ABOARD = "v1.2.4 Repair > Capital Ship Repairing an Embarked Squadron"
SQUADRON_REPAIR = (1, 2, 3, 4)
"""Structure that a squadron aboard regains, by N, D, T and Q+ (R3)."""
DOCK_NEEDS = 2
AUTO = 0
Table = Mapping[str, tuple[tuple[int, int] | None, ...]]
TABLE: Table = freeze_mapping({
    "damage": ((4, 1), (AUTO, 1), (AUTO, 2), (AUTO, 3)),
    "system": (None, (4, 1), (AUTO, 1), (AUTO, 2)),
    "weapon": (None, None, (4, 1), (AUTO, 1)),
    "spinal": (None, None, None, (4, 1)),
})
"""For each kind of damage and magnitude (N, D, T, Q+): what a d6 must show (0: nothing to roll) and how many."""


class DamageControl(Action):
    """Repair one kind of damage by a skill test."""

    __slots__ = ()

    name = "damage control"
    place = "v1.2.4 Repair > Capital Ship Repairing Itself"
    summary = "A skill test repairs ratings; better results reach systems and weapons too. Never Structure or Marines."
    needs = "a capital ship"
    desperate = True
    by_captors = True
    table: ClassVar[Table] = TABLE

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for squadrons."""
        return None if model.capital else self.no("Only capital ships may do this.")

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test by the ship's own Skill, without a leader's."""
        return skill_test(state, model, "Damage Control", commanded=False, further=repair_aid(state, model))

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """The ship itself by one row of the table, then a test for each squadron aboard (R48)."""
        yield from self._itself(game, model)
        yield from repair_aboard(game, model)

    def _itself(self, game: Game, model: Model) -> Procedure[None]:
        """Test, choose a row of the table, repair."""
        result: Result = yield from take(game, model, self.test(game.state, model))
        rows = [row for row in self.table if self.table[row][result.best] and repairable(game.state, model, row)]
        easing = {e.name: e for e in effects_on(game.state, model, Effect.mends) if e.mends(result.best)}
        rows += easing
        if not rows:
            game.tell(Declined(side=model.side, what="repair"))
            return
        listed = [Option(ChooseRepair(row, ""), self._label(row, result.best, easing)) for row in rows]
        title = f"{model.name}: what to repair?"
        answer = yield from ask(Pick("repair", model.side, title, self.place, listed, subject=model.id))
        if answer.row in easing:
            _ease(game, model, answer.row, easing[answer.row].mends(result.best))
        else:
            yield from self._row(game, model, answer.row, result.best)

    def _row(self, game: Game, model: Model, row: str, best: int) -> Procedure[None]:
        entry = self.table[row][best]
        assert entry is not None
        need, count = entry
        if need:
            bonus = model.card.level("Repair")
            purpose = f"repair of {model.name} ({need}+, +{bonus})"
            face = yield from one_die(game, model.side, purpose, range(max(1, need - bonus), FACES + 1))
            if face + bonus < need:
                return
        for _ in range(count):
            left = repairable(game.state, model, row)
            if left:
                title = f"{model.name}: repair which?"
                listed = [Option(ChooseRepair(row, what), label) for what, label in left]
                pick = Pick("repair", model.side, title, self.place, listed, subject=model.id)
                mend(game, model, row, (yield from ask(pick)).repaired)


    def _label(self, row: str, best: int, easing: Mapping[str, Effect]) -> str:
        if row in easing:
            return easing[row].mended(easing[row].mends(best))
        entry = self.table[row][best]
        assert entry is not None
        need, count = entry
        name = {"damage": "rating", "system": "system trait", "weapon": "weapon", "spinal": "spinal weapon"}[row]
        return f"{count} {name}" + (f" on a {need}+" if need else "")


def repair_aboard(game: Game, ship: Model) -> Procedure[None]:
    """A test for each damaged squadron aboard, as many as Hangers are undamaged; and for a docked ship (R3, R85)."""
    ready = [each for each in aboard(game.state, ship) if not each.capital and each.marks.get("structure")]
    hangers = capacity(ship, ready[0].card) if ready else 0
    while ready and hangers > 0:
        squadron = ready[0]
        if len(ready) > hangers:
            listed = [Option(ChooseRepair("squadron", each.id), each.name) for each in ready]
            title = f"{ship.name}: which squadron is repaired ({hangers} left)?"
            answer = yield from ask(Pick("repair", ship.side, title, ABOARD, listed, subject=ship.id))
            squadron = game.state.models[answer.repaired]
        ready.remove(squadron)
        hangers -= 1
        yield from _mend_squadron(game, ship, squadron)
    for docked in [each for each in aboard(game.state, ship) if each.capital and each.marks.get("structure")]:
        yield from _mend_docked(game, ship, docked)


def mending(state: State, ship: Model, squadron: Model) -> SkillTest:
    """The test for a squadron aboard, with the flex dice of Repair."""
    level = ship.card.level("Repair")
    aid = Part(f"Repair {level}", level, ABOARD, FLEX) if level else None
    further = repair_aid(state, ship)
    return skill_test(state, ship, f"repair of {squadron.name}", aid=aid, commanded=False, further=further)


def docked_test(state: State, ship: Model, docked: Model) -> SkillTest:
    """The test for a ship in its dock."""
    return skill_test(state, ship, f"repair of {docked.name}", commanded=False, further=repair_aid(state, ship))


def repair_aid(state: State, model: Model) -> list[Part]:
    """What effects of a model add to its tests of repair."""
    found = (effect.aids_repair(model) for effect in effects_on(state, model, Effect.aids_repair))
    return [part for part in found if part is not None]


def _mend_squadron(game: Game, ship: Model, squadron: Model) -> Procedure[None]:
    result = yield from take(game, ship, mending(game.state, ship, squadron), squadron)
    for _ in range(min(SQUADRON_REPAIR[result.best], squadron.marks.get("structure", 0))):
        unmark(game, squadron, "structure", "Damage Control")
    note_wear(game, squadron)


def _mend_docked(game: Game, ship: Model, docked: Model) -> Procedure[None]:
    """A docked ship regains a point of Structure on a triple, and is Crippled no more."""
    result = yield from take(game, ship, docked_test(game.state, ship, docked), docked)
    if result.best >= DOCK_NEEDS:
        unmark(game, docked, "structure", "Damage Control")
        Crippled.leave(game, docked)


def repairable(state: State, model: Model, row: str) -> list[tuple[str, str]]:
    """What of one kind is damaged and can be repaired: names and labels."""
    if row == "damage":
        return [(t, f"{t.capitalize()} {model.rating(t)}") for t in RATINGS if model.marks.get(t, 0)]
    if row == "system":
        found = [trait.name for trait in model.card.traits if trait.name in SYSTEMS]
        return [(name, f"{name} {system_left(model, name)}") for name in found if model.marks.get(name, 0)]
    return [
        (mount.id, model.card.mount_called(mount.id))
        for mount in model.card.mounts
        if mount.id in model.damaged and mount.weapon.spinal == (row == "spinal") and _mendable(state, mount)
    ]


def _mendable(state: State, mount: Mount) -> bool:
    return not any(effect.beyond_repair() for effect in effects_of_weapon(state, mount.weapon, Effect.beyond_repair))


def mend(game: Game, model: Model, row: str, name: str) -> None:
    """Repair a track, a trait or a mount by its name, whichever the row of the table is about; tells it."""
    if row == "damage":
        unmark(game, model, name, "Damage Control")
    elif row == "system":
        mark_system(game, model, name, -1, "Damage Control")
    else:
        mend_weapon(game, model, name, "Damage Control")


def _ease(game: Game, ship: Model, state: str, levels: int) -> None:
    """Take levels of a state away."""
    left = value_of(ship, state) - levels
    if left > 0:
        enter(game, ship, state, left)
    else:
        leave(game, ship, state)
