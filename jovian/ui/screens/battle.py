"""What is aimed at what: the shots of the card at the enemy under the pointer, and the one that the odds tell of.
The coach: what a good player would do in the human's place, and why. The curtain: between the secret choices of two
players at one machine it hides all, and recaps what was open. The quiet sign over the table that a computer player
thinks, with the button that has it hurry. The battle screen: what hands do on it goes to the controller that is
asked, and its panels show what that offers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import pygame

from jovian.game import Answer, Model, Refusal
from jovian.game.events import Revealed
from jovian.game.game import OPEN
from jovian.narrator import WHY, Line, Names, narrate
from jovian.players import seat_seed
from jovian.players.worker import Question, WorkerResult
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.ui.board import Brackets, Camera, Ghost, Overlay, Scene
from jovian.ui.board.board_help import Dock, Shots, disks_of, explain, plan_ghosts
from jovian.ui.files.saves import HUMANS
from jovian.ui.kit.draw import draw_box, draw_side_badge
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, text_size, wrap
from jovian.ui.kit.theme import (
    BLADE,
    EDGE_HIGH,
    PANEL,
    PANEL_HIGH,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    VOID,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import Action, Button, Group, Widget
from jovian.ui.panels.bars import ActionBar
from jovian.ui.panels.odds_panel import Burst, draw_blast, draw_odds
from jovian.ui.panels.panel import ActionButton, Panel
from jovian.ui.presentation.log import rows_of
from jovian.ui.presentation.odds import Aim, no_shots, told
from jovian.ui.questions.controller import Controller, refusal_overlays
from jovian.ui.questions.sheets import MIN_BOARD_HEIGHT, SheetPanel, advice_overlays, advice_words
from jovian.ui.screens.battle_flow import PREFIX, BattleFlow
from jovian.ui.screens.screen import Host, save
from jovian.ui.screens.table import TableScreen
from jovian.ui.session.session import Session, Thinking
from jovian.ui.session.table_selection import TableSelection
from jovian.ui.session.views import called

# --- aiming ---
# What is aimed at what: the shots of the card at the enemy under the pointer, and the one that the odds tell of.


class Aiming:
    """Works the shots of a pair of models out once for each question: nothing changes while it is asked."""

    def __init__(self, desk: TableSelection) -> None:
        self._desk = desk
        self._asked: Controller | None = None
        self._shots: dict[tuple[str, str], Shots] = {}
        self._told: dict[tuple[int, tuple[str, ...]], Aim] = {}
        """By the identity of the shot, which each aim holds, and the weapons it is about."""

    def shots(self, controller: Controller) -> Shots:
        """Every weapon of the card against the enemy under the pointer, whoever's go it is."""
        chosen, under = self._desk.chosen, self._desk.under
        if chosen is None or under is None or under.side == chosen.side or not (chosen.on_table and under.on_table):
            return {}
        if self._asked is not controller:
            self._asked, self._shots, self._told = controller, {}, {}
        pair = (chosen.id, under.id)
        if pair not in self._shots:
            self._shots[pair] = controller.shots(chosen, under)
        return self._shots[pair]

    def aim(self, controller: Controller) -> Aim | None:
        """The shot that is told of: the one in hand, else of the weapons that are shown, else the first that can be."""
        chosen, under = self._desk.chosen, self._desk.under
        if chosen is None or under is None or not controller.fires_at(under.id):
            return None
        shots = self.shots(controller)
        held = controller.in_hand(chosen, under)
        if held is not None:
            mount = self._desk.weapons[0] if self._desk.weapons else ""
            return self._known(held, chosen, under, {mount: held.shot} if mount else {})
        picked = next((shots[mount] for mount in self._desk.weapons if mount in shots), None)
        best = picked or next((shot for shot in shots.values() if not isinstance(shot, Refusal)), None)
        if best is None:
            best = next(iter(shots.values()), None)
        if best is None:
            return None
        about = {mount: shot for mount, shot in shots.items() if picked is None or shot is picked}
        return self._known(Aim(chosen.name, under.name, best), chosen, under, about)

    def _known(self, aim: Aim, model: Model, target: Model, shots: Shots) -> Aim:
        """Return an aim with what to expect of it, or why each of the weapons cannot fire."""
        key = (id(aim.shot), tuple(shots))
        if key not in self._told:
            view = self._desk.view
            refused = no_shots(view, model, target, shots) if isinstance(aim.shot, Refusal) else ()
            self._told[key] = replace(told(view, aim), refused=refused)
        return self._told[key]


