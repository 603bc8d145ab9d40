"""Going to the page of a rehearsal from a table, with the position that it shows."""

from __future__ import annotations

from jovian.ui.playing.looking import Looking
from jovian.ui.playing.rehearsed import refused, rehearsed
from jovian.ui.screens.destinations import ToRehearsal
from jovian.ui.screens.screen import Host, Screen


def rehearse(app: Host, looking: Looking, back: Screen) -> None:
    """Go there; why not, where the position may not be rehearsed."""
    why = refused(looking)
    if why:
        app.say(why, bad=True)
    else:
        app.go(ToRehearsal(rehearsed(looking), back))
