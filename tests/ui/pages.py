"""What tests call the pages of the window."""

from __future__ import annotations

from jovian.ui.screens.account.briefing import BriefingScreen
from jovian.ui.screens.account.players import Players
from jovian.ui.screens.account.result import Result
from jovian.ui.screens.battle.battle import Battle
from jovian.ui.screens.editor.editor import Editor
from jovian.ui.screens.keys import KeysScreen
from jovian.ui.screens.loadgame import LoadGame
from jovian.ui.screens.rehearsing.page import RehearsalPage
from jovian.ui.screens.settings import SettingsScreen
from jovian.ui.screens.setup import SetupScreen
from jovian.ui.screens.table.changing import Changing
from jovian.ui.screens.table.replay import Replay
from jovian.ui.screens.title import Title

PAGES: dict[type, str] = {
    Battle: "battle", BriefingScreen: "briefing", Changing: "changing", Editor: "editor", KeysScreen: "keys",
    LoadGame: "load", Players: "players", RehearsalPage: "rehearsal", Replay: "replay", Result: "result",
    SettingsScreen: "settings", SetupScreen: "setup", Title: "title",
}  # fmt: skip
"""What tests call the pages."""
