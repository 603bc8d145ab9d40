"""All orders of an activation, by the verbs of their answers, in the order in which their options are listed."""

from __future__ import annotations

from typing import Any

from jovian.rules.menu.orders.attacking import AttackOrder
from jovian.rules.menu.orders.beside_ships import EscortOrder, LandOrder
from jovian.rules.menu.orders.defending import DefendOrder
from jovian.rules.menu.orders.drones import DroneOrder
from jovian.rules.menu.orders.ending import EndOrder
from jovian.rules.menu.orders.flying import FlyOrder
from jovian.rules.menu.orders.launching import LaunchOrder
from jovian.rules.menu.orders.moving import MoveOrder
from jovian.rules.menu.orders.nukes import NukeOrder
from jovian.rules.menu.orders.resolving import ResolveOrder
from jovian.rules.menu.orders.turning import PivotOrder, TurnOrder
from jovian.rules.rulebook.order import Order

_LISTED: tuple[Order[Any], ...] = (
    MoveOrder(), TurnOrder(), PivotOrder(), FlyOrder(), AttackOrder(),
    LaunchOrder(), LandOrder(), EscortOrder(), DroneOrder(), NukeOrder(),
    DefendOrder(), ResolveOrder(), EndOrder(),
)  # fmt: skip

ORDERS: dict[str, Order[Any]] = {order.verb: order for order in _LISTED}
