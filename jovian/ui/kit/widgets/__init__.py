"""Widgets: retained, light, one a file. Each has `handle(event) -> Action | None` and `draw(surface)`.

They read `event.pos`, never the mouse itself, so that posted events drive them exactly as hands do.
"""

from jovian.ui.kit.widgets.base import Action, Widget
from jovian.ui.kit.widgets.button import Button
from jovian.ui.kit.widgets.group import Group
from jovian.ui.kit.widgets.modal import Modal
from jovian.ui.kit.widgets.scroll import ScrollList
from jovian.ui.kit.widgets.slider import Slider
from jovian.ui.kit.widgets.tabs import Tabs
from jovian.ui.kit.widgets.toggle import Toggle
from jovian.ui.kit.widgets.tooltip import Tooltip

__all__ = [
    "Action", "Button", "Group", "Modal", "ScrollList", "Slider", "Tabs", "Toggle", "Tooltip", "Widget",
]  # fmt: skip
