"""Editing a copy of the position that a table shows: as far as whoever looks may know it."""

from __future__ import annotations

from jovian.editing.history import History
from jovian.editing.positions.position import NoPosition, taken
from jovian.ui.editing.workbench import Workbench
from jovian.ui.playing.looking import Looking
from jovian.ui.screens.destinations import ToEditor
from jovian.ui.screens.leaving import leave_draft
from jovian.ui.screens.screen import Host, Screen


def edit_copy(app: Host, looking: Looking, back: Screen) -> None:
    """Go to the editor with the position that is seen; why not, where nothing can be made of it."""
    try:
        draft, lost = taken(looking.view, looking.match.setup)
    except NoPosition as error:
        app.say(f"No copy can be edited here: {error}.", bad=True)
        return

    def go() -> None:
        app.go(ToEditor(Workbench(History((draft,))), back))
        if lost:
            app.say(f"Left out: {'; '.join(lost)}")

    leave_draft(app, go)
