"""The curve of chances over the slider of a replay, with the points where the game turned to jump to."""

from __future__ import annotations

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import badge, pill
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, BLADE, EDGE, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WELL, mix, px
from jovian.ui.kit.widgets import Action, Button
from jovian.ui.kit.widgets.base import Widget
from jovian.ui.panels.panel import Panel
from jovian.ui.playing.turned import Found, TurningPoint

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
        box(surface, self.rect, WELL, radius=px(4), border=EDGE)
        for chance in (0.0, 0.5, 1.0):
            pygame.draw.line(surface, EDGE, self.place(0, chance), self.place(self.length, chance))
        curve = self.found.curve
        if len(curve) > 1:
            band = [self.place(each.answers, each.high) for each in curve]
            band += [self.place(each.answers, each.low) for each in reversed(curve)]
            pygame.draw.polygon(surface, mix(WELL, ACCENT, 0.22), band)
            pygame.draw.aalines(surface, ACCENT, False, [self.place(each.answers, each.value) for each in curve])
        x = self.place(self.at, 0)[0]
        pygame.draw.line(surface, TEXT, (x, self.rect.top), (x, self.rect.bottom))
        for number, each in reversed(list(enumerate(self.found.points, 1))):
            x, y = self.spot(each)
            here = each.begin <= self.at < each.end
            x = min(max(x, self.rect.left + px(9)), self.rect.right - px(9))
            pill(surface, (x, y), str(number), BLADE if here else ACCENT, solid=here)


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
            badge(canvas, (self.rect.left + px(20), y), look.main, look.hatched, px(5))
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
