"""The battle screen.

Input goes to the controller of the current question. The panels show what the controller offers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import pygame

from jovian.descriptions.odds import Aim
from jovian.descriptions.threats import ModelThreats
from jovian.game import Model, Refusal
from jovian.rehearsal.luck import throws_of
from jovian.rules.basics.rolls import pluralize
from jovian.rules.pages import RulePage, rule_pages
from jovian.rules.sequence.activation import ChooseModel
from jovian.session.remote import RemoteSession
from jovian.session.session import Session, Thinking
from jovian.session.views import player_name
from jovian.table import length, nearest_segment
from jovian.ui.board import BoardLine, BoardPath, Brackets, Camera, Overlay, PointLabel, Region, Ring, Scene
from jovian.ui.board.board_help import Shots, disks_of, draw_token_tooltip, ghost_of, plan_ghosts
from jovian.ui.board.effects import between
from jovian.ui.board.framing import MOVE_SECONDS, Frame, frame_of
from jovian.ui.kit.boxes import Box
from jovian.ui.kit.fonts import cites_rule
from jovian.ui.kit.sound import PRESS
from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets import Button, Group
from jovian.ui.panels.action_icons import IconRow
from jovian.ui.panels.column import Need
from jovian.ui.panels.context_panel import Content, ContextPanel, context_need, recap_content
from jovian.ui.panels.lesson_strip import LessonStrip
from jovian.ui.panels.log_panel import LogPanel
from jovian.ui.panels.main_buttons import HEIGHT as MAIN_HEIGHT
from jovian.ui.panels.main_buttons import MainButtons
from jovian.ui.panels.odds_panel import Burst, aim_content, aim_lines, draw_blast
from jovian.ui.panels.panel import ButtonPlace, CanvasPanel, Press, find_press, place_presses
from jovian.ui.panels.sheet import Sheet
from jovian.ui.panels.signs import (
    HURRY,
    OPEN_SECONDS,
    ModelFan,
    SideSign,
    ThinkingSign,
    draw_curtain,
    draw_end_ring,
    recap,
)
from jovian.ui.panels.talk_bar import TALK_HEIGHT, TalkBar
from jovian.ui.panels.threats_panel import AimRow, BestShotList, ThreatList, ThreatView
from jovian.ui.panels.unit_card import BEST
from jovian.ui.presentation.hints import hint_about
from jovian.ui.presentation.log import PastActivation
from jovian.ui.presentation.odds_tables import percent
from jovian.ui.presentation.sounds import DecisionSounds
from jovian.ui.questions.activate import ActivateController
from jovian.ui.questions.coach import COACH, COACH_COMMAND, COACH_HINT, Coach
from jovian.ui.questions.controller import Controller, refusal_overlays
from jovian.ui.questions.declare import MORE
from jovian.ui.questions.menu import MenuController
from jovian.ui.questions.shot_finder import ShotFinder
from jovian.ui.questions.surfaces import DiceController
from jovian.ui.screens.battle_flow import PASS, BattleFlow
from jovian.ui.screens.guide import GAME_COMMANDS, Guide
from jovian.ui.screens.screen import Host, save
from jovian.ui.screens.table import POINTER_EVENTS, TableScreen, nearest_enemy
from jovian.ui.session.keymap import PICKS
from jovian.ui.session.table_selection import Point
from jovian.ui.settings import FIRST_GAMES, STILL
from jovian.user_files.saves import HUMANS

MODIFIERS = "v1.2.4 Attack > Attack Modifier"
NO_THREATS = Refusal("Point at a model on the table to see its threats.")
NO_PIN = Refusal("Show the threats to a place first, then pin it.")
HURRY_FACTOR = 4.0
"""How much faster the animation runs while Enter is held."""
TALK_HINT = "Show what was said, and say something to the other player"
ALWAYS = ("fit", "focus", "zoom in", "zoom out", "pan left", "pan right", "pan up", "pan down", "menu", "help",
          "talk", HURRY)  # fmt: skip
"""Commands that don't end what is shown."""
FRESH_SECONDS = 0.25
"""Seconds for which a target is shown before a second click on it counts, so that a double click only aims."""
MAX_CHANCES = 8
"""The most chances on the table at once."""
EVENTS_PER_FRAME = 3
"""The number of events whose odds are computed in a frame in which no panel changes, or during an animation."""
EVENTS_OF_ATTACK = 10
"""The number of events in which an attack has all its rolls."""
CROWD_PIXELS = 8
"""Pixels between the centers of two models within which a click first shows their names."""
ICONS_HEIGHT = 40
"""The height of the row of icons."""


