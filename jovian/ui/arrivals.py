"""The app's table of screens: which one is made of which destination."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jovian.ui.screens.account.briefing import BriefingScreen
from jovian.ui.screens.account.players import Players
from jovian.ui.screens.account.result import Result
from jovian.ui.screens.battle.battle import Battle
from jovian.ui.screens.destinations import (
    ToBattle,
    ToBriefing,
    ToChanging,
    ToEditor,
    ToKeys,
    ToOptions,
    ToPlayers,
    ToRehearsal,
    ToReplay,
    ToResult,
    ToSaves,
    ToSettings,
    ToSetup,
    ToTitle,
)
from jovian.ui.screens.editor.editor import Editor
from jovian.ui.screens.editor.shelving import fresh_bench
from jovian.ui.screens.keys import KeysScreen
from jovian.ui.screens.loadgame import LoadGame
from jovian.ui.screens.options import OptionsScreen
from jovian.ui.screens.rehearsing.page import RehearsalPage
from jovian.ui.screens.screen import Destination, Host, Screen
from jovian.ui.screens.settings import SettingsScreen
from jovian.ui.screens.setup import SetupScreen
from jovian.ui.screens.table.changing import Changing
from jovian.ui.screens.table.replay import Replay
from jovian.ui.screens.title import Title


def _battle(app: Host, to: ToBattle) -> Screen:
    battle = Battle(app, to.session)
    if to.taken_up:
        battle.course.cover(first=True)
    else:
        battle.course.begin()
    return battle


ARRIVALS: dict[type[Destination], Callable[[Host, Any], Screen]] = {
    ToTitle: lambda app, to: Title(app),
    ToSetup: lambda app, to: SetupScreen(app, to.file),
    ToOptions: lambda app, to: OptionsScreen(app, to.chosen, to.back),
    ToSaves: lambda app, to: LoadGame(app, replay=to.watch),
    ToBriefing: lambda app, to: BriefingScreen(app, to.session, to.back),
    ToBattle: _battle,
    ToEditor: lambda app, to: Editor(app, to.bench or app.bench or fresh_bench(), to.back),
    ToChanging: lambda app, to: Changing(app, to.session, to.back, to.done),
    ToPlayers: lambda app, to: Players(app, to.session, to.back, to.taken),
    ToReplay: lambda app, to: Replay(app, to.session, to.back, to.at),
    ToRehearsal: lambda app, to: RehearsalPage(app, to.of, to.back),
    ToResult: lambda app, to: Result(app, to.session, to.names, to.table),
    ToSettings: lambda app, to: SettingsScreen(app, to.back),
    ToKeys: lambda app, to: KeysScreen(app, to.back),
}


def screen_at(app: Host, destination: Destination) -> Screen:
    """The screen that a destination leads to."""
    return ARRIVALS[type(destination)](app, destination)
