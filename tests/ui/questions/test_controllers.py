"""Tests that the controller of each kind of decision is found by its name."""

from __future__ import annotations

from jovian.game import ListDecision, Option
from jovian.game.answers import Decline, Enter
from jovian.ui.questions.controller import Controller
from jovian.ui.questions.prompts import PromptController
from jovian.ui.screens.battle_flow import CONTROLLERS, controller_for


def test_whatever_has_no_controller_of_its_own_is_a_prompt() -> None:
    options = [Option(Enter(), "Yes"), Option(Decline(), "No")]
    assert controller_for(ListDecision("something new", 0, "Shall it?", "v1.2.4", options)) is PromptController
    assert controller_for(ListDecision("spot", 0, "Where?", "v1.2.4", options)) is CONTROLLERS["spot"]
    assert controller_for(None) is Controller