# --- coaching ---
# The coach: what a good player would do in the human's place, and why. It speaks when asked, and does nothing.

COACH = "captain"
"""Who is asked: the best that answers soon."""
ASK = "coach"
"""The command, and the button."""
NOBODY = Refusal("The coach can only help with your own decisions.")
THROWN = Refusal("The coach has no advice on dice rolls.")
LOOKED_ON = Refusal("The coach is off because the other player can see the screen.")
WIDE = 380
POINTED = (Ghost, Brackets)
"""What of its overlays the card must not lie over."""


class Advice(NamedTuple):
    """What the coach would do."""

    answer: Answer
    words: str
    reason: str


class Coaching:
    """Asked about the decision at hand; it forgets as soon as the game stands elsewhere.

    `give` gives its answer, `offers` are the buttons of now.
    """

    def __init__(
        self, session: Session, give: Callable[[Answer], None], offers: Callable[[], list[ActionButton]]
    ) -> None:
        self._session, self._give, self._offers = session, give, offers
        self.at: int | None = None
        """Where the game stood when it was asked, None while it is not."""
        self.advice: Advice | None = None
        self.failed = ""
        """Why it has nothing to say, "" if it has or was not asked."""
        self._group = Group()
        self._rect = pygame.Rect(0, 0, 0, 0)

    @property
    def refused(self) -> Refusal | None:
        """Why it cannot be asked now, None if it can."""
        session, decision = self._session, self._session.decision
        if decision is None:
            return NOBODY
        if decision.kind == "faces":
            return THROWN
        return LOOKED_ON if session.looker not in (None, decision.side) else None

    @property
    def thinks(self) -> bool:
        """Has it been asked, and not answered yet?"""
        return self.at is not None and self.advice is None

    # --- asking ---
    def ask(self) -> Refusal | None:
        """Ask it, or have done with it; why not, if it cannot be asked."""
        if self.at is not None:
            self.leave()
            return None
        refused, decision = self.refused, self._session.decision
        if refused is None and decision is not None:
            seed = seat_seed(self._session.match.setup.seed, decision.side + 1)
            self.at, self.failed = self._session.changes, ""
            self._session.thinking.about(self._session.match, (ASK, self.at), Question(COACH, seed))
        return refused

    def live(self, dt: float) -> bool:
        """Let so many seconds pass; True if there is news."""
        if self.at is None:
            return False
        if self.at != self._session.changes:
            self.leave()
            return True
        if self.advice is not None:
            return False
        news, thought = self._session.thinking.live(dt), self._session.thinking.take()
        if thought is not None:
            self._told(thought)
        return news or thought is not None

    def _told(self, thought: WorkerResult) -> None:
        decision, view = self._session.decision, self._session.view
        answer = decision.judged(thought.choice) if decision is not None and thought.choice is not None else None
        if decision is not None and isinstance(answer, Answer):
            button = next((offer.label for offer in self._offers() if offer.answer == answer), "")
            self.advice = Advice(answer, button or advice_words(view, decision, answer), thought.reason)
            self._group.widgets = []
        else:
            self.at, self.failed = None, thought.failed or "its answer is not legal"

    def leave(self) -> None:
        """Have done with it."""
        if self.thinks and self.at == self._session.changes:
            self._session.thinking.forget()
        self.at, self.advice = None, None
        self._group.widgets = []

    # --- hands ---
    def command(self, name: str) -> bool:
        """Do it, or no; True if the key was meant for it."""
        if self.advice is not None and name == "confirm":
            self._do()
        elif self.at is not None and name == "cancel":
            self.leave()
        else:
            return False
        return True

    def _do(self) -> None:
        advice = self.advice
        self.leave()
        if advice is not None:
            self._give(advice.answer)

    def pressed(self, event: pygame.event.Event) -> bool:
        """Was it meant for its card?"""
        if self.advice is None or not self._group.widgets:
            return False
        action = self._group.handle(event)
        if action is not None:
            self._do() if action.name == "do" else self.leave()
            return True
        return event.type == pygame.MOUSEBUTTONDOWN and self._rect.collidepoint(event.pos)

    def let_go(self) -> None:
        """Forget a button of the mouse that is held on its card."""
        self._group.let_go()

    def button(self, name: str) -> Widget:
        """A button of its card, `do` or `no`, once it has been drawn."""
        return self._group[name]

    # --- showing ---
    def overlays(self) -> tuple[Overlay, ...]:
        """What its answer would do, over the table."""
        decision = self._session.decision
        if self.advice is None or decision is None or self.at != self._session.changes:
            return ()
        return advice_overlays(self._session.view, decision, self.advice.answer)

    def draw(self, surface: pygame.Surface, view: pygame.Rect, camera: Camera) -> None:
        """Draw its card at the top of the board, at the bottom where it would lie over what it speaks of."""
        if self.advice is None:
            return
        decision = self._session.decision
        about = self._session.view.models.get(decision.subject) if decision is not None else None
        clear = [each.pose for each in self.overlays() if isinstance(each, POINTED)]
        clear += [about.pose] if about is not None and about.on_table else []
        self._lay(view, [camera.to_screen(pose[:2]) for pose in clear])
        draw_box(surface, self._rect, PANEL_HIGH, radius=px(8), border=BLADE, alpha=245)
        left, y, room = self._rect.left + px(14), self._rect.top + px(10), self._rect.width - px(28)
        draw_text(surface, (left, y), f"COACH · THE {COACH.upper()} WOULD", "caps", TEXT_FAINT)
        y += line_height("caps") + px(4)
        words = pygame.Rect(left, y, room, 2 * line_height("strong"))
        y = draw_wrapped(surface, words, self.advice.words, "strong", TEXT)
        reason = pygame.Rect(left, y + px(2), room, self._rect.bottom - y - px(44))
        draw_wrapped(surface, reason, self.advice.reason, "small", TEXT_SOFT)
        self._group.draw(surface)

    def _lay(self, view: pygame.Rect, clear: list[tuple[float, float]]) -> None:
        """The card fits what it says; its buttons stand below."""
        assert self.advice is not None
        wide = min(px(WIDE), view.width - px(20))
        words = min(2, len(wrap(self.advice.words, "strong", wide - px(28))))
        reason = len(wrap(self.advice.reason, "small", wide - px(28))) if self.advice.reason else 0
        high = px(66) + line_height("caps") + words * line_height("strong") + reason * line_height("small")
        rect = pygame.Rect(0, 0, wide, high)
        rect.midtop = view.centerx, view.top + px(8)
        if any(rect.inflate(px(80), px(80)).collidepoint(point) for point in clear):
            rect.bottom = view.bottom - px(8)
        if rect == self._rect and self._group.widgets:
            return
        self._rect = rect
        half, y = (wide - px(36)) // 2, rect.bottom - px(38)
        yes = Button("do", pygame.Rect(rect.left + px(14), y, half, px(30)), "Do it", kind="primary", role="label")
        no = Button("no", pygame.Rect(rect.right - px(14) - half, y, half, px(30)), "Dismiss", role="label")
        yes.hint, no.hint = "Gives this answer, as if you had given it (Return).", "Closes the advice (Escape)."
        self._group.widgets = [yes, no]