class BattleScreen(TableScreen):
    """The screen on which a game, a lesson, or a puzzle is played to its end, as its `BattleFlow` and guide lead."""

    strip: LessonStrip
    has_steps = True
    talk_bar: TalkBar | None = None
    """The bar of a game with a player elsewhere, None otherwise."""

    def __init__(
        self, app: Host, session: Session, make_guide: Callable[[BattleScreen], Guide] = lambda table: Guide()
    ) -> None:
        self.guide = make_guide(self)
        self.bar, self.context = MainButtons(app.keymap), ContextPanel(app.keymap.key_label("help"))
        self.icons, self.strip = IconRow(), LessonStrip()
        self.asked_side: int | None = None
        """The side that the top bar marks as the one to decide."""
        self._hurries = False
        """Whether Enter is held since it ended an animation."""
        self._opening, self._opened = 0.0, ""
        """Seconds until the area in which the chosen model can move is open, and the id of that model."""
        if isinstance(session, RemoteSession):
            talk = Press("talk", "Talk", partial(self.command, "talk"), command="talk", hint=TALK_HINT)
            self.foot = self.talk_bar = TalkBar(session, talk, app.keymap.key_label("talk"))
            self.foot_height = TALK_HEIGHT
        super().__init__(app, session)
        self.sheet: Sheet | None = None
        """The sheet of the current question."""
        self.threats = ThreatList(self.select, self._aim_at)
        self.best_shots = BestShotList(self._choose_model)
        self.areas = ThreatView()
        self._recapped: tuple[object, Content] = ((), Content())
        """The shown activation of the enemy, and its content."""
        self._shown_for: Controller | None = None
        """The question that the context panel shows."""
        self._seen_question: Controller | None = None
        """The question whose models were made visible on the board."""
        self._seen_choice: Controller | None = None
        """The last choice of who acts whose models were looked for on the board."""
        self._seen_target = ""
        """The target at which the player aimed when the panels were updated."""
        self._fresh_target, self._fresh_seconds = "", 0.0
        """The model on which a second click does something, and the seconds until it counts."""
        self._clicked, self._clicked_seconds = ("", 0), 0.0
        """The model that was clicked last, with the number of answers then, and the seconds left for a double click."""
        self._is_double = False
        """Whether a button is held at the end of a double click."""
        self.course = BattleFlow(self)
        self.watching = self.course.watching
        self.passing = Group()
        """The button on the curtain that passes the game to a friend instead of to a player at this screen."""
        self.sign, self.side_sign, self.fan = ThinkingSign(), SideSign(), ModelFan()
        self._fan_for: tuple[Camera, Controller] | None = None
        """The view and the question for which the fan of models was opened."""
        self.coach = Coach(session, self.course.give, lambda: self.bar.presses)
        self._aim: Aim | None = None
        self._shot_finder = ShotFinder(self.selection)
        self._log_side: int | None = None
        """The side whose log is shown."""
        self._logs: dict[int | None, LogPanel] = {}
        """The logs of other sides."""
        self._decision_sounds = DecisionSounds()
        self._luck_known = 0
        """The number of events whose odds are computed."""
        session.use_worker(app.decision_worker)
        app.game = session if self.guide.is_game else None
        if self.guide.is_game:
            session.autosaves = lambda: app.settings.autosave
        else:
            self.course.has_shown_result = True  # The strip ends it, not the result page.
        session.settle()
        self.course.ask()

    def column(self) -> Sequence[tuple[CanvasPanel, Need]]:
        is_deploying = self.is_deploying
        return (
            (self.card, self.card_need(1 if is_deploying else 3, is_whole=is_deploying)),
            (self.second_card, Need(0, (px(BEST),), 4)),
            (self.context, context_need()),
            (self.icons, Need(0, () if is_deploying else (px(ICONS_HEIGHT),), 2)),
            (self.bar, Need(px(MAIN_HEIGHT), (), 0)),
        )

    def layout(self, size: tuple[int, int]) -> None:
        self.strip.pages = self.guide.pages
        super().layout(size)

    @property
    def corner(self) -> tuple[int, int] | None:
        return super().corner if self.course.covered is None else None

    @property
    def _computed(self) -> Sequence[Controller | ThreatList | BestShotList | ThreatView]:
        """What computes something over some frames."""
        return self.controller, self.threats, self.best_shots, self.areas

    @property
    def controller(self) -> Controller:
        """The controller of the current question, or the one with which the guide replaces it."""
        return self.guide.idle or self.course.controller

    @property
    def question(self) -> tuple[object, ...]:
        """The prompt, which has no decision until the animation shows it.

        The advice of the coach and the strip of the last activation count too, because a click can hit them.
        """
        decision = None if self.animation.running else self.controller.decision
        sheet = type(self.sheet) if decision is not None else None
        return (self.prompt, sheet, self.coach.advice, bool(self.watching.past.last))

    @property
    def prompt(self) -> tuple[int, object]:
        covered, decision = self.course.covered, None if self.animation.running else self.controller.decision
        if covered is not None:
            return covered, "curtain"
        return self.guide.prompt((decision.side, decision) if decision is not None else (-1, None))

    def is_same_answer(self, command: str) -> bool:
        """Return whether the command ends a continuing activation: nothing new must be read for that."""
        return command == "end" and self.course.is_next_step

    @property
    def guards_clicks(self) -> bool:
        """Whether the question is another one than the next order of the side that answered last."""
        return not self.course.continues

    # --- Input ---
    def drag_button(self, pos: tuple[int, int]) -> int:
        """As for all tables. The left button turns what is placed, or the bow of a ship where it will stop."""
        button = super().drag_button(pos)
        is_off = self.ruler.on or self.animation.running or self.coach.advice is not None or button == 0
        return button if is_off or not self.controller.is_draggable else pygame.BUTTON_LEFT

    def let_go(self) -> None:
        super().let_go()
        self._hurries = False
        self.coach.let_go()

    def drop_held(self) -> None:
        """Forget where a button is held on the board."""
        self.controller.let_go()
        self.selection.pressed = None

    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event as every table does. A moved pointer shows again what a click would do.

        A press while something moves ends that. If the same side continues, what it asked for is then done. Enter only
        ends motion, and held it makes the next things faster.
        """
        if self.guide.ignores(event):
            return
        if event.type == pygame.MOUSEMOTION:
            self.course.shows_nothing = False
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP) and self.app.keymap.command(event) == "confirm":
            self._hurries = event.type == pygame.KEYDOWN and self.animation.running
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.course.stop_ending()
            self.side_sign.seconds = 0.0
        if event.type == pygame.KEYDOWN and self._press_letter(event):
            return
        if self.course.covered is not None:
            self._lift_curtain(event)
        else:
            super().handle(event)
            if event.type == pygame.MOUSEMOTION:
                self.controller.drag()

    def _press_letter(self, event: pygame.event.Event) -> bool:
        """Press the icon whose letter is on a key, while the controller takes letters. Return whether there is one."""
        if event.mod & pygame.KMOD_CTRL or self.course.covered is not None or self.animation.running:
            return False
        sheet = self.controller.sheet()  # Not the last one: the key before may have opened the list.
        press = sheet.letters.get(pygame.key.name(event.key).upper()) if sheet is not None else None
        if press is None or (self.focus is not None and self.focus.owns(event)):
            return False
        self.selection.refuse(None)
        self.carry_out(press)
        self.dirty = True
        return True

    def _handle_floating(self, event: pygame.event.Event) -> bool:
        if self.sign.shown and self.sign.pressed(event):
            self._thinking.hurry()
        if self.coach.advice is not None and self.coach.pressed(event):
            return True
        if self.fan.ids and self._handle_fan(event):
            return True
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if pressed and (die := self._die_at(event.pos)) is not None:
            if not (self.is_fresh and self.controller.marked):
                self.carry_out(die)
            return True
        if pressed and self.sign.shown and self.sign.holds(event.pos):
            return True
        is_on_buttons = pressed and (self.bar.rect.collidepoint(event.pos) or self.context.rect.collidepoint(event.pos))
        if pressed and self.animation.running and not (is_on_buttons and self.watching.is_watching):
            is_on_log = self.is_log_open and self.log.rect.collidepoint(event.pos)
            return not (self._end_motion() or is_on_log) or is_on_buttons
        return False

    def _end_motion(self) -> bool:
        """End the motion. Return whether a press counts after it, because the side that moved continues."""
        is_kept = self.course.end_motion()
        self.refresh()
        return is_kept

    @property
    def groups(self) -> list[Group]:
        """What the question needs comes first."""
        first = [self.context.group, self.coach.group, self.icons.group, self.bar.group]
        return [*first, *(group for group in super().groups if group not in first)]

    def _choose_threats(self) -> None:
        """Show the threats to the model under the pointer, else to the moving or the selected one.

        The next time, show the threats by it, then both in short again.
        """
        threats, moving = self.threats, next(iter(self.controller.moved_models()), None)
        chosen = self.selection.under or (self.selection.chosen if moving is None else None)
        is_other = chosen is not None and chosen.is_on_table and (moving is None or chosen.id != moving.id)
        if chosen is not None and is_other and threats.subject != chosen.id:
            threats.subject, threats.is_to = chosen.id, True
        elif (threats.subject or threats.is_detailed) and threats.is_to:
            threats.is_to = False
        elif threats.subject or threats.is_detailed:
            threats.subject, threats.is_detailed, threats.is_to = "", False, True
        elif moving is not None:
            threats.is_detailed, threats.is_to = True, True
        else:
            self.selection.refuse(NO_THREATS)

    def _choose_areas(self) -> None:
        """Show where the model under the pointer could hit after its move, or all enemies. The next time, hide that."""
        under = self.selection.under
        self.areas.toggle(under.id if under is not None and under.is_on_table else "")

    def _find_areas(self) -> None:
        """Find where models could hit: an own one the nearest enemy, others the chosen or moving model.

        While nothing is chosen, pointing at an enemy shows its area.
        """
        view, decision, controller = self.selection.view, self.controller.decision, self.controller
        under = self.selection.model(controller.rested_on if isinstance(controller, ActivateController) else "")
        is_enemy = under is not None and decision is not None and under.is_on_table and under.side == 1 - decision.side
        self.areas.peek(under.id if under is not None and is_enemy else "")
        if not self.areas.is_visible or self.animation.running:
            return
        side = decision.side if decision is not None else view.viewer or 0
        subject = self.selection.model(self.areas.shown_subject)
        moved = next(iter(self.controller.moved_models()), None)
        if subject is not None and subject.side == side:
            target, attackers, style = nearest_enemy(view, subject), [subject], "attack"
        else:
            enemies = [model for model in view.on_table() if model.side == 1 - side]
            attackers, style = [subject] if subject is not None else enemies, "threat"
            chosen = moved or self.selection.chosen
            is_own = chosen is not None and chosen.is_on_table and chosen.side == side
            target = chosen if is_own else nearest_enemy(view, attackers[0]) if attackers else None
        self.areas.show(view, self.selection.model(target.id) if target is not None else None, attackers, style)

    def _lift_curtain(self, event: pygame.event.Event) -> None:
        if event.type in POINTER_EVENTS:
            self.pointer = event.pos
        click = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if self.passing.handle(event) is not None:
            self.course.menu.pass_game()
        elif (click and self.passing.at(event.pos) is None) or (
            event.type == pygame.KEYDOWN and self.app.keymap.command(event) == "confirm"
        ):
            self.side_sign.meet(self.course.covered)
            self.course.covered = None
            self.course.ask()
        self.dirty = self.dirty or self.passing.dirty

    def clicked(self) -> bool:
        """Handle a click on the board, which the guide judges. In a game, a double click frames the model."""
        selected, clicked = self.selection.selected, (self.selection.hovered, len(self.session.match.journal))
        was_used = self._click_board()
        if not self.fan.ids:
            self.guide.judge(looks=self.selection.selected != selected)
        is_again = clicked == self._clicked and self._clicked_seconds > 0 and self.guide.is_game
        self._is_double = is_again and clicked[0] == selected and self.sheet is None
        self._clicked, self._clicked_seconds = clicked, FRESH_SECONDS
        return was_used

    def _click_board(self) -> bool:
        """Handle a click on the board: first the ruler, then the decision, then the selection."""
        selection = self.selection
        selection.refuse(None)
        if self.coach.advice is not None:  # The advice is drawn instead of what a click would do.
            self.coach.leave()
            return True
        if self.mover.is_moving:  # The click was meant for what was there.
            self.mover.advance(MOVE_SECONDS)
            return True
        if self.course.shows_nothing and not self.ruler.on:  # The first click only shows what the next one does.
            self.course.shows_nothing = False
            return True
        self.course.clicked()
        if self.ruler.on:
            return super().clicked()
        if self._open_fan() or (self.is_fresh and selection.hovered == self._fresh_target):
            return True
        if selection.point is None or self._click_ship_name():
            return True
        return self._click_model(selection.point, selection.hovered)

    def _click_model(self, point: Point, model_id: str) -> bool:
        """Do what a click on a model or a place means, else show the card of the model. Return whether it was used."""
        if self.controller.click(point, model_id):
            return True
        if model_id:
            self.select(model_id)
        return bool(model_id)

    # --- Models close together ---
    def _open_fan(self) -> bool:
        """Show the names of models close together instead of a click on one of them. Return whether that was done.

        The click means the one that is aimed at, or was chosen before.
        """
        selection, camera, pointed = self.selection, self.board.camera, self.selection.under
        if pointed is None or not pointed.is_on_table:
            return False
        x, y = camera.to_screen(pointed.pose[:2])
        crowd = []
        for model in self.shown.on_table():
            at = camera.to_screen(model.pose[:2])
            if length(at[0] - x, at[1] - y) <= CROWD_PIXELS and self.controller.means_model(model.id):
                crowd.append(model)
        ids = [model.id for model in crowd]
        if len(ids) < 2 or pointed.id not in ids:
            return False
        kept = next((model_id for model_id in (selection.target, selection.selected) if model_id in ids), "")
        if kept and (kept == selection.target or self.sheet is not None):
            selection.hovered = kept
            return False
        self.fan.open(crowd, (x, y), self.view_rect)
        self._fan_for = (camera, self.controller)
        return True

    def _handle_fan(self, event: pygame.event.Event) -> bool:
        """Handle an event of the pointer on the names of models close together. A click elsewhere removes them."""
        if event.type not in POINTER_EVENTS or not self.fan.holds(event.pos):
            if event.type == pygame.MOUSEBUTTONDOWN:
                self.fan.close()
            return False
        if chosen := self.fan.handle(event):
            self._take_of_fan(chosen)
        else:
            self._point_at_lit()
        return True

    def _command_fan(self, name: str) -> bool:
        """Handle a key while names are shown. Return whether it was used."""
        number = PICKS.get(name, 0)
        if name in ("step", "next"):
            self.fan.step(1)
            self._point_at_lit()
        elif name == "confirm" or 0 < number <= len(self.fan.ids):
            self._take_of_fan(self.fan.ids[number - 1] if number else self.fan.lit)
        else:
            self.fan.close()
            return name == "cancel"
        return True

    def _point_at_lit(self) -> None:
        """Show what a click on the model of the lit name would do."""
        self.selection.hovered, self.selection.point = self.fan.lit, self.shown.models[self.fan.lit].pose[:2]

    def _take_of_fan(self, model_id: str) -> None:
        """Do what a click on one of the models means."""
        selected, point = self.selection.selected, self.shown.models[model_id].pose[:2]
        self.fan.close()
        self.selection.hovered = model_id
        self._click_model(point, model_id)
        self.selection.pressed = None
        self.point()
        self.guide.judge(looks=self.selection.selected != selected)

    @property
    def is_fresh(self) -> bool:
        """Whether what a second click would do was just shown, so that it may be the end of a double click."""
        return self._fresh_seconds > 0

    def released(self) -> None:
        """Handle the end of a click. The guide complains if a held ship can't go there."""
        controller = self.controller
        was_held = isinstance(controller, MenuController) and controller.mover.is_held
        if not controller.release() and was_held:
            self.guide.complain()
        self.selection.pressed = None
        under = self.selection.under
        if self._is_double and under is not None and under.id == self._clicked[0]:
            is_acting, itself = under.id == self.framed, Frame(tuple(disks_of(self.shown, [under.id])))
            frame = self._frame(under) if is_acting else itself
            self.see(frame.needed, disks_of(self.shown, frame.targets))
        self._is_double = False

    def _click_ship_name(self) -> bool:
        """Handle a click on the name of a ship whose models aboard may be chosen. Return whether it was one."""
        name = "" if self.selection.hovered else self.board.label_at(self.pointer)
        return bool(name) and self.controller.click_name(name or "")

    def select(self, model_id: str) -> None:
        """Show another card. Some controllers keep their own."""
        if not self.controller.take_target(model_id) and not self.controller.keeps_card:
            super().select(model_id)

    def turn_wheel(self, steps: int) -> bool:
        """Turn what is placed or moved. Return whether the wheel was used."""
        return self.controller.wheel(steps)

    def weapon(self, mount: str) -> None:
        """Select a weapon, or show its arcs."""
        if not self.controller.take_weapon(mount):
            super().weapon(mount)

    def top_presses(self) -> list[Press]:
        coach = Press("coach", "Coach", partial(self.command, COACH_COMMAND), command=COACH_COMMAND, hint=COACH_HINT)
        menu, *others = super().top_presses()
        return [menu, *([coach] if self.guide.is_game else []), *others]

    def show_event(self, number: int) -> None:
        """Show the activation of a computer player again to which an event belongs."""
        self.watching.show_again(self.watching.past.of(number))

    @property
    def presses(self) -> list[Press]:
        """What the sheet and the buttons do."""
        return [*(self.sheet.presses if self.sheet is not None else ()), *self.bar.presses]

    def carry_out(self, value: object) -> None:
        """As for all tables. The guide judges a press of the controller."""
        is_judged = isinstance(value, Press) and value.refusal is None and value in self.bar.presses
        super().carry_out(value)
        if is_judged:
            self.guide.judge()

    def command(self, name: str) -> None:
        """Handle a key: the guide first, buttons and icons, then the decision, then what all tables have."""
        self.dirty = True  # Not only a key calls this: a press in the menu of the game does, too.
        if name == "help":  # It explains the refusal that is shown.
            super().command(name)
            return
        self.selection.refuse(None)
        if self.fan.ids and self._command_fan(name):
            return
        if (name in GAME_COMMANDS and not self.guide.is_game) or self.guide.command(name):
            return
        if self.coach.at is not None and self.coach.command(name):
            return
        press, is_watching = find_press(self.presses, name), self.watching.is_watching
        if name == "cancel" and is_watching and self.animation.running:
            name = "menu"
        if self.animation.running and (press is None or not is_watching) and name not in ALWAYS:
            if not self._end_motion() or name == "confirm":
                return
            press = find_press(self.presses, name)
        if press is not None:
            if press.refusal is None:
                self.app.sounds.play(PRESS)
            self.carry_out(press)
        elif do := self._battle_commands().get(name):
            do()
        elif not self._press_key(name):
            self.command("next") if name == "step" else super().command(name)

    def _press_key(self, name: str) -> bool:
        """Do what a command of the keymap does that presses no button. Return whether it was used."""
        do = self.controller.keys().get(name)
        return do is not None and do() is not False

    def _battle_commands(self) -> dict[str, Callable[[], object]]:
        """Return what commands do that only a battle has."""
        menu, refuse = self.course.menu, self.selection.refuse
        return {
            "undo": self.course.undo, "menu": menu.open, "plans": menu.plans_menu.open,
            "keep plan": menu.plans_menu.keep, "threats": self._choose_threats, "areas": self._choose_areas,
            "hints": self._switch_hints,
            "pin": self._pin, "again": self._show_again, COACH_COMMAND: lambda: refuse(self.coach.ask()),
            HURRY: lambda: self._thinking.hurry(),
            "save": lambda: refuse(self.session.unkept) if self.session.unkept else save(self.app, self.session),
            "load": menu.load_last, "talk": menu.talk,
        }  # fmt: skip

    def _pin(self) -> None:
        """Pin the place whose threats are shown."""
        self.threats.pin()
        self.selection.refuse(None if self.threats.threats is not None else NO_PIN)

    def cancel_unfinished(self) -> bool:
        """Dismiss the advice of the coach, or cancel what is unfinished. Return whether there was anything."""
        if self.coach.at is not None and self.coach.command("cancel"):
            return True
        if self.fan.ids:
            self.fan.close()
            return True
        had_any = self.controller.cancel()
        if had_any:
            self.guide.prepare()
        return had_any

    def close(self) -> None:
        """Open the menu, or in the middle of a step say that the question has no answer that declines."""
        asked = self.controller.decision
        if self.sheet is not None or (asked is not None and not asked.anchor):
            place = self.sheet.place if self.sheet is not None else asked.cited if asked is not None else ""
            self.selection.refuse(Refusal("This question must be answered.", place))
        else:
            self.command("menu")

    # --- Window ---
    def shots(self) -> Shots:
        return {} if self.animation.running else self._shot_finder.shots(self.controller)

    def aim(self) -> Aim | None:
        """Return the shot for the odds panel, or None."""
        if self.ruler.on or self.animation.running:
            return None
        if self.sheet is not None:
            return self.sheet.aim(self.controller.pointed)
        return self._shot_finder.aim(self.controller)

    @property
    def aimed(self) -> bool:
        """Whether the odds panel is visible."""
        return self._aim is not None

    def term_at(self, pos: tuple[int, int]) -> str:
        """Return the rule at a point: that of a row, else that of the question, else that of a panel."""
        if self.context.rect.collidepoint(pos):
            hint = self.context.group.hint
            return hint if cites_rule(hint) else self.sheet.place if self.sheet is not None else ""
        return super().term_at(pos)

    def page_under_pointer(self) -> RulePage | None:
        """As for all tables. While a sheet is open and nothing is under the pointer, return the page of its row."""
        page, sheet = super().page_under_pointer(), self.sheet
        is_asking = page is None and sheet is not None and self.selection.notice is None
        return rule_pages().cited_page(sheet.place) if sheet is not None and is_asking else page

    def term_on_board(self) -> str:
        """Return the rule of the shot whose odds are shown: why it is refused, or its modifiers. Else of the board."""
        shot = self._aim.shot if self._aim is not None else None
        if isinstance(shot, Refusal):
            return shot.cited
        return MODIFIERS if shot is not None else super().term_on_board()

    @property
    def burst(self) -> Burst | None:
        return self.controller.burst if not self.animation.running else None

    def refresh(self) -> None:
        """Update all panels."""
        if not self.animation.running:
            self.guide.refresh()
        if self._log_side != self.session.viewer:
            self._change_viewer()
        is_still, decision = not self.animation.running, self.session.match.decision
        if is_still:
            self.asked_side = decision.side if decision is not None else None
        if self.fan.ids and self._fan_for != (self.board.camera, self.controller):
            self.fan.close()
        presses = self.course.offers() or (self.controller.offers() if is_still else [])
        if presses and self.watching.past.last is not None and self.shown.activation is None:
            presses = [*presses, self.watching.again]
        self.bar.show(presses, is_asked=self.guide.idle is None)
        self.icons.show(place_presses(presses)[ButtonPlace.ICON])
        super().refresh()
        if self.watching.shows_again:
            self._trails = ()
        if self.course.covered is None:
            self._show_side()
        events = self.seen_events()
        self.top.show(self.shown, events, self.asked_side, self.session.can_undo(), self.coach.refused)
        is_same = self._shown_for is self.controller
        self.controller.pointed = self._pointed_press if is_same else None
        self.sheet = self.controller.sheet() if is_still and not self.watching.is_watching else None
        self._mark_parts()
        self._aim = self.aim()
        self._find_threats()
        self._find_areas()
        self.context.show(self._content(presses))
        self._shown_for = self.controller
        self._see_question()
        self.guide.reveal()

    def _mark_parts(self) -> None:
        """Let the parts of the card glow that answer the question, and the one whose answer is pointed at."""
        controller, model, sheet = self.controller, self.card.model, self.sheet
        is_open = not self.animation.running and not self.watching.is_watching
        parts = controller.parts(model.id) if is_open and model is not None else {}
        pointed = controller.pointed
        lit = [part for part, press in parts.items() if press == pointed]
        if not lit and pointed is not None:  # A row may be about several parts.
            lit = [part for part, press in parts.items() if press.name == pointed.name]
        self.card.let_choose(parts, tuple(lit or (part for part, press in parts.items() if press.lit)))
        plate = self.animation.plate
        if plate is not None:
            plate.choices = plate.lit = frozenset()
            if isinstance(controller, DiceController) and sheet is not None:
                plate.choices, plate.lit = controller.choices(plate.asked_dice), controller.taken(plate.asked_dice)

    def _show_side(self) -> None:
        """Show which of two players at one screen answers, or that the computer acts."""
        side, is_shared = self.asked_side, self.session.hot_seat
        if side is None or not (is_shared or (self.session.humans and side not in self.session.humans)):
            self.side_sign.show(None, "")
            return
        ready = [0, 0, 0]
        for model in self.shown.on_table():
            ready[model.side] += not model.activated
        words = "Your choice"
        if isinstance(self.controller.decision, ChooseModel):
            words = f"Your turn: {pluralize(ready[side], 'model')} to act, {ready[1 - side]} on the other side"
        self.side_sign.show(side, words if is_shared else "")

    def _die_at(self, pos: tuple[int, int]) -> Press | None:
        """Return what a click on a die of the tray does, None without a die at that point."""
        plate, controller = self.animation.plate, self.controller
        die = plate.die_at(pos) if plate is not None and self.is_on_board(pos) else None
        if plate is None or die is None or not isinstance(controller, DiceController):
            return None
        return controller.press_of(plate.asked_dice, die)

    @property
    def _pointed_press(self) -> Press | None:
        """The answer under the pointer, or that the keyboard is on, None for none."""
        pointed = self.card.part_at(self.pointer) or self._die_at(self.pointer) or self.context.pointed
        return pointed if isinstance(pointed, Press) else None

    # --- Context ---
    def _content(self, presses: Sequence[Press]) -> Content:
        """Return what the context panel shows: one content, with the small buttons of the controller."""
        controller, decision = self.controller, self.session.match.decision
        places, hint, side = place_presses(presses), controller.hint, None
        icons = () if self.icons.rect.height else places[ButtonPlace.ICON]  # The list has those without space.
        needed = (press for press in icons if press.lit or press.name == MORE or self.guide.highlights(press.name))
        buttons = (*places[ButtonPlace.ROW], *needed)
        if decision is not None and self.names[0] != self.names[1]:
            side = decision.side
        if self.watching.is_watching or self.watching.shows_again:
            content = self._recap(self.watching.past.last_seen(self.first_unseen))
            hint = "You have paused." if self.watching.is_halted else "Click the board to skip the motion."
            hint = self.session.notice if self.session.awaits_friend else hint
        elif self.sheet is not None:
            content = self._question(self.sheet)
            part = self.card.part_at(self.pointer)
            hint = self.sheet.foot or (f"{part.label}: {part.hint}" if part is not None else hint)
        elif self._aim is not None:
            content = aim_content(self._aim, self._choose_weapon)
        elif self.threats.threats is not None:
            content = self.threats.content(controller.title)
        elif self.best_shots.listed:
            content = self.best_shots.content(controller.title)
        else:
            content = Content(controller.title)
        if content.title != controller.title and not hint and self.sheet is None:
            hint = controller.title
        content = replace(content, side=side, hint=hint, advice=self._advice(), notice=self.selection.notice)
        return replace(content, buttons=(*buttons, *content.buttons))

    def _recap(self, past: PastActivation | None) -> Content:
        """Return what the enemy did in its running or last activation."""
        if past is None:
            decision = self.session.match.decision
            does = "thinks" if self.session.elsewhere is None else "chooses"
            return Content(f"{self.names[decision.side]} {does}" if decision is not None else "")
        key = (id(past.before), len(past.entries), past.is_done)
        if key != self._recapped[0]:
            self._recapped = (key, recap_content(past, self.names, self.words))
        return self._recapped[1]

    def _question(self, sheet: Sheet) -> Content:
        """Return a question with its answers, and the odds of the answer that is pointed at."""
        aim = self._aim
        key = (sheet, aim, px(1000))

        def lines(width: int) -> list[Box]:
            odds = aim_lines(aim, width) if aim is not None else []
            return [*sheet.lines(width), *odds]

        return Content(sheet.title, lines=lines, key=key, change=sheet.change, presses=sheet.presses,
                       followed=sheet.followed)  # fmt: skip

    def _choose_weapon(self, mount: object) -> None:
        self.selection.refuse(None)
        self.weapon(str(mount))

    def _aim_at(self, model_id: str) -> None:
        self.selection.refuse(None)
        self.controller.aim_at(model_id)

    def _choose_model(self, model_id: str) -> None:
        self.controller.take_target(model_id)

    def _find_threats(self) -> None:
        """Find the threats to the chosen model, else to the moving one at the end of its move."""
        model = self.selection.model(self.threats.subject)
        moving = self.controller.moved_models() if self.sheet is None and not self.animation.running else ()
        moved = next(iter(moving), None)
        if model is None or not model.is_on_table:
            self.threats.subject = ""
            model = moved
        elif moved is not None and moved.id == model.id:
            model = moved
        self.threats.show(self.selection.view, model, moving[1:] if model is moved else ())
        is_choosing = model is None and self.sheet is None and not self.animation.running
        self.best_shots.show(self.selection.view, self.controller.able if is_choosing else ())

    def _see_question(self) -> None:
        """Move the camera so that the models of a new question are visible, or a target that was just aimed at."""
        asked = self.controller if self.sheet is not None else None
        if asked is not None and asked is not self._seen_question:
            self.see(disks_of(self.shown, asked.about()))
        self._seen_question = asked
        target, selected = self.selection.target, self.selection.selected
        is_choice = self.sheet is not None and self.controller.means_model(selected)
        fresh_target = target if self.controller.menu is not None else selected if is_choice else ""
        fresh_target = fresh_target or self.controller.marked
        if fresh_target != self._fresh_target:
            self._fresh_target, self._fresh_seconds = fresh_target, FRESH_SECONDS if fresh_target else 0.0
        if target and target != self._seen_target and not self.animation.running:
            self.see(disks_of(self.shown, (self.selection.selected, target)))
        self._seen_target = target

    def _follow_action(self, may_move: bool) -> None:
        """As for all tables. If none of the models is visible that may act now, frame them."""
        super()._follow_action(may_move)
        asked, ready = self.controller, [model for model in self.controller.able if model.is_on_table]
        if asked is self._seen_choice or self.animation.running or not ready:
            return
        self._seen_choice = asked
        if may_move and not any(self.board.camera.sees(model.pose, 0.0) for model in ready):
            self.see(disks_of(self.shown, [model.id for model in ready]))

    def on_camera_moved(self) -> None:
        """Show nothing at a pointer of the mouse that hasn't moved with the table: its click was meant elsewhere."""
        super().on_camera_moved()
        if self.keys.point is None:
            self.course.show_nothing()

    @property
    def framed(self) -> str:
        """The acting model, or the one that is chosen to act. "" while nothing is shown."""
        if self.course.covered is not None or self.watching.watch.skipping:
            return ""
        menu = self.controller.menu
        return menu.subject if menu is not None else super().framed

    def _frame(self, model: Model) -> Frame:
        """Return the frame of the acting model and of the question."""
        menu, frame = self.controller.menu, super()._frame(model)
        if menu is not None:
            frame = frame_of(menu.state, menu.model, menu.envelope())
        return replace(frame, needed=(*frame.needed, *disks_of(self.shown, self.controller.about())))

    def _framed_targets(self) -> list[Model]:
        """Return also the enemies that the moving model can hit, however far away they are."""
        near, models = super()._framed_targets(), self.shown.models
        known = {model.id for model in near}
        return [*near, *(models[other] for other in self.threats.best_chances() if other in models.keys() - known)]

    def _show_again(self) -> None:
        self.watching.show_again(self.watching.past.last)

    def _change_viewer(self) -> None:
        """Show the log of the side that looks, and forget the list of threats and the picture of the board.

        They may contain what only the other side knows.
        """
        old = self._logs[self._log_side] = self.log
        old.group.focus_on(None)
        self._log_side = self.session.viewer
        new = self._logs.pop(self._log_side, None) or self.make_log()
        self.log = new
        if old in self.panels:
            self.panels[self.panels.index(old)] = new
        new.layout(old.rect)
        self.threats.forget()
        self.areas.forget()
        self.best_shots.show(self.selection.view, ())
        if not self.app.settings.curtain:  # With a curtain, the board was hidden if the last picture had a secret.
            self.board.forget_models()

    def _advice(self) -> str:
        """Return a hint about the question, if the player wants hints."""
        decision, stage = self.controller.decision, self.controller.stage
        is_asked = self.app.settings.hint_games > 0 and not self.session.waits_for_computer
        return hint_about(decision, stage, self.shown) if is_asked and decision is not None else ""

    def _switch_hints(self) -> None:
        """Turn hints off, or on for some games, and save that."""
        settings = self.app.settings
        settings.hint_games = 0 if settings.hint_games else FIRST_GAMES
        self.app.write_settings()
        self.app.say(f"Hints are {'on' if settings.hint_games else 'off'}.")

    @property
    def first_unseen(self) -> int | None:
        """As for all tables; nothing of a repeated activation is new."""
        return None if self.watching.shows_again else super().first_unseen

    def about(self) -> Sequence[str]:
        return (*super().about(), *self.controller.about())

    def overlays(self) -> tuple[Overlay, ...]:
        """Return the overlays of the question, arcs, the ruler, and what the guide highlights."""
        return (*self._question_overlays(), *super().overlays(), *self.guide.overlays())

    def _question_overlays(self) -> tuple[Overlay, ...]:
        """Return ghosts of plans, and the overlays of the controller and of a refusal."""
        self.selection.ghost = None
        if self.ruler.on:  # The ruler is on, so the pointer only measures.
            return ()
        plans = self.course.menu.plans
        ghosts = plan_ghosts(self.shown, plans.visible_plans, plans.figures)
        if self.coach.advice is not None:  # The advice is shown instead of what a click would do.
            return (*ghosts, *self.coach.overlays())
        return (
            *ghosts,
            *self.areas.overlays(),
            *self._chance_overlays(),
            *self._as_opened(self.controller.overlays()),
            *self._threat_overlays(),
            *refusal_overlays(self.selection, self.selection.notice),
        )

    def _as_opened(self, overlays: Sequence[Overlay]) -> Sequence[Overlay]:
        """Return overlays with areas as far as they are open. They open from the base of a model that was chosen."""
        model = self.selection.chosen
        if model is None or not self._opening:
            return overlays
        center, share = model.pose[:2], 1 - self._opening / OPEN_SECONDS
        return [
            replace(item, points=tuple(between(center, point, share) for point in item.points))
            if isinstance(item, Region) else replace(item, radius=item.radius * share)
            if isinstance(item, Ring) and item.center == center else item
            for item in overlays
        ]  # fmt: skip

    def _chance_overlays(self) -> tuple[Overlay, ...]:
        """Return the best chance at each enemy that the moving model can hit, unless one of them is aimed at."""
        if self.controller.menu is None or self._aim is not None or self.sheet is not None or self.animation.running:
            return ()
        chances = list(self.threats.best_chances().items())[:MAX_CHANCES]
        return tuple(
            PointLabel(self.shown.models[model_id].pose[:2], percent(chance), "attack")
            for model_id, chance in chances
            if model_id in self.shown.models
        )

    def _threat_overlays(self) -> tuple[Overlay, ...]:
        """Return a ghost at the pinned place, and a mark on the model of the row under the pointer."""
        threats, overlays, pointed = self.threats, list[Overlay](), self.context.pointed
        if threats.threats is None or self._aim is not None or self.sheet is not None:
            return self._shot_overlays(pointed)
        pointed_id = pointed.model_id if isinstance(pointed, AimRow) else pointed
        pin, other = threats.pinned, self.selection.model(pointed_id) if isinstance(pointed_id, str) else None
        subject = self.selection.model(threats.threats.model_id)
        if pin is not None and subject is not None:
            label = PointLabel(pin.pose[:2], "Pinned", "measure")
            overlays += [ghost_of(subject, pin.pose), label] if not pin.is_here else [label]
        if other is not None and subject is not None:
            shown = threats.targets if isinstance(pointed, AimRow) and threats.targets else threats.threats
            overlays += _lines_of_threat(shown, subject.at(shown.pose), other)
        return tuple(overlays)

    def _shot_overlays(self, pointed: object) -> tuple[Overlay, ...]:
        """Return the line of the best shot whose row is under the pointer."""
        shot = next((shot for shot in self.best_shots.listed if shot.model_id == pointed), None)
        if shot is None or self._aim is not None or self.sheet is not None:
            return ()
        attacker, target = self.shown.models[shot.model_id], self.shown.models[shot.target_id]
        line = nearest_segment(attacker.base, attacker.pose, target.base, target.pose)
        brackets = Brackets(target.base, target.pose, "attack")
        return (brackets, BoardLine(*line, 0.0, "attack")) if line is not None else (brackets,)

    # --- Time ---
    def update(self, dt: float) -> None:
        """Advance the animation and the game. Nothing moves while it is paused."""
        self.guide.update(dt)
        course, is_moving = self.course, self.animation.running
        is_halted = self.watching.watch.paused and self.watching.is_halted
        super().update(0.0 if is_halted else dt * HURRY_FACTOR if self._hurries else dt)
        if is_moving and not (is_moving := self.animation.running):
            course.land()
        if self.session.seats != HUMANS:
            self.dirty = self.session.update(dt) or self.dirty
        if self.coach.at is not None:
            self.dirty = self.coach.update(dt) or self.dirty
        if self.coach.failed:
            self.app.say(f"The coach has nothing to say: {self.coach.failed}", bad=True)
            self.coach.failed = ""
        if course.saying.text:
            course.saying.update(dt)
        if self.talk_bar is not None:
            self.talk_bar.update(dt)
        self._fresh_seconds = max(0.0, self._fresh_seconds - dt)
        self._clicked_seconds = max(0.0, self._clicked_seconds - dt)
        self.dirty = self.side_sign.update(dt * (self.app.settings.speed or 1.0)) or self.dirty
        self._open_area(dt)
        if self._thinking.asked is not None or self.session.notice or self.sign.shown:
            self._update_sign()
        is_waiting = is_moving or self.mover.is_moving or course.covered is not None
        if not is_waiting and self.app.modal is None:
            course.update(dt)
            for part in self._computed:
                self.dirty = part.update() or self.dirty
        course.hear()
        if self.session.match.rehearsal:
            self.dirty = course.menu.plans.news() or self.dirty
        if is_moving or not self.dirty:
            self._measure_luck()
        if self.dirty:
            self._hear_decision()
            self.refresh()

    def _open_area(self, dt: float) -> None:
        """Open the area in which a newly chosen model can move."""
        self._opening, chosen = max(0.0, self._opening - dt), self.selection.selected
        if chosen != self._opened:
            is_still = self.app.settings.motion == STILL or not self.app.settings.speed
            self._opened, self._opening = chosen, 0.0 if is_still else OPEN_SECONDS

    def _measure_luck(self) -> None:
        """Compute the odds of some past rolls, so that the result page finds them in the cache."""
        entries = self.session.match.events.entries
        if self._luck_known < len(entries):
            self._luck_known += EVENTS_PER_FRAME
            throws_of(entries[max(0, self._luck_known - EVENTS_OF_ATTACK) : self._luck_known])

    def _hear_decision(self) -> None:
        """Play the sound of a new decision of the user, a refusal, or another card."""
        course, active = self.course, self.session.match.state.activation
        if course.covered is not None or self.animation.running:
            return
        decision = course.controller.decision if course.obvious is None else None
        acting = self.shown.models.get(active.model) if active is not None else None
        side = acting.side if acting is not None else None
        name = self._decision_sounds.follow(decision, side, self.selection.notice, self.selection.selected)
        if name:
            self.app.sounds.play(name)

    @property
    def _thinking(self) -> Thinking:
        """Where the player of the pending decision thinks, or its coach."""
        return self.session.advising if self.coach.thinks else self.session.thinking

    def _update_sign(self) -> None:
        """Show who thinks, if it takes a while."""
        decision, notice = self.session.match.decision, self.session.notice
        if notice:
            side = 1 - self.session.humans[0] if self.session.humans else self.asked_side or 0
            self.sign.show(self.view_rect, self._thinking, side, notice, "", is_still=True)
        elif decision is not None:
            seat = self.session.seats[decision.side]
            text = (
                f"Coach: the {COACH}" if self.coach.thinks else f"{self.names[decision.side]}: the {player_name(seat)}"
            )
            text = f"{text} thinks"
            key = self.app.keymap.key_label(HURRY)
            is_still = self.app.settings.motion == STILL
            self.sign.show(self.view_rect, self._thinking, decision.side, text, key, is_still=is_still)

    @property
    def busy(self) -> bool:
        has_coach = self.coach.at is not None and self.coach.thinks
        lives = super().busy or self.course.is_due or has_coach or bool(self.course.saying.text)
        lives = lives or any(part.is_computing for part in self._computed) or self.side_sign.seconds > 0
        lives = lives or self.is_fresh
        return self.guide.is_busy or (not self.course.is_waiting and (lives or self._opening > 0))

    def scene(self) -> Scene:
        return Scene() if self.course.covered is not None else super().scene()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table with its panels, or the curtain instead."""
        covered = self.course.covered
        if covered is None:
            super().draw(surface)
            return
        key = self.app.keymap.key_label("confirm")
        words = "Other player: please look away." if self.session.hot_seat else "Your friend has passed the game."
        below = draw_curtain(surface, self.names[covered], covered, words, key, recap(self.session, self.names))
        can_pass = self.session.hot_seat and self.session.refuse_pass() is None
        self.passing.renew([Button("pass", below, PASS)] if can_pass else [])
        self.passing.draw(surface)
        self.board.hide()
        self.dirty = False

    def draw_floating(self, surface: pygame.Surface) -> None:
        """Draw what is over the board: signs, the coach, the models in a burst, and the explanation of a token."""
        self.side_sign.draw(surface, self.view_rect, self.names)
        if self.course.is_ending:
            draw_end_ring(surface, self.bar.place_of(ButtonPlace.LEAVE), self.course.end_share)
        self.course.saying.draw(surface, self.view_rect, self.board.camera, self.shown)
        self.sign.draw(surface)
        self.coach.draw(surface, self.view_rect, self.board.camera)
        burst = self.burst
        if burst is not None and burst.point is not None and burst.refusal() is None:
            corner = self.board.camera.to_screen(burst.point)
            draw_blast(surface, self.view_rect, burst.inside(burst.point), corner)
        if self.sheet is None and not self.animation.running:
            draw_token_tooltip(surface, self.board, self.shown, self.names, self.pointer)
        self.fan.draw(surface)
        self.guide.draw(surface)


def _lines_of_threat(threats: ModelThreats, subject: Model, other: Model) -> Iterator[Overlay]:
    """Yield a mark on the other model of a threat, where the attacker would move to, and its line of fire."""
    style = "threat" if threats.is_to else "attack"
    yield Brackets(other.base, other.pose, style)
    attacker, target = (other, subject) if threats.is_to else (subject, other)
    later = threats.later_of(other.id)
    if later is not None and later.end != attacker.pose:
        yield BoardPath((attacker.pose, later.end), attacker.base)
        yield ghost_of(attacker, later.end)
        attacker = attacker.at(later.end)
    line = nearest_segment(attacker.base, attacker.pose, target.base, target.pose)
    if line is not None:
        yield BoardLine(*line, 0.0, style)
