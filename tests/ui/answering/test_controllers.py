"""Who answers a kind of decision is found by its name."""

from __future__ import annotations

from jovian.game import Option, Pick
from jovian.game.answers import Decline, Enter
from jovian.ui.questions.controller import Controller
from jovian.ui.questions.prompts import PromptController
from jovian.ui.screens.battle_flow import CONTROLLERS, controller_for


def test_each_controller_stands_in_the_file_of_its_kind() -> None:
    assert {kind: controller.__module__.rsplit(".", 1)[1] for kind, controller in CONTROLLERS.items()} == {
        kind: kind for kind in CONTROLLERS
    }


def test_whatever_has_no_controller_of_its_own_is_a_prompt() -> None:
    options = [Option(Enter(), "Yes"), Option(Decline(), "No")]
    assert controller_for(Pick("something new", 0, "Shall it?", "v1.2.4", options)) is PromptController
    assert controller_for(Pick("spot", 0, "Where?", "v1.2.4", options)) is CONTROLLERS["spot"]
    assert controller_for(None) is Controller
