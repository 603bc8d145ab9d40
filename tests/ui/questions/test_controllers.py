"""Tests that the controller of each kind of decision is found by its name."""

from __future__ import annotations

from jovian.game import ListDecision, Option
from jovian.game.answers import Decline, Enter
from jovian.ui.questions.controller import Controller
from jovian.ui.questions.prompts import PromptController
from jovian.ui.screens.battle_flow import CONTROLLERS, controller_for
from tests.rules.fights import GUN, duel
from tests.rules_api import PlanFight
from tests.ui.pilot import last, open_game


def test_whatever_has_no_controller_of_its_own_is_a_prompt() -> None:
    options = [Option(Enter(), "Yes"), Option(Decline(), "No")]
    assert controller_for(ListDecision("something new", 0, "Shall it?", "v1.2.4", options)) is PromptController
    assert controller_for(ListDecision("spot", 0, "Where?", "v1.2.4", options)) is CONTROLLERS["spot"]
    assert controller_for(None) is Controller


def test_a_question_without_a_list_does_not_crash_the_prompt() -> None:
    pilot, battle = open_game(duel({"weapons": []}, {"weapons": [GUN]}))
    asked = battle.session.decision
    assert isinstance(asked, PlanFight)
    prompt = PromptController(battle.selection, asked)
    assert prompt.sheet().answers and prompt.listed[0].choice == asked.default().to_json()
    prompt.overlays()
    prompt.sheet().answers[0].carry_out(battle.selection)
    pilot.wait()
    assert last(battle) == asked.default().to_json()
