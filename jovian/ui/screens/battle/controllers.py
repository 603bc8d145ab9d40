"""Which controller answers which kind of decision in the window."""

from __future__ import annotations

from jovian.game import Decision
from jovian.ui.answering.activate import ActivateController
from jovian.ui.answering.attach import AttachController
from jovian.ui.answering.controller import Controller
from jovian.ui.answering.declare import DeclareController
from jovian.ui.answering.deploy import DeployController
from jovian.ui.answering.faces import FacesController
from jovian.ui.answering.free import FreeController
from jovian.ui.answering.menu.menu import MenuController
from jovian.ui.answering.plan import PlanController
from jovian.ui.answering.prompts import PromptController
from jovian.ui.answering.setting_up.beacon import BeaconController
from jovian.ui.answering.setting_up.corner import CornerController
from jovian.ui.answering.setting_up.edge import EdgeController
from jovian.ui.answering.setting_up.issue import IssueController
from jovian.ui.answering.setting_up.lay import LayController
from jovian.ui.answering.spot import SpotController
from jovian.ui.answering.unload import UnloadController

CONTROLLERS: dict[str, type[Controller]] = {
    "deploy": DeployController, "activate": ActivateController, "declare": DeclareController, "menu": MenuController,
    "faces": FacesController, "free": FreeController, "attach": AttachController, "plan": PlanController,
    "spot": SpotController, "unload": UnloadController, "lay": LayController,
    "issue": IssueController,
    "beacon": BeaconController, "corner": CornerController, "edge": EdgeController,
}  # fmt: skip


def controller_for(decision: Decision | None) -> type[Controller]:
    """What answers a decision: its own controller, a prompt for every short list."""
    return Controller if decision is None else CONTROLLERS.get(decision.kind, PromptController)
