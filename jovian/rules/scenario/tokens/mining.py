"""Mining a comet: a Bombing action against it by squadrons with lances (v1.2.4 Scenarios > Water Raid, R83)."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.frozen import frozen
from jovian.game import NEUTRAL, Game, Model, Option, Pick, Procedure, Refusal, State, ask
from jovian.game.answers import CutOut, Keep, Refine
from jovian.rules.close_combat.bombing import FREE_MOVE
from jovian.rules.facts.formation import members
from jovian.rules.facts.fuel import burn_together
from jovian.rules.facts.loads import carried, load
from jovian.rules.facts.rolls import oppose, roll
from jovian.rules.facts.words import counted
from jovian.rules.firing.attack import aftermath, spend_fire_control, use_up
from jovian.rules.firing.explosion import empty_queue
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.effect import Fired
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.rulebook.shot_facts import BOMBING
from jovian.rules.scenario.roles import plays
from jovian.rules.scenario.tokens.cutting import Cut, comets, cuts, lances, touched_comet
from jovian.rules.scenario.tokens.token import Token, take_on, token_called
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.squadrons.free_move import free_move
from jovian.rules.traits.fuel_states import FuelPod

PLACE = "v1.2.4 Scenarios > Water Raid > Mine the Comet"
FUEL_PODS = "v1.2.4 Scenarios > Water Raid > Fuel Pods"


@frozen
class MineComet(Clause):
    """What may be cut out of a comet, by whom."""

    name = "Mine the Comet"
    place = PLACE
    summary = "In contact with a comet a squadron may cut tokens out of it with its lances, as by a Bombing action."

    token: str
    defense: int = 4
    """Dice with which the comet resists."""
    role: str = ""
    squadrons: str = ""
    """Of which type, "" for all."""
    fuel_pods: bool = False
    """May a squadron, once, make a unit that it has mined into Fuel Pods?"""

    def actions(self) -> tuple[Action, ...]:
        """The action of mining."""
        return (Mine(self),)


@frozen
class Mine(Action):
    """Cut into a comet."""

    name = "mine"
    place = PLACE
    verb = "mine"
    needs = "a squadron with a Lance; contact with the comet when resolved"

    rule: MineComet

    @property
    def summary(self) -> str:  # type: ignore[override]
        """What it does."""
        return (
            f"A Bombing action against the comet: Lance, Skill and fuel against {self.rule.defense} dice; "
            f"each double is 1 {self.rule.token}, a triple 2, four alike 3."
        )

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for all but those whom the scenario lets mine, with a lance and room for more."""
        rule, card = self.rule, model.card
        if model.capital or rule.squadrons not in ("", card.squadron_type):
            return self.no(f"Only {' '.join(each for each in (rule.squadrons, 'squadrons') if each)} mine.")
        if not plays(state, model.side, rule.role):
            return self.no(f"Only the {rule.role} mines.")
        if not lances(state, model):
            return self.no("It takes a Lance that works, and a Fire Control.")
        if all(self._token(state).room(each) < 1 for each in members(state, model)):
            return self.no(f"It carries all that it can: {self._token(state).words(carried(model, rule.token))}.")
        return None if comets(state) else self.no("There is no comet on the table.")

    def _token(self, state: State) -> Token:
        return token_called(state, self.rule.token)

    def closes_with(self, state: State, model: Model) -> list[str]:
        """The ids of all comets."""
        return [piece.id for piece in comets(state)]

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """A refusal unless it is in contact with a comet."""
        return None if touched_comet(state, model) is not None else self.no("It must be in contact with the comet.")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Fuel is bid, the lances cut, what they cut is loaded; then a free move, as after a Bombing Run (R73)."""
        act, group = game.state.activation, list(members(game.state, model))
        cut = yield from self._ask(game, model)
        burn_together(game, model, cut.fuel, "bid")
        found = 0
        for shot in cut.shots:
            found += yield from self._strike(game, model, shot)
        mined = self._load(game, group, found)
        yield from aftermath(game, group, Fired(cut.arms.mounts, "", BOMBING))
        for each in mined if self.rule.fuel_pods else ():
            yield from self._refine(game, each)
        yield from free_move(game, model, FREE_MOVE)
        if act is not None and game.state.activation is act:
            act.stopped = True
        yield from empty_queue(game)

    def _ask(self, game: Game, model: Model) -> Procedure[Cut]:
        """Which lances, and how much fuel."""
        comet = touched_comet(game.state, model)
        assert comet is not None
        found = cuts(game.state, model, comet, self.rule.defense)
        listed = [Option(CutOut(cut.arms.mounts, cut.manner, cut.fuel), _label(cut), _promise(cut)) for cut in found]
        title = f"{model.name} mines the comet: how much fuel?"
        answer = yield from ask(Pick("mine", model.side, title, self.place, listed, subject=model.id))
        return next(cut for cut, option in zip(found, listed, strict=True) if option.answer == answer)

    def _strike(self, game: Game, model: Model, shot: Assessment) -> Procedure[int]:
        """The dice of an attack against those of the comet; how many units they cut."""
        spend_fire_control(game, shot.attacker)
        purpose, against = f"{shot.weapon} of {model.name} at the comet", shot.opposition
        assert against is not None
        result = yield from roll(
            game, model.side, purpose, shot.roll.pool,
            reroll=shot.roll.reroll, shift=shot.roll.shift, parts=shot.roll.makeup(),
        )  # fmt: skip
        if result:
            what = f"{rulebook(game.state).terrain[comets(game.state)[0].kind].name} against {shot.weapon}"
            result = yield from oppose(game, NEUTRAL, what, result, against.pool, against.makeup())
        use_up(game, members(game.state, model), shot.mounts)
        return result.total

    def _load(self, game: Game, group: Sequence[Model], found: int) -> list[Model]:
        """Who of a formation takes some of it: each as much as it still has room for."""
        laden = []
        for each in group:
            taken = take_on(game, each, self.rule.token, found, self.name)
            found -= taken
            laden += [each] * bool(taken)
        return laden

    def _refine(self, game: Game, model: Model) -> Procedure[None]:
        """Once a game a squadron may forfeit a unit for Fuel Pods."""
        rule, made = self.rule, _made(game.state, self.rule)
        if model.id in made or FuelPod.holds(model):
            return
        listed: list[Option[Keep | Refine]] = [
            Option(Keep(), f"Keep all {self._token(game.state).words(carried(model, rule.token))}"),
            Option(Refine(), "Make one into Fuel Pods", "once: +2 Fuel for one activation"),
        ]
        title = f"{model.name}: make a {rule.token} into Fuel Pods?"
        answer = yield from ask(Pick("refine", model.side, title, FUEL_PODS, listed, subject=model.id))
        if isinstance(answer, Refine):
            load(game, model, rule.token, -1, "made into fuel")
            FuelPod.enter(game, model)
            rule.remember(game, (*made, model.id))


def _made(state: State, rule: MineComet) -> Sequence[str]:
    """The squadrons that have made fuel of what they mined."""
    note = rule.recall(state)
    return tuple(map(str, note)) if isinstance(note, tuple) else ()


def _label(cut: Cut) -> str:
    count = len(cut.arms.mounts)
    many = f", {count} lances {cut.manner}" if count > 1 else ""
    return f"{counted(cut.fuel, 'fuel', 'fuel') if cut.fuel else 'No fuel'}{many}"


def _promise(cut: Cut) -> str:
    """How likely it cuts 1, 2 or 3 units at least."""
    return ", ".join(f"{least}+ {chance:.0%}" for least, chance in enumerate(cut.chances()[:3], 1))
