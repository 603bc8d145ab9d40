"""The actions that are in play, by name, in the order in which they are offered."""

from __future__ import annotations

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
from jovian.rules.rulebook.action import Action

ACTIONS: dict[str, Action] = {
    action.name: action
    for action in (
        Bombing(), Interception(), Board(), CombinedAttack(), DamageControl(), DeployDebrisField(), DeployDecoyDrones(),
        DroneCommand(), Evade(), HardBurn(), LongShot(), Overdrive(), PurgeAirlocks(), Ram(), Reorient(), Resupply(),
        SilentRunning(), StationKeep(), SuppressingFire(), Tug(), VectorAttack(), Withdraw(),
    )
}  # fmt: skip
