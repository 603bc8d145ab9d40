"""How many clicks an activation takes, counted in a game that a script plays with the pointer alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

import pytest

from jovian.game import Model
from jovian.game.answers import Activate, Attack, End, Fly, Move
from jovian.match import Match
from jovian.match.entries import Answered
from jovian.ui.settings import Settings
from tests.games import ARMED, setup
from tests.rules_api import NextOrder
from tests.ui.pilot import Pilot, battle_at

MOST_ANSWERS = 900


class Clicker(Pilot):
    """A player with a pointer and no keys, who moves each model, fires at what comes into range, and ends."""

    def __init__(self) -> None:
        super().__init__((1280, 720), Settings(speed=0.0, scale=1.0))
        self.clicks = Counter[tuple[int, str]]()
        """The clicks for the activation of each model in each turn, without answers to questions, and without End."""

        self.tried = set[tuple[int, str]]()
        """The turns and models that were told to move ahead. Where that is refused, they stay."""

    def act(self, pos: Sequence[float], who: str) -> None:
        """Click for the activation of a model."""
        self.clicks[self.match.state.turn, who] += 1
        self.click(pos)

    def answer(self) -> None:
        """Answer the pending question."""
        if self.covered is not None:
            self.click_table()
        elif self.asked is None or self.battle.animation.running:
            self.wait()
        elif self.kind == "deploy":
            self.press("all")
        elif self.orders is not None:
            self._order(self.orders)
        elif self.kind == "activate" and (able := [each for each in self.able if each.is_on_table]):
            self._show(able[0])
            self.act(self.on(able[0].pose), able[0].id)
        else:
            presses = [*self.offers().values(), *(self.sheet.presses if self.sheet is not None else ())]
            self.press(next((press.name for press in presses if press.command == "confirm"), presses[0].name))

    def _show(self, model: Model) -> None:
        self.camera = self.camera.focused(model.pose[:2])

    def _order(self, menu: NextOrder) -> None:
        """Move ahead once, fire while something is in range, and end."""
        model, given, shots = menu.model, len(self.journal), self.offers()
        aim = shots.get("aim")
        enemy = next(
            (each for each in self.view.on_table() if aim is not None and aim.label == f"Aim: {each.name}"), None
        )
        turn = self.match.state.turn
        if model.is_on_table and not menu.act.moved and (turn, model.id) not in self.tried:
            self.tried.add((turn, model.id))
            ahead = menu.envelope()
            goal = model.pose.advanced(max(ahead.min_move, ahead.forward * 0.6))
            self._show(model)
            self.act(self.on(goal), model.id)
            if self.pinned:
                self.act(self.on(goal), model.id)
        elif enemy is not None:
            self._show(enemy)
            for _ in range(2):
                self.act(self.on(enemy.pose), model.id)
        elif menu.check(End()) is None:
            self.press("end")
        if len(self.journal) == given and self.orders is not None:
            lit = next(press.name for press in self.offers().values() if press.command in ("confirm", "end"))
            self.act(self.widget(lit).rect.center, model.id)


def deeds_of(match: Match) -> dict[tuple[int, str], set[str]]:
    """Return the kinds of orders of each activation, by turn and model."""
    found: dict[tuple[int, str], set[str]] = {}
    turn, acting = 1, ""
    for entry in match.journal:
        if isinstance(entry, Answered) and entry.kind == Activate.verb and entry.choice[0] == Activate.verb:
            acting = entry.choice[1]
            turn += (turn, acting) in found
            found[turn, acting] = set()
        elif acting and isinstance(entry, Answered):
            found[turn, acting].add(entry.choice[0])
    return found


@pytest.mark.parametrize("turns", [1, pytest.param(3, marks=pytest.mark.long)])
def test_a_move_and_the_shots_of_a_model_take_four_clicks(turns: int) -> None:
    pilot = Clicker()
    match = Match(setup(5, ARMED))
    battle_at(pilot, match)
    for _ in range(MOST_ANSWERS):
        if match.over or match.state.turn > turns:
            break
        pilot.answer()
    deeds = deeds_of(match)
    assert max(pilot.clicks.values()) < 9, "nothing goes wrong"
    both = [key for key, verbs in deeds.items() if Attack.verb in verbs and verbs & {Move.verb, Fly.verb}]
    assert len(both) > 5 and median(pilot.clicks[key] for key in both) <= 4
