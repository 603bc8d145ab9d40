"""The narrator: turns events into lines of words, which the window styles and the terminal prints."""

from jovian.narrator.line import DETAIL, HEADLINE, Die, Line, Span
from jovian.narrator.names import UNSEEN, Names
from jovian.narrator.narrator import Narrator, narrate

__all__ = ["DETAIL", "HEADLINE", "UNSEEN", "Die", "Line", "Names", "Narrator", "Span", "narrate"]
