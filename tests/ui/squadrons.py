"""Shared helpers for tests of squadrons in the window: scenes on the table, and a pilot in an activation."""

from __future__ import annotations

from typing import Any

import pygame

from jovian.cards import unit_cards
from jovian.match import Match, Setup
from jovian.ui.screens.battle import BattleScreen
from tests.rules.stage import Cast, stage
from tests.rules_api import NextOrder
from tests.ui.pilot import Pilot, battle_at

FLEETS = ("cega-squadrons-250", "jovian-squadrons-250")
HULL = ("jovian/thunderbolt", "cega/appalachian")
CARRIER, ARMORS, FIGHTERS = "cega/appalachian", "cega/cerberus", "cega/harpy"


def scene(*cast: Cast, initiative: int = 0, terrain: tuple[dict[str, Any], ...] = ()) -> Match:
    """Return a game in the Activation Phase with these models and the game's own dice."""
    staged = stage(*cast, initiative=initiative, terrain=terrain).match.setup
    return Match(Setup(staged.scenario, (), {**unit_cards(), **staged.cards}, 1, {}, False), keep_all=True)


def looking(match: Match) -> tuple[Pilot, BattleScreen]:
    """Open a battle in which both sides are played here."""
    pilot = Pilot()
    return pilot, battle_at(pilot, match)


def begin(pilot: Pilot, ident: str, action: str = "none") -> NextOrder:
    """Activate a model and declare, in the window if the declaration names no target."""
    battle = pilot.battle
    pilot.uncover()
    if battle.session.match.decision and battle.session.match.decision.kind == "activate":
        pilot.give(["activate", ident])
    while battle.session.match.decision and battle.session.match.decision.kind == "tap":
        pilot.key(pygame.K_RETURN)
    if action == "none":
        pilot.give(["declare", "none", 0])
    else:
        pilot.press(action)
        pilot.press("declare")
    menu = battle.session.decision
    assert isinstance(menu, NextOrder)
    return menu


def fly_on(pilot: Pilot) -> None:
    """Decline all shots at a moving squadron."""
    while (decision := pilot.battle.session.match.decision) is not None and decision.kind == "autofire":
        pilot.uncover()
        pilot.key(pygame.K_ESCAPE)
    pilot.uncover()


def declared(match: Match, ident: str, action: str = "none", *more: object) -> tuple[Pilot, BattleScreen, NextOrder]:
    """Return a battle after the activation and declaration of a model, at its next decision."""
    declare(match, ident, action, *more)
    pilot, battle = looking(match)
    menu = battle.session.decision
    assert isinstance(menu, NextOrder)
    return pilot, battle, menu


def declare(match: Match, ident: str, action: str = "none", *more: object) -> None:
    """Activate and declare without the window. A lone model is activated automatically."""
    if match.decision is not None and match.decision.kind == "activate":
        match.answer(["activate", ident])
    assert match.decision is not None and match.decision.kind == "declare" and match.decision.subject == ident
    match.answer(["declare", action, 0, *more])
