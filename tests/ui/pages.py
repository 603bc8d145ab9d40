"""What tests call the pages of the window."""

from __future__ import annotations

from jovian.ui.screens.battle import Battle
from jovian.ui.screens.briefing import BriefingScreen
from jovian.ui.screens.editor_screen import Editor
from jovian.ui.screens.loadgame import LoadGame
from jovian.ui.screens.new_game import Players, SetupScreen
from jovian.ui.screens.position_edit import Changing
from jovian.ui.screens.rehearsal import RehearsalPage
from jovian.ui.screens.replay import Replay
from jovian.ui.screens.result import Result
from jovian.ui.screens.settings_screen import KeysScreen, SettingsScreen
from jovian.ui.screens.title import Title

PAGES: dict[type, str] = {
    Battle: "battle", BriefingScreen: "briefing", Changing: "changing", Editor: "editor", KeysScreen: "keys",
    LoadGame: "load", Players: "players", RehearsalPage: "rehearsal", Replay: "replay", Result: "result",
    SettingsScreen: "settings", SetupScreen: "setup", Title: "title",
}  # fmt: skip
"""What tests call the pages."""
