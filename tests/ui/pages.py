"""The names of the window's pages in tests."""

from __future__ import annotations

from jovian.ui.lesson_guide import LessonGuide
from jovian.ui.puzzle_guide import PuzzleGuide
from jovian.ui.screens.battle import BattleScreen
from jovian.ui.screens.briefing import BriefingScreen
from jovian.ui.screens.colors_screen import ColorsScreen
from jovian.ui.screens.copy_screen import CopyScreen
from jovian.ui.screens.editor_screen import EditorScreen
from jovian.ui.screens.fleet_builder import FleetScreen
from jovian.ui.screens.lessons_screen import LessonsScreen
from jovian.ui.screens.load_screen import LoadScreen
from jovian.ui.screens.lobby import FriendScreen, HostAgainScreen, InviteScreen, JoinScreen
from jovian.ui.screens.new_game import NewGameScreen, PlayersScreen
from jovian.ui.screens.position_edit import PositionEditScreen
from jovian.ui.screens.rehearsal import RehearsalScreen
from jovian.ui.screens.replay import ReplayScreen
from jovian.ui.screens.result import ResultScreen
from jovian.ui.screens.rules_screen import RulesScreen
from jovian.ui.screens.settings_screen import KeysScreen, SettingsScreen
from jovian.ui.screens.title import TitleScreen
from jovian.ui.screens.unit_editor import UnitScreen

PAGES: dict[type, str] = {
    BattleScreen: "battle", BriefingScreen: "briefing", ColorsScreen: "colors", CopyScreen: "copy",
    PositionEditScreen: "changing", EditorScreen: "editor", FleetScreen: "fleets",
    FriendScreen: "friend", HostAgainScreen: "host again", InviteScreen: "invite", JoinScreen: "join",
    KeysScreen: "keys", LessonGuide: "lesson", LessonsScreen: "lessons", LoadScreen: "load",
    PlayersScreen: "players", PuzzleGuide: "puzzle", RehearsalScreen: "rehearsal", RulesScreen: "rules",
    ReplayScreen: "replay", ResultScreen: "result", SettingsScreen: "settings", NewGameScreen: "setup",
    TitleScreen: "title", UnitScreen: "unit",
}  # fmt: skip
"""Page names by class of screen, or of the guide of a battle that isn't a game."""
