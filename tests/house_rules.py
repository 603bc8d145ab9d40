"""House rules for tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from jovian.frozen import frozen
from jovian.game import Game, Model, Procedure, State
from jovian.game.events import Contribution
from jovian.match import Setup
from tests.rules_api import HOUSE_RULE, SPECIAL_RULES, Action, Award, Effect, GlobalRule, ShotFacts, global_rules_with

PENALTY = -3


@frozen
class FirstBlood(GlobalRule):
    """A house rule with a penalty for the first attacker."""

    name = "First blood"
    place = f"{HOUSE_RULE} > {name}"
    summary = "The side that attacks first loses three Objective Points."

    def attacked(self, game: Game, attacker: Model, target: Model, how: str) -> None:
        if not self.recall(game.state):
            self.remember(game, (attacker.side, how), f"{attacker.name} has broken the peace")

    def awards(self, state: State, victory: tuple[float, float]) -> Iterable[Award]:
        note = self.recall(state)
        if isinstance(note, tuple) and note:
            yield Award(int(str(note[0])), PENALTY, "the first attack")


class Listen(Action):
    """An action of a house rule."""

    name = "listen"
    place = f"{HOUSE_RULE} > Listening post"
    summary = "Finds out what the enemy says."

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        for clause in global_rules_with(game.state, GlobalRule.searched):
            clause.searched(game, model, "a code book")
        return
        yield


@frozen
class Keen(Effect):
    """An effect that adds 1 to attacks."""

    name = "Keen"
    place = f"{HOUSE_RULE} > Listening post"
    summary = "Adds one to its attacks."

    def attacker_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        return (Contribution("Keen", 1, self.place),)


@frozen
class ListeningPost(GlobalRule):
    """A house rule with an effect for one side, an action, and a diary of all events."""

    name = "Listening post"
    place = f"{HOUSE_RULE} > {name}"
    summary = "Side 0 aims better, and may listen."
    keen: int = 0

    def effects(self, side: int) -> tuple[Effect, ...]:
        return (Keen(),) if side == self.keen else ()

    def actions(self) -> tuple[Action, ...]:
        return (Listen(),)

    def _write(self, game: Game, *words: str) -> None:
        diary = self.recall(game.state)
        assert isinstance(diary, tuple)
        self.remember(game, (*diary, " ".join(words)))

    def launched(self, game: Game, model: Model, ship: Model) -> None:
        self._write(game, model.id, "launched from", ship.id)

    def landed(self, game: Game, model: Model, ship: Model) -> None:
        self._write(game, model.id, "landed on", ship.id)

    def attacked(self, game: Game, attacker: Model, target: Model, how: str) -> None:
        self._write(game, attacker.id, how, target.id)

    def destroyed(self, game: Game, model: Model) -> None:
        self._write(game, model.id, "destroyed")

    def withdrawn(self, game: Game, model: Model) -> None:
        self._write(game, model.id, "withdrawn")

    def captured(self, game: Game, ship: Model) -> None:
        self._write(game, ship.id, "captured by", str(ship.side))

    def searched(self, game: Game, model: Model, found: str) -> None:
        self._write(game, model.id, "found", found)

    def deployment_ends(self, game: Game) -> Procedure[None]:
        self._write(game, "deployed")
        return
        yield

    def end_phase(self, game: Game) -> None:
        self._write(game, "turn", str(game.state.turn))

    step = "listening post"


HOUSE_RULES: dict[str, type[GlobalRule]] = {"first-blood": FirstBlood, "listening-post": ListeningPost}


def with_house_rules(setup: Setup, *rules: str) -> Setup:
    """Return the setup with these house rules and special rules."""
    known = {**SPECIAL_RULES, **HOUSE_RULES}
    return replace(setup, scenario=replace(setup.scenario, special_rules=tuple(known[name]() for name in rules)))


def diary(state: State) -> Any:
    """Return the diary of the listening post, () if it is empty."""
    return state.notes.get(ListeningPost.name, ())
