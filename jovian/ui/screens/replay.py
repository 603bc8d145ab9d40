"""The curve of chances over the slider of a replay, with the points where the game turned to jump to. Replay: the
game as it went, with play, pause, steps both ways and a slider; and playing on from any moment.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from jovian.match import Match
from jovian.match.entries import Answered, Edited, Reseeded
from jovian.narrator import Names
from jovian.rules.rulebook.rulebook import rulebook
from jovian.ui.files.saves import Seats
from jovian.ui.kit.draw import draw_box, draw_pill, draw_side_badge
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, BLADE, EDGE, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WELL, mix_colors, px
from jovian.ui.kit.widgets import Action, Button, Widget
from jovian.ui.panels.bars import ReplayBar
from jovian.ui.panels.panel import Panel
from jovian.ui.presentation.log import answered, caption
from jovian.ui.screens.navigation import ToBattle, ToTitle, edit_copy
from jovian.ui.screens.screen import Host, Screen, leave, settle_seats
from jovian.ui.screens.table import TableScreen
from jovian.ui.session.rehearsals import OFF, Found, Turned, TurningPoint, refused
from jovian.ui.session.session import Recording, Session

# --- chances ---
# The curve of chances over the slider of a replay, with the points where the game turned to jump to.

HIGH = 168
"""How high the panel is."""
NEAR = 12
"""How near to a point a click must be."""
NAMED = 150
"""The pixels that the names of the sides have."""
MARGIN = 0.06
"""What stays free above and below the curve, of its height."""
START = "Find where it turned"
SPLIT = "Split this part"
PARTED = "What of this part was decision and what dice: computer players play it again, beside the replay"
ASKED = "Computer players play from every activation; it takes minutes, beside the replay"


class Curve(Widget):
    """The chance of side 0 over the answers of the game; a click on a point or a moment goes there."""

    def __init__(self, rect: pygame.Rect) -> None:
        super().__init__("at", rect)
        self.found = Found()
        self.length, self.at = 1, 0

    def place(self, answers: float, chance: float) -> tuple[int, int]:
        """Where a moment and a chance are on the screen."""
        x = self.rect.left + self.rect.width * answers / max(1, self.length)
        high = self.rect.height * (1 - 2 * MARGIN)
        return round(x), round(self.rect.bottom - self.rect.height * MARGIN - high * chance)

    def spot(self, point: TurningPoint) -> tuple[int, int]:
        """Where a turning point is: at its end, to which the chance has moved."""
        chance = next((each.value for each in self.found.curve if each.answers == point.end), 0.5)
        return self.place(point.end, chance)

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Jump with a click; say what a point was under the pointer."""
        clicked = self.track(event)
        if event.type == pygame.MOUSEMOTION:
            point = self._near(event.pos) if self.hovered else None
            self.hint = words(point) if point is not None else ""
        if not clicked:
            return None
        point = self._near(event.pos)
        wanted = (event.pos[0] - self.rect.left) * self.length / max(1, self.rect.width)
        return Action(self.name, float(point.begin if point is not None else round(wanted)))

    def _near(self, pos: tuple[int, int]) -> TurningPoint | None:
        """The point under the pointer."""
        at = pygame.Vector2(pos)
        close = [(at.distance_to(self.spot(each)), number, each) for number, each in enumerate(self.found.points)]
        return min(close)[2] if close and min(close)[0] <= px(NEAR) else None

    def draw(self, surface: pygame.Surface) -> None:
        """The intervals, the curve, now, and the points with their numbers."""
        super().draw(surface)
        draw_box(surface, self.rect, WELL, radius=px(4), border=EDGE)
        for chance in (0.0, 0.5, 1.0):
            pygame.draw.line(surface, EDGE, self.place(0, chance), self.place(self.length, chance))
        curve = self.found.curve
        if len(curve) > 1:
            band = [self.place(each.answers, each.high) for each in curve]
            band += [self.place(each.answers, each.low) for each in reversed(curve)]
            pygame.draw.polygon(surface, mix_colors(WELL, ACCENT, 0.22), band)
            pygame.draw.aalines(surface, ACCENT, False, [self.place(each.answers, each.value) for each in curve])
        x = self.place(self.at, 0)[0]
        pygame.draw.line(surface, TEXT, (x, self.rect.top), (x, self.rect.bottom))
        for number, each in reversed(list(enumerate(self.found.points, 1))):
            x, y = self.spot(each)
            here = each.begin <= self.at < each.end
            x = min(max(x, self.rect.left + px(9)), self.rect.right - px(9))
            draw_pill(surface, (x, y), str(number), BLADE if here else ACCENT, solid=here)


