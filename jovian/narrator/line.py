"""What the narrator says: lines of spans, each span of a kind that a reader may style."""

from __future__ import annotations

from typing import NamedTuple

WORDS = "words"
"""Ordinary words between the others."""
QUIET = "quiet"
"""Words of little weight."""
WARNING = "warning"
"""What is to be heeded: fuel burned, weapons spent, states."""
HARM = "harm"
"""A loss."""
REPAIR = "repair"
"""A loss made good."""
MODEL = "model"
"""The name of a model or a piece of terrain."""
SIDE = "side"
"""What a side is called."""
THING = "thing"
"""What the rules name: a weapon, an action, an order, a clause."""
NUMBER = "number"
"""Dice of a split, points."""
RESULT = "result"
"""The code of a result that stands."""
ROLLED = "rolled"
"""The code of a result as it was rolled."""
OPPOSED = "opposed"
"""The code of a result on either side of an opposed roll."""
REASONS = "reasons"
"""Why a roll was what it was."""
TITLE = "title"
"""The name of a phase or of a close fight."""
VICTORY = "victory"
"""Who has won, or that nobody has."""
PLACE = "place"
"""Coordinates, which a board shows anyhow."""
CARD = "card"
"""What stands on a card that has come to light."""
SPAN_KINDS = (
    WORDS, QUIET, WARNING, HARM, REPAIR, MODEL, SIDE, THING, NUMBER, RESULT, ROLLED, OPPOSED, REASONS, TITLE, VICTORY,
    PLACE, CARD,
)  # fmt: skip

HEADLINE, PLAIN, DETAIL = "headline", "plain", "detail"
"""Levels: the course of the game, what happens, and what explains the line before."""

STORY, DICE, DAMAGE, WHY, REMARK = "story", "dice", "damage", "why", "remark"
"""What a line is about: the course of the game and all that is done, a roll, losses, the reasons of an attack, what a
player says of its answer."""


class Span(NamedTuple):
    """A run of words of one kind."""

    text: str
    kind: str = WORDS
    side: int | None = None
    """Whose: of a model or a side, None for what belongs to nobody."""
    model: str = ""
    """The id of the model or piece of terrain that it names."""
    spelled: str = ""
    """The same in words, where the text is a code."""


class Die(NamedTuple):
    """A die that fell."""

    face: int
    """1 to 6."""
    kind: str
    """`base`, `flex` or `macro`."""
    sign: int = 1
    """-1 for macro dice that lower sets."""
    kept: bool = True
    """Does it stay? Otherwise it was taken out for a flex die."""
    counts: bool = False
    """Is it part of a set of the result?"""


class Line(NamedTuple):
    """One line of what happened."""

    spans: tuple[Span, ...]
    level: str = PLAIN
    about: str = STORY
    dice: tuple[Die, ...] = ()
    """The dice of a roll, in the order rolled; they stand before the words."""
    number: int = 0
    """The number of the event."""

    @property
    def text(self) -> str:
        """The words of the line, without dice and styles."""
        return " ".join(span.text for span in self.spans)

    @property
    def models(self) -> tuple[str, ...]:
        """The ids of the models and pieces of terrain that it names, in order."""
        return tuple(dict.fromkeys(span.model for span in self.spans if span.model))

    def spelled(self) -> Line:
        """The line without codes, for where nothing explains them."""
        return self._replace(spans=tuple(span._replace(text=span.spelled or span.text) for span in self.spans))

    def without(self, *kinds: str) -> Line:
        """The line without spans of some kinds."""
        return self._replace(spans=tuple(span for span in self.spans if span.kind not in kinds))
