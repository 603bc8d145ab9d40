"""After an error in a screen: the running game is saved, what happened is written down, and the title comes back."""

from __future__ import annotations

from traceback import format_exception

from jovian.cards.error import one_line
from jovian.ui.arrivals import screen_at
from jovian.ui.files.keeper import report
from jovian.ui.screens.destinations import ToTitle
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.screens.title import Title

CLOSED = "This page had to be closed"
OK = (("yes", "OK", "primary"),)


class Bare(Screen):
    """An empty page: where the window stands when the title itself fails. Whoever fails here too ends the program."""


def recover(app: Host, error: Exception) -> None:
    """Save the game, tell where, and go back to the title. Raises the error again if nothing is left to go back to."""
    if isinstance(app.screen, Bare):
        raise error
    told = [f"{type(error).__name__}: {one_line(str(error), 160)}.", *_rescued(app)]
    told.append(report("error", ".txt", "".join(format_exception(error))))
    page = _page(app, app.game is None and isinstance(app.screen, Title))
    app.game = None
    app.show(page)
    app.ask(CLOSED, " ".join(told), OK, lambda answer: _on(app))


def _rescued(app: Host) -> list[str]:
    """Save the running game under a name of its own; what to say of it."""
    game = app.game
    if game is None:
        return []
    try:
        name, problem = game.rescue()
    except Exception as error:  # the game itself may be what is broken
        return [f"The game could not be saved ({type(error).__name__})."]
    return [f"{problem}."] if problem else [f"The game is saved as '{name}'."]


def _page(app: Host, bare: bool) -> Screen:
    if bare:
        return Bare(app)
    try:
        return screen_at(app, ToTitle())
    except Exception:  # whatever the title reads may be what is broken
        return Bare(app)


def _on(app: Host) -> None:
    """From the empty page another try at the title."""
    if isinstance(app.screen, Bare):
        app.go(ToTitle())
