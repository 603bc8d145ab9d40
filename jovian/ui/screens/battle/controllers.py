"""Which controller answers which kind of decision in the window."""

from __future__ import annotations

from jovian.game import Decision
from jovian.ui.screens.battle.attach import AttachController
from jovian.ui.screens.battle.choose import ChooseController
from jovian.ui.screens.battle.controller import Controller
from jovian.ui.screens.battle.declare import DeclareController
from jovian.ui.screens.battle.deploy import DeployController
from jovian.ui.screens.battle.faces import FacesController
from jovian.ui.screens.battle.free import FreeController
from jovian.ui.screens.battle.menu import MenuController
from jovian.ui.screens.battle.plan import PlanController
from jovian.ui.screens.battle.prompts import PromptController
from jovian.ui.screens.battle.spot import SpotController

_CONTROLLERS: dict[str, type[Controller]] = {
    "deploy": DeployController, "activate": ChooseController, "declare": DeclareController, "menu": MenuController,
    "faces": FacesController, "free": FreeController, "attach": AttachController, "plan": PlanController,
    "spot": SpotController,
}  # fmt: skip


def controller_for(decision: Decision | None) -> type[Controller]:
    """What answers a decision: its own controller, a prompt for every short list."""
    return Controller if decision is None else _CONTROLLERS.get(decision.kind, PromptController)
