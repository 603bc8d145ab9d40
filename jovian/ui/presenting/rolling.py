"""Dice that fall outside of activations, shown over the board: initiative, stations, comets, what is drawn by lot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pygame

from jovian.game import LogEntry, State
from jovian.game.events import InitiativeWon, PhaseBegan, Rolled, StationRated
from jovian.rules.scenario.roles import ATTACKER, has_roles
from jovian.ui.kit.boxes import box
from jovian.ui.kit.dice import PLAIN, SET, die
from jovian.ui.kit.draw import badge
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import BLADE, EDGE_HIGH, PANEL, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, mix, px

MOST = 6
"""Rolls that are shown at once."""
TUMBLE = 0.28
"""Share of the time in which the dice still roll."""
TURNS = 30
"""Faces that a die shows on its way, over the whole time."""
ROW, DIE = 46, 32
_BETWEEN = (PhaseBegan, StationRated)
"""What may happen between rolls that are shown together."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of one roll."""

    side: int
    purpose: str
    faces: tuple[int, ...]
    result: str


@dataclass(frozen=True, slots=True)
class Throws:
    """Rolls that are shown together, and what came of them."""

    rolls: tuple[Throw, ...]
    outcome: str = ""

    @property
    def title(self) -> str:
        """What they were for, where that is one thing."""
        purposes = {each.purpose for each in self.rolls}
        return purposes.pop().upper() if len(purposes) == 1 else "DICE"


def throws_of(entries: Iterable[LogEntry], before: State, names: tuple[str, str]) -> Iterator[tuple[int, Throws]]:
    """The rolls that are shown, each lot with the number of the last event that belongs to it."""
    found: list[tuple[int, Throw]] = []
    for entry in entries:
        match entry.event:
            case Rolled(result=result) as event if result.isdigit() and entry.phase != "activation":
                if len(found) == MOST:
                    yield _together(found)
                    found = []
                found.append((entry.n, Throw(event.side, event.purpose, event.faces.base, result)))
            case InitiativeWon(side=side) if found:
                own = [each for each in found if each[1].purpose == found[-1][1].purpose]
                if len(own) < len(found):
                    yield _together(found[: -len(own)])
                yield entry.n, Throws(tuple(throw for _, throw in own), _initiative(before, names[side]))
                found = []
            case event if found and not isinstance(event, _BETWEEN):
                yield _together(found)
                found = []
    if found:
        yield _together(found)


def _together(found: list[tuple[int, Throw]]) -> tuple[int, Throws]:
    """Rolls that nothing is told of but what they came to."""
    return found[-1][0], Throws(tuple(throw for _, throw in found))


def _initiative(before: State, name: str) -> str:
    """Who has the initiative and, where the scenario has roles, is the attacker by that, in words."""
    return f"{name} has the initiative{f' and is the {ATTACKER}' if has_roles(before.scenario) else ''}"


def draw_throws(
    surface: pygame.Surface, area: pygame.Rect, throws: Throws, share: float, names: tuple[str, str]
) -> pygame.Rect:
    """Draw rolls in the middle of an area, at a share of their time; the box that they take."""
    high = px(56) + len(throws.rolls) * px(ROW) + (px(30) if throws.outcome else 0) + px(26)
    sheet = pygame.Rect(0, 0, min(area.width - px(24), px(480)), high)
    sheet.center = area.center
    box(surface, sheet.inflate(px(8), px(8)), (0, 0, 0), radius=px(12), alpha=120)
    box(surface, sheet, PANEL, radius=px(10), border=EDGE_HIGH, alpha=248)
    draw_text(surface, (sheet.centerx, sheet.top + px(24)), throws.title, "heading", BLADE, anchor="center",
              width=sheet.width - px(30))  # fmt: skip
    for number, each in enumerate(throws.rolls):
        row = pygame.Rect(sheet.left + px(14), sheet.top + px(46) + number * px(ROW), sheet.width - px(28), px(ROW - 6))
        _draw_throw(surface, row, each, share, names, len({each.purpose for each in throws.rolls}) > 1)
    low = sheet.bottom - px(16)
    if throws.outcome and share >= TUMBLE:
        draw_text(surface, (sheet.centerx, low - px(28)), throws.outcome, "strong", TEXT, anchor="center",
                  width=sheet.width - px(30))  # fmt: skip
    draw_text(surface, (sheet.centerx, low), "Click to go on", "tiny", TEXT_FAINT, anchor="center")
    return sheet


def _draw_throw(
    surface: pygame.Surface, row: pygame.Rect, each: Throw, share: float, names: tuple[str, str], told: bool
) -> None:
    """Who rolls, what for if that differs, the dice, and what they come to once they lie still."""
    look, still = SIDES[each.side], share >= TUMBLE
    box(surface, row, mix(PANEL, look.deep, 0.55), radius=px(7), border=look.main)
    badge(surface, (row.left + px(16), row.centery), look.main, look.hatched, px(6))
    right = row.right - px(10)
    if still and len(each.faces) > 1:
        right = draw_text(surface, (right, row.centery), each.result, "value", BLADE, anchor="midright").left - px(10)
    size = px(DIE)
    for number, face in reversed(list(enumerate(each.faces))):
        right -= size
        shown = face if still else (face + number + int(share * TURNS)) % 6 + 1
        die(surface, (right, row.centery - size // 2), shown, SET if still else PLAIN, size)
        right -= px(4)
    name, left = names[each.side], row.left + px(30)
    room = right - left - px(8)
    wide = min(room, measure(name, "strong")[0])
    draw_text(surface, (left, row.centery), name, "strong", look.light, anchor="midleft", width=room)
    if told and room - wide > px(60):
        pos = (left + wide + px(10), row.centery)
        draw_text(surface, pos, each.purpose, "small", TEXT_SOFT, anchor="midleft", width=room - wide - px(12))