class Chances(Panel):
    """The curve with its words; hidden until it is asked for."""

    def __init__(self, names: tuple[str, str]) -> None:
        super().__init__()
        self.names = names
        self.open = False
        self.said = ""
        self.found = Found()
        self._at = 0

    def layout(self, rect: pygame.Rect) -> None:
        """Words and buttons above, the curve below."""
        super().layout(rect)
        wide, top = px(160), rect.top + px(6)
        start = Button("turned", pygame.Rect(rect.right - px(12) - wide, top, wide, px(28)), START, hint=ASKED)
        place = pygame.Rect(start.rect.left - px(76), top, px(34), px(28))
        back = Button("point back", place, "<", hint="To the turning point before")
        on = Button("point on", place.move(px(36), 0), ">", hint="To the next turning point")
        area = pygame.Rect(rect.left + px(NAMED), rect.top + px(62), rect.width - px(NAMED + 12), rect.height - px(70))
        self.group.widgets = [back, on, start, Curve(area)]

    def show(self, found: Found, said: str, at: int, length: int, running: bool) -> None:
        """What is known, how the search stands, and where the replay stands."""
        self.found, self.said, self._at = found, said, at
        if not self.group.widgets:
            return
        curve, start = self.group["at"], self.group["turned"]
        assert isinstance(curve, Curve) and isinstance(start, Button)
        curve.found, curve.length, curve.at = found, length, at
        unsplit = found.unsplit(at)
        start.label = "Cancel" if running else SPLIT if unsplit else START
        start.hint = "Stop: what is found stays" if running else PARTED if unsplit else ASKED
        start.visible = running or unsplit or not found.complete
        for name in ("point back", "point on"):
            self.group[name].set_enabled(self.goal(name) is not None, "There is none")
        self.offer((found, said, at, length, running))

    def goal(self, name: str) -> int | None:
        """The answer at which the next turning point in that direction begins."""
        begins = sorted(each.begin for each in self.found.points)
        if name == "point on":
            return next((begin for begin in begins if begin > self._at), None)
        return next((begin for begin in reversed(begins) if begin < self._at), None)

    @property
    def now(self) -> str:
        """The chance at the moment that the replay stands at, or at the last one before it that is known."""
        passed = [each for each in self.found.curve if each.answers <= self._at]
        if not passed:
            return ""
        value, low, high = (100 * each for each in (passed[-1].value, passed[-1].low, passed[-1].high))
        return f"{self.names[0]}: {value:.0f} % ({low:.0f} to {high:.0f} %)"

    def paint(self, canvas: pygame.Surface) -> None:
        """What the curve is, what is known, and the turning point that the replay stands at."""
        super().paint(canvas)
        left, top = self.rect.left + px(14), self.rect.top + px(20)
        room = self.group["point back"].rect.left - px(10)
        title = draw_text(canvas, (left, top), "CHANCES", "strong", TEXT, anchor="midleft")
        said = self.said or (self.now if self.found.curve else "Who would have won from each moment?")
        pos = (title.right + px(14), top)
        draw_text(canvas, pos, said, "body", TEXT_SOFT, anchor="midleft", width=room - pos[0])
        here = next((each for each in self.found.points if each.begin <= self._at < each.end), None)
        told = words(here) if here is not None else "The numbers are where it turned, 1 most: a click goes there."
        if self.found.points:
            width = self.rect.width - px(28)
            draw_text(canvas, (left, self.rect.top + px(46)), told, "small", TEXT_SOFT, anchor="midleft", width=width)
        self._draw_sides(canvas)

    def _draw_sides(self, canvas: pygame.Surface) -> None:
        """Whose chance it is, above and below."""
        rect = self.group["at"].rect
        for side, y in ((0, rect.top + px(10)), (1, rect.bottom - px(10))):
            look = SIDES[side]
            draw_side_badge(canvas, (self.rect.left + px(20), y), look.main, look.hatched, px(5))
            pos = (self.rect.left + px(30), y)
            draw_text(canvas, pos, self.names[side], "small", look.light, anchor="midleft", width=px(NAMED - 34))
        pos = (self.rect.left + px(30), rect.centery)
        draw_text(canvas, pos, "even", "small", TEXT_FAINT, anchor="midleft")


def words(point: TurningPoint) -> str:
    """A turning point in a line: who, how far, by what, and what happened."""
    told = (("decision", point.decision), ("the other side's answers", point.answered), ("dice", point.dice))
    parts = [f"{what} {100 * worth:+.0f}" for what, worth in told if worth is not None]
    split = f" ({', '.join(parts)})" if parts else ""
    return f"Turn {point.turn}, {point.name}: {100 * point.change:+.0f} points{split}. {point.told}"


# --- replay ---
# Replay: the game as it went, with play, pause, steps both ways and a slider; and playing on from any moment.

