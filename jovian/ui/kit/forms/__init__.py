"""Forms: what is written, and what is chosen from much."""

from jovian.ui.kit.forms.choice import Choice
from jovian.ui.kit.forms.chooser import Chooser
from jovian.ui.kit.forms.entry import Entry
from jovian.ui.kit.forms.field import TextField

__all__ = ["Choice", "Chooser", "Entry", "TextField"]
