"""Forms: what is written or chosen from much. A line of text and its field, a question that a line answers."""

from jovian.ui.kit.forms.entry import Entry
from jovian.ui.kit.forms.field import TextField

__all__ = ["Entry", "TextField"]