STEP = 0.35
"""Seconds between answers while it plays, at speed 1."""


class Replay(TableScreen):
    """Watches a session from after so many answers on; `back` is where Escape leads, None for the title."""

    def __init__(self, app: Host, session: Session, back: Screen | None, at: int = 0) -> None:
        self.bar = ReplayBar()
        self.recording = Recording(session)
        self.source = session
        self.back = back
        self.playing = False
        self._wait = 0.0
        self._captions: dict[int, str] = {}
        self._asked_side: int | None = None
        """The side that the top bar marks as the one to answer."""
        self.chances = Chances(("", ""))
        super().__init__(app, self.recording)
        last = self.recording.match.state.turn
        self.turns = tuple((turn, self._first_of(turn)) for turn in range(1, last + 1))
        """Each turn with the place at which it begins."""
        self.chances.names = self.names
        self._go(self.recording.place_of(at), animated=False)

    @property
    def bottom(self) -> Panel:
        """The bar with the slider."""
        return self.bar

    @property
    def question(self) -> tuple[object, ...]:
        """Whether the curve of chances is there to be clicked."""
        return (self.chances.open,)

    def layout(self, size: tuple[int, int]) -> None:
        """As every table, with the curve of chances below the board while it is wanted."""
        super().layout(size)
        if self.chances.open:
            rect = self.middle
            rect.height -= px(HIGH)
            self.chances.layout(pygame.Rect(rect.left, rect.bottom, rect.width, px(HIGH)))
            self.board.camera = self.board.camera.shown_in((rect.left, rect.top, rect.width, rect.height))
            self.refresh()

    def _toggle_chances(self) -> None:
        """Show the curve of chances, or put it away."""
        self.chances.open = not self.chances.open
        if self.chances.open:
            self.source.turned = self.source.turned or Turned.kept(self.recording.whole)
            self.panels.append(self.chances)
        else:
            self.panels.remove(self.chances)
        self.layout(self.size)

    def _search_turns(self) -> None:
        """Begin to find out where it turned, then what the part that is shown is made of; or call it off."""
        turned = self.source.turned
        if turned is not None and turned.running:
            turned.cancel()
        elif turned is not None and turned.found.complete:
            turned.split(self.recording.whole, self.recording.answers)
        else:
            self.source.turned = Turned.begun(self.recording.whole)

    def _go(self, at: int, animated: bool = True) -> None:
        forward = at == self.recording.at + 1
        before = self.recording.view
        self.recording.go(at)
        self.animation.finish()
        if animated and forward:
            self.animation.start(self.recording.brought_about(), before, self.app.settings.speed)
        if not self.animation.running:
            self._landed()
        self.dirty = True

    def _landed(self) -> None:
        self.shown = self.recording.view
        active = self.recording.match.state.activation
        if active is not None and active.model in self.shown.models:
            self.selection.selected = active.model

    def act(self, action: Action) -> None:
        """The buttons and the slider."""
        name, at = action.name, self.recording.at
        goals = {"first": 0, "back": at - 1, "step": at + 1, "last": self.recording.length}
        if name in goals:
            self.playing = False
            self._go(goals[name])
        elif name == "at":
            self.playing = False
            self._go(round(action.value), animated=False)
        elif name in ("turn", "turn back"):
            self._go(self._turn(1 if name == "turn" else -1), animated=False)
        elif name == "play":
            self.playing = not self.playing
            if self.playing and at >= self.recording.length:
                self._go(0, animated=False)
        elif name == "event":
            self._go(self._place_of(int(action.value)), animated=False)
        elif name == "on":
            self._play_on()
        elif name == "chances":
            self._toggle_chances()
        elif name == "turned":
            self._search_turns()
        elif name in ("point back", "point on"):
            self._go(self.chances.goal(name) or 0, animated=False)
        elif name == "edit":
            self.playing = False
            edit_copy(self.app, self.recording, self)
        elif name == "rehearse":
            self.playing = False
            super().command(name)
        elif name == "leave":
            self.leave()
        else:
            super().act(action)

    def _turn(self, step: int) -> int:
        """Return the place at which the next or previous game turn begins."""
        now = self.recording.match.state.turn
        wanted = max(1, now + step if step > 0 or self.recording.at == self._first_of(now) else now)
        return self._first_of(wanted)

    def _first_of(self, turn: int) -> int:
        return self._search(lambda match: match.state.turn >= turn)

    def _place_of(self, event: int) -> int:
        return self._search(lambda match: self.recording.told_by(match) > event)

    def _search(self, has_come: Callable[[Match], bool]) -> int:
        """Return the first place at which something holds, by halving: turns and events only grow."""
        low, high = 0, self.recording.length
        while low < high:
            middle = (low + high) // 2
            if has_come(self.recording.whole.fork_at(self.recording.answers_at(middle))):
                high = middle
            else:
                low = middle + 1
        return low

    def _play_on(self) -> None:
        """Play a copy of the game from here; the game itself stays as it is."""
        if self.recording.match.over:
            self.app.say("The game is over here: step back first.", bad=True)
        else:
            settle_seats(self.app, self.source.seats, lambda seats: leave(self.app, lambda: self._copy(seats)))

    def _copy(self, seats: Seats) -> None:
        self.app.go(ToBattle(self.source.copy_at(self.recording.answers, seats), taken_up=True))
        self.app.say("This is a copy, kept under a name of its own; the game it was taken from stays as it is.")

    def command(self, name: str) -> None:
        """Space plays and pauses, left and right step, up and down go by turns."""
        names = {
            "end": "play", "confirm": "play", "left": "back", "right": "step", "pan left": "back", "pan right": "step",
            "pan up": "turn back", "pan down": "turn",
        }  # fmt: skip
        if name in names:
            self.act(Action(names[name]))
        elif name == "menu":
            self.leave()
        else:
            super().command(name)

    def cancel_unfinished(self) -> bool:
        """Close the curve of chances if it is open."""
        was_open = self.chances.open
        if was_open:
            self._toggle_chances()
        return was_open

    def close(self) -> None:
        """Escape leaves at last."""
        self.leave()

    def leave(self) -> None:
        """Leave: to the screen from which it was opened, else to the title."""
        if self.back is not None:
            self.app.show(self.back)
        else:
            self.app.go(ToTitle())

    def update(self, dt: float) -> None:
        """Play on while it plays."""
        moving = self.animation.running
        super().update(dt)
        if moving and not self.animation.running:
            self.animation.finish()
            self._landed()
            self.dirty = True
        if self.playing and not self.animation.running:
            self._play(dt)
        turned = self.source.turned
        self.dirty |= turned is not None and turned.listen()
        if self.dirty:
            self.refresh()

    def _play(self, dt: float) -> None:
        """The next answer, when its time has come."""
        self._wait += dt * max(0.5, self.app.settings.speed)
        if self._wait >= STEP:
            self._wait = 0.0
            if self.recording.at >= self.recording.length:
                self.playing = False
            else:
                self._go(self.recording.at + 1)

    def _said(self) -> str:
        """What the answer that it stands after brought about, once for each."""
        at = self.recording.at
        if self.animation.running:
            return self._caption_so_far()
        if at not in self._captions:
            self._captions[at] = self._caption(at) if at else "The beginning"
        return self._captions[at]

    def _caption_so_far(self) -> str:
        """Return the words on what the animation has shown so far of the answer; "" if it has shown nothing."""
        first_unseen = self.first_unseen or 0
        seen = [entry for entry in self.recording.brought_about() if entry.n < first_unseen]
        names = Names.of(self.recording.view, self.names)
        return caption(seen, names, rulebook(self.shown)) if seen else ""

    def _caption(self, at: int) -> str:
        begin = self.recording.answers_at(at - 1)
        entry = self.recording.whole.journal[begin]
        if isinstance(entry, Edited | Reseeded):
            return "Changed by hand" if isinstance(entry, Edited) else "New dice from here"
        names = Names.of(self.recording.view, self.names)
        said = caption(self.recording.brought_about(), names, rulebook(self.shown))
        if said or not isinstance(entry, Answered):
            return said
        before, looker = self.recording.whole.fork_at(begin), self.recording.looker
        if before.decision is None:
            return said
        if looker not in (None, entry.side):
            return f"{self.names[entry.side]} · answers unseen"
        asked = before.decision if looker is None else before.decision.on(before.view(looker))
        return answered(asked, entry.choice)

    @property
    def busy(self) -> bool:
        """Whether it wants to go on without an event: it plays, or something moves."""
        return self.playing or super().busy

    def refresh(self) -> None:
        """Hand panels and bar what they are to show."""
        super().refresh()
        decision = self.recording.match.decision
        if not self.animation.running:
            self._asked_side = decision.side if decision is not None else None
        self.top.show(self.shown, self._asked_side, None)
        self.top.group["undo"].set_enabled(False, "A replay is only watched")
        self.bar.show(self.recording.at, self.recording.length, self.playing, self._said(), self.turns)
        self.bar.group["rehearse"].visible = refused(self.recording) != OFF
        over = self.recording.whole.over
        self.bar.group["chances"].set_enabled(over, "The chances are told once the game is over")
        if self.chances.open:
            turned = self.source.turned
            found, said = (turned.found, turned.said) if turned is not None else (Found(), "")
            running = turned is not None and turned.running
            self.chances.show(found, said, self.recording.at, self.recording.length, running)
