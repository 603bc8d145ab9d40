"""The actions that are in play, by name, in the order in which they are offered."""

from __future__ import annotations

from jovian.game import Model, Refusal, State
from jovian.rules.actions.action import Action
from jovian.rules.actions.board import Board
from jovian.rules.actions.bombing import Bombing
from jovian.rules.actions.combined_attack import CombinedAttack
from jovian.rules.actions.damage_control import DamageControl
from jovian.rules.actions.deploy_templates import DeployDebrisField, DeployDecoyDrones
from jovian.rules.actions.drone_command import DroneCommand
from jovian.rules.actions.evade import Evade
from jovian.rules.actions.hard_burn import HardBurn
from jovian.rules.actions.interception import Interception
from jovian.rules.actions.long_shot import LongShot
from jovian.rules.actions.overdrive import Overdrive
from jovian.rules.actions.purge_airlocks import PurgeAirlocks
from jovian.rules.actions.ram import Ram
from jovian.rules.actions.reorient import Reorient
from jovian.rules.actions.resupply import Resupply
from jovian.rules.actions.silent_running import SilentRunning
from jovian.rules.actions.station_keep import StationKeep
from jovian.rules.actions.suppressing_fire import SuppressingFire
from jovian.rules.actions.tug import Tug
from jovian.rules.actions.vector_attack import VectorAttack
from jovian.rules.actions.withdraw import Withdraw
from jovian.rules.effects.bearing import bearing

NONE = "none"

ACTIONS: dict[str, Action] = {
    action.name: action
    for action in (
        Bombing(), Interception(), Board(), CombinedAttack(), DamageControl(), DeployDebrisField(), DeployDecoyDrones(),
        DroneCommand(), Evade(), HardBurn(), LongShot(), Overdrive(), PurgeAirlocks(), Ram(), Reorient(), Resupply(),
        SilentRunning(), StationKeep(), SuppressingFire(), Tug(), VectorAttack(), Withdraw(),
    )
}  # fmt: skip


def refuse_action(state: State, model: Model, name: str) -> Refusal | None:
    """Why a model may not declare an action: a state forbids it, or a requirement is not met."""
    action = ACTIONS.get(name)
    if action is None:
        return Refusal(f"There is no action '{name}'.", "v1.2.4 Action")
    for effect in bearing(state, model, "may_declare"):
        refusal = effect.may_declare(state, model, name)
        if refusal is not None:
            return refusal
    return action.refuse(state, model)
