"""The actions that are in play, by name, in the order in which they are offered."""

from __future__ import annotations

from jovian.rules.actions.capital_ship.damage_control import DamageControl
from jovian.rules.actions.capital_ship.deploy_templates import DeployDebrisField, DeployDecoyDrones
from jovian.rules.actions.capital_ship.hard_burn import HardBurn
from jovian.rules.actions.capital_ship.long_shot import LongShot
from jovian.rules.actions.capital_ship.overdrive import Overdrive
from jovian.rules.actions.capital_ship.purge_airlocks import PurgeAirlocks
from jovian.rules.actions.capital_ship.reorient import Reorient
from jovian.rules.actions.capital_ship.station_keep import StationKeep
from jovian.rules.actions.capital_ship.suppressing_fire import SuppressingFire
from jovian.rules.actions.capital_ship.tug import Tug
from jovian.rules.actions.generic.board import Board
from jovian.rules.actions.generic.combined_attack import CombinedAttack
from jovian.rules.actions.generic.drone_command import DroneCommand
from jovian.rules.actions.generic.evade import Evade
from jovian.rules.actions.generic.ram import Ram
from jovian.rules.actions.generic.resupply import Resupply
from jovian.rules.actions.generic.silent_running import SilentRunning
from jovian.rules.actions.generic.vector_attack import VectorAttack
from jovian.rules.actions.generic.withdraw import Withdraw
from jovian.rules.actions.squadron.bombing import Bombing
from jovian.rules.actions.squadron.interception import Interception
from jovian.rules.rulebook.action import Action

ACTIONS: dict[str, Action] = {
    action.name: action
    for action in (
        Bombing(), Interception(), Board(), CombinedAttack(), DamageControl(), DeployDebrisField(), DeployDecoyDrones(),
        DroneCommand(), Evade(), HardBurn(), LongShot(), Overdrive(), PurgeAirlocks(), Ram(), Reorient(), Resupply(),
        SilentRunning(), StationKeep(), SuppressingFire(), Tug(), VectorAttack(), Withdraw(),
    )
}  # fmt: skip