# --- curtain ---
# The curtain: between the secret choices of two players at one machine it hides all, and recaps what was open.

RECAP = 8
"""Lines of recap."""


def recap(session: Session, sides: tuple[str, str]) -> list[Line]:
    """The last lines of the log that both may see, in words that both may read."""
    view = session.match.view(OPEN)
    names = Names.of(view, sides)
    for each in session.match.events.of(Revealed):
        names.learn(each)
    told = session.match.events.seen_by(OPEN)[-8 * RECAP :]
    lines = [line for entry in told for line in narrate(entry, names, rulebook(view))]
    return [line.spelled() for line in lines if not line.dice and line.about != WHY][-RECAP:]


def draw_curtain(surface: pygame.Surface, name: str, side: int, key: str, recap: Sequence[Line]) -> None:
    """Cover everything; what the other side did in the open is told below."""
    look, rect = SIDES[side], surface.get_rect()
    surface.fill(mix_colors(VOID, look.deep, 0.14))
    span, high = min(rect.width - px(40), px(640)), line_height("small")
    rows = [row for line in recap for row in rows_of(line, span - px(60))]
    rows = rows[-max(1, (rect.height - px(190)) // high) :]
    sheet = pygame.Rect(0, 0, span, px(180) + len(rows) * high)
    sheet.center = rect.center
    draw_box(surface, sheet, PANEL, radius=px(12), border=look.main)
    wide = text_size(name, "title")[0]
    draw_side_badge(surface, (sheet.centerx - wide // 2 - px(18), sheet.top + px(50)), look.main, look.hatched, px(8))
    draw_text(surface, (sheet.centerx, sheet.top + px(50)), name, "title", TEXT, anchor="center")
    draw_text(
        surface,
        (sheet.centerx, sheet.top + px(84)),
        "Other player: please look away.",
        "body",
        TEXT_SOFT,
        anchor="center",
    )
    y = sheet.top + px(112)
    for row in rows:
        x = sheet.left + px(40)
        for piece in row.pieces:
            x = draw_text(
                surface, (x, y), piece.text, piece.role, piece.color, width=max(1, sheet.right - px(20) - x)
            ).right + px(4)
        y += high
    said = f"Click, or press {key}, when ready"
    draw_text(surface, (sheet.centerx, sheet.bottom - px(30)), said, "strong", TEXT_FAINT, anchor="center")


# --- sign ---
# The quiet sign over the table that a computer player thinks, with the button that has it hurry.

DOTS, PACE = 3, 2.5
"""Dots that come one by one, and how many a second."""
HURRY = "hurry"
"""The command, and the button."""
HINTS = (
    "The best answer that it has found so far is taken.",
    "It does not hurry: its thinking is ended, and the default answer is taken.",
)


class Sign:
    """Stands at the top of the board as long as somebody thinks."""

    def __init__(self) -> None:
        self._group = Group()
        self.button = Button(HURRY, pygame.Rect(0, 0, 0, 0), "")
        self._rect = pygame.Rect(0, 0, 0, 0)
        self.shown = ""
        """What it says, "" while it is not there."""
        self._side = 0
        self._dots = 0
        self._laid: tuple[object, ...] = ()
        """What it was laid out for."""

    def show(self, view: pygame.Rect, thinking: Thinking, side: int, said: str, key: str) -> None:
        """Show that a side's player thinks, if it has for a while; `key` hurries it."""
        if not thinking.shown:
            self._group.widgets, self.shown = [], ""
            return
        label = f"{'Stop now' if thinking.hurried else 'Hurry'} ({key})"
        self._side, self._dots = side, int(thinking.seconds * PACE) % (DOTS + 1)
        laid = (said, label, view.midtop, px(1000))
        if self.shown and laid == self._laid:
            return
        self._laid = laid
        wide, button = text_size(said, "label")[0], text_size(label, "label")[0] + px(22)
        self._rect = pygame.Rect(0, 0, wide + button + px(92), px(34))
        self._rect.midtop = view.centerx, view.top + px(8)
        self.shown = said
        rect = pygame.Rect(self._rect.right - button - px(4), self._rect.top + px(4), button, px(26))
        hovered = bool(self._group.widgets) and self.button.hovered
        self.button = Button(HURRY, rect, label, hint=HINTS[thinking.hurried], role="label")
        self.button.hovered = hovered
        self._group.widgets = [self.button]

    def pressed(self, event: pygame.event.Event) -> bool:
        """Was its button pressed?"""
        return bool(self.shown) and self._group.handle(event) is not None

    def holds(self, pos: tuple[int, int]) -> bool:
        """Is a point on it?"""
        return bool(self.shown) and self._rect.collidepoint(pos)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it, and what its button does while the pointer is on it."""
        if not self.shown:
            return
        look = SIDES[self._side]
        draw_box(surface, self._rect, PANEL_HIGH, radius=px(8), border=EDGE_HIGH, alpha=235)
        x, y = self._rect.left + px(20), self._rect.centery
        draw_side_badge(surface, (x, y), look.main, look.hatched, px(6))
        x = draw_text(surface, (x + px(14), y), self.shown, "label", TEXT_SOFT, anchor="midleft").right + px(10)
        for number in range(self._dots):
            pygame.draw.circle(surface, look.main, (x + px(8) * number, y), px(2))
        self._group.draw(surface)
        if tip := self._group.tooltip():
            tip[0].draw(surface, tip[1])


# --- battle ---
# The battle screen: what hands do on it goes to the controller that is asked, and its panels show what that offers.


class Battle(TableScreen):
    """The screen on which one session is played to its end, as its course leads."""

    coached = True

    def __init__(self, app: Host, session: Session) -> None:
        self.bar = ActionBar(app.keymap)
        self._asked_side: int | None = None
        """The side that the top bar marks as the one to answer."""
        super().__init__(app, session)
        self.sheet = SheetPanel()
        self.dock = Dock()
        self.course = BattleFlow(self)
        self.watching = self.course.watching
        self.panels.append(self.watching.recap)
        self.sign = Sign()
        self.coach = Coaching(session, self.course.give, lambda: self.controller.offers())
        self._aim: Aim | None = None
        self._aiming = Aiming(self.selection)
        self._told_to: int | None = None
        """The side that the log was told to."""
        app.game, session.thinking.mind = session, app.mind
        session.autosaves = lambda: app.settings.autosave
        session.settle()
        self.course.ask()

    @property
    def bottom(self) -> Panel:
        """The action bar."""
        return self.bar

    @property
    def corner(self) -> tuple[int, int] | None:
        """Nothing stands over the curtain."""
        return super().corner if self.course.covered is None else None

    @property
    def controller(self) -> Controller:
        """What answers the question that is asked now."""
        return self.course.controller

    @property
    def question(self) -> tuple[object, ...]:
        """The curtain, and what a human is asked as far as it is in sight: nothing before the animation is over.

        The card of the coach and the strip of the last activation count too, because a click can land on them.
        """
        decision = None if self.animation.running else self.controller.decision
        sheet = type(self.sheet.sheet) if decision is not None else None
        return (self.course.covered, decision, sheet, self.coach.advice, bool(self.watching.past.last))

    # --- input ---
    def let_go(self) -> None:
        """Forget every button that is held, on the sheet and on the card of the coach too."""
        super().let_go()
        self.sheet.group.let_go()
        self.coach.let_go()

    def handle(self, event: pygame.event.Event) -> None:
        """As every table; a pointer that moves means something again."""
        if event.type == pygame.MOUSEMOTION:
            self.course.shows_nothing = False
        super().handle(event)

    def _floating(self, event: pygame.event.Event) -> bool:
        if self.course.covered is not None:
            self._uncover(event)
            return True
        if self.sign.shown and self.sign.pressed(event):
            self.session.thinking.hurry()
        if self.coach.advice is not None and self.coach.pressed(event):
            return True
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if pressed and self.sign.shown and self.sign.holds(event.pos):
            return True
        if pressed and self.animation.running and not self.bar.rect.collidepoint(event.pos):
            self.course.land()
            return True
        if self.sheet.sheet is None:
            return False
        action = self.sheet.handle(event)
        if action is not None:
            self.controller.use(action)
            return True
        on_sheet = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and self.sheet.holds(event.pos)
        return on_sheet and event.button == 1

    def _uncover(self, event: pygame.event.Event) -> None:
        click = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if click or self.app.keymap.command(event) == "confirm":
            self.course.covered = None
            self.course.ask()

    def clicked(self) -> None:
        """A click on the board: ruler, decision, selection."""
        desk = self.selection
        desk.refuse(None)
        if self.coach.advice is not None:  # its answer is drawn, and not what a click would do
            self.coach.leave()
            return
        if self.course.shows_nothing and not self.ruler.on:  # the first click shows what the next one does
            self.course.shows_nothing = False
            return
        self.course.clicked()
        if self.ruler.on:
            super().clicked()
            return
        if desk.point is None or self._opened() or self.controller.click(desk.point, desk.hovered):
            return
        if desk.hovered:
            self.select(desk.hovered)

    def _opened(self) -> bool:
        """Was it a click on the name of a ship with models aboard, one of which is to be chosen?"""
        name = "" if self.selection.hovered else self.board.label_at(self.pointer)
        return bool(name) and self.controller.click_name(name or "")

    def select(self, ident: str) -> None:
        """Show another card; in deployment and choice it is the model in hand too."""
        if not self.controller.holds_card:
            super().select(ident)

    def turn_wheel(self, steps: int) -> bool:
        """The wheel with the right button held: it turns what is placed or moved; True if it was used."""
        return self.controller.wheel(steps)

    def weapon(self, mount: str) -> None:
        """Take a weapon in hand, or show its arcs."""
        if not self.controller.take_weapon(mount):
            super().weapon(mount)

    def act(self, action: Action) -> None:
        """A widget: an offer of the controller, or what all tables have."""
        if action.name == "event":
            self.watching.again(self.watching.past.of(int(action.value)))
        elif self.watching.pressed(action.name):
            self.selection.refuse(None)
        elif action.name in {offer.name for offer in self.controller.offers()}:
            self.selection.refuse(None)
            self.controller.press(action.name)
        else:
            super().act(action)

    def command(self, name: str) -> None:
        """A key: the buttons of the action bar, the decision, then what all tables have."""
        self.selection.refuse(None)
        if self.coach.at is not None and self.coach.command(name):
            return
        offer = self.bar.pressed_by(name)
        watched = offer is not None and offer.name.startswith(PREFIX)
        if self.animation.running and name in ("confirm", "cancel", "end") and not watched:
            self.course.land()
            return
        if offer is not None:
            self.selection.refuse(offer.refusal)
            press = self.watching.pressed if watched else self.controller.press
            if offer.refusal is None:
                press(offer.name)
        elif name == "undo":
            self.course.undo()
        elif name == "plans":
            self.course.menu.plans_menu.open()
        elif name == "keep plan":
            self.course.menu.plans_menu.keep()
        elif name == "menu":
            self.course.menu.open()
        elif name == ASK:
            self.selection.refuse(self.coach.ask())
        elif name == HURRY:
            self.session.thinking.hurry()
        elif name in ("save", "load"):
            save(self.app, self.session) if name == "save" else self.course.menu.load_last()
        elif not self.controller.command(name):
            super().command(name)

    def called_off(self) -> bool:
        """Call off what the controller has in hand."""
        return self.controller.cancel()

    # --- showing ---
    def shots(self) -> Shots:
        """Every weapon of the card against the enemy under the pointer."""
        return {} if self.animation.running else self._aiming.shots(self.controller)

    def aim(self) -> Aim | None:
        """The shot that the odds sheet tells of."""
        if self.ruler.on or self.animation.running:
            return None
        if self.controller.sheet() is not None:
            return self.controller.aim(self.sheet.hovered)
        return self._aiming.aim(self.controller)

    @property
    def aimed(self) -> bool:
        """True while the odds sheet is there."""
        return self._aim is not None

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """What is to be said of what is drawn under a point: on the sheet, else on card and log."""
        return self.sheet.hint_at(pos) or super().hint_at(pos)

    @property
    def burst(self) -> Burst | None:
        """The Nuke that is aimed, None if none is."""
        return self.controller.burst if not self.animation.running else None

    def refresh(self) -> None:
        """Hand every panel what it is to show, the bar and the sheet what the controller offers."""
        if self._told_to != self.session.looker:  # the other player may not read what only one side knows
            self.log.show((), self.shown)
            self._told_to = self.session.looker
        self.watching.recap.show(self.watching.past.last_seen(self.first_unseen))
        super().refresh()
        state = self.shown
        decision = self.session.match.decision
        if not self.animation.running:
            self._asked_side = decision.side if decision is not None else None
        self.top.show(state, self._asked_side, self.session.can_undo(), self.coach.refused)
        model = state.models.get(self.selection.selected) or state.models.get(self.selection.hovered)
        weapons = self.selection.weapons if POINT_DEFENSE not in self.selection.weapons else ()
        self.card.show(state, model, weapons, self.shots())
        calm = not self.animation.running
        title, hint = self.controller.title, self.controller.hint
        if decision is not None and self.session.waits_for_computer:
            title = f"{self.names[decision.side]} {'waits' if self.watching.halted else 'thinks'}"
            hint = "The computer is moving · click to skip the animation"
        offers = self.watching.offers() or (self.controller.offers() if calm else [])
        self.bar.show(title, hint, offers, self.selection.notice)
        self._show_sheet(calm)
        self._aim = self.aim()

    def _show_sheet(self, calm: bool) -> None:
        """The prompt beside the board or below it, and in sight whom it is about."""
        sheet, decision = self.controller.sheet() if calm else None, self.controller.decision
        asked = (decision.side, self.names[decision.side]) if decision is not None else None
        self.sheet.show(sheet, self.column.rect, self.middle, asked)
        self.lay_column()
        view = self.middle.copy()
        view.height = max(px(MIN_BOARD_HEIGHT), view.height - self.sheet.height_taken(self.middle))
        about = disks_of(self.shown, self.controller.about()) if sheet is not None else []
        self.dock.fit(self.board, view, self.controller if sheet is not None else None, about)

    @property
    def first_unseen(self) -> int | None:
        """The same; an activation that is shown once more has been seen before."""
        return None if self.watching.shows_again else super().first_unseen

    @property
    def kept(self) -> int:
        """The prompt stands below card and log."""
        return self.sheet.height_taken(self.column.rect)

    @property
    def strip(self) -> int:
        """The height of the strip that tells what a computer player did last."""
        return self.watching.recap.wanted

    def lay_strip(self, rect: pygame.Rect) -> None:
        """Lay that strip out."""
        self.watching.recap.layout(rect)

    def layout(self, size: tuple[int, int]) -> None:
        """The board has all its room until something is asked."""
        self.dock.forget()
        super().layout(size)

    def overlays(self) -> tuple[Overlay, ...]:
        """The controller's, what a refusal draws, arcs and ruler."""
        self.selection.ghost = None
        if self.ruler.on:  # the pointer measures, it moves and aims nothing
            return super().overlays()
        plans = self.course.menu.plans
        tried = plan_ghosts(self.shown, plans.shown, plans.figures)
        if self.coach.advice is not None:  # its answer is looked at, and none in hand
            return (*tried, *self.coach.overlays(), *super().overlays())
        return (
            *tried,
            *self.controller.overlays(),
            *refusal_overlays(self.selection, self.selection.notice),
            *super().overlays(),
        )

    # --- time ---
    def update(self, dt: float) -> None:
        """Animation, then the course of the game; nothing moves while it is paused."""
        course, moves = self.course, self.animation.running
        super().update(0.0 if self.watching.watch.paused and self.watching.halted else dt)
        if moves and not (moves := self.animation.running):
            course.land()
        if self.session.seats != HUMANS:
            self.dirty = course.think(dt) or self.dirty
        if self.coach.at is not None:
            self.dirty = self.coach.live(dt) or self.dirty
        if self.coach.failed:
            self.app.say(f"The coach has nothing to say: {self.coach.failed}", bad=True)
            self.coach.failed = ""
        if course.saying.text:
            course.saying.live(dt)
        if self.session.thinking.asked is not None or self.sign.shown:
            self._show_sign()
        if not moves and course.covered is None and self.app.modal is None:
            course.go_on(dt)
        if self.session.match.rehearsal:
            self.dirty = course.menu.plans.news() or self.dirty
        if self.dirty:
            self.refresh()

    def _show_sign(self) -> None:
        """Who thinks, if it takes a while."""
        decision = self.session.match.decision
        if decision is not None:
            who = self.session.seats[decision.side]
            said = f"Coach: the {COACH}" if self.coach.thinks else f"{self.names[decision.side]}: the {called(who)}"
            said = f"{said} thinks"
            key = self.app.keymap.shown(HURRY)
            self.sign.show(self.view_rect, self.session.thinking, decision.side, said, key)

    @property
    def busy(self) -> bool:
        """Whether it wants to go on without an event."""
        coached = self.coach.at is not None and self.coach.thinks
        lives = super().busy or self.course.due or coached or bool(self.course.saying.text)
        return not self.course.stands and lives

    @property
    def stale(self) -> bool:
        """Whether it must be drawn again."""
        return super().stale or self.sheet.dirty

    def scene(self) -> Scene:
        """What the board shows besides the state: nothing behind the curtain."""
        return Scene() if self.course.covered is not None else super().scene()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the table with its panels, or the curtain in their place."""
        covered = self.course.covered
        if covered is None:
            super().draw(surface)
            return
        key = self.app.keymap.shown("confirm")
        draw_curtain(surface, self.names[covered], covered, key, recap(self.session, self.names))
        self.dirty = False

    def draw_floating(self, surface: pygame.Surface) -> None:
        """The prompt, the numbers of the shot, who is inside a burst, what a token means."""
        self.course.saying.draw(surface, self.view_rect, self.board.camera, self.shown)
        self.sign.draw(surface)
        self.coach.draw(surface, self.view_rect, self.board.camera)
        self.sheet.draw(surface)
        burst = self.burst
        if burst is not None and burst.point is not None and burst.refusal() is None:
            corner = self.board.camera.to_screen(burst.point)
            draw_blast(surface, self.view_rect, burst.inside(burst.point), corner)
        if self._aim is not None:
            about = disks_of(self.shown, self.controller.about()) if self.sheet.sheet is not None else []
            clear = [self.board.camera.to_screen(point) for point, _ in about]
            draw_odds(surface, self.view_rect, self._aim, clear or [self.pointer], self.column.rect)
        if self.sheet.sheet is None and not self.animation.running:
            explain(surface, self.board, self.shown, self.names, self.pointer)
