"""Saving and leaving a running game: what would be lost is saved, or asked about where it cannot or may not be."""

from __future__ import annotations

from collections.abc import Callable

from jovian.ui.playing.session import Session
from jovian.ui.screens.screen import Host


def leave(app: Host, then: Callable[[], None]) -> None:
    """Do something after which the running game is no longer there, as soon as that loses nothing unasked."""
    game = app.game
    own = app.settings.autosave and game is not None and game.begun
    problem = game.autosave() if game is not None and own else ""
    if game is None or not (problem or (game.unsaved and not own)):
        then()
        return
    why = problem or "Autosave is off: what has been played since the last save is lost unless it is saved now."

    def answered(answer: str) -> None:
        wrong = game.save()[1] if answer == "save" else ""
        if wrong:
            app.say(wrong, bad=True)
        elif answer != "no":
            then()

    answers = (("save", "Save and leave", "primary"), ("no", "Stay", "plain"), ("lose", "Leave", "danger"))
    app.ask("Leave this game?", why, answers, answered)


def leave_draft(app: Host, then: Callable[[], None]) -> None:
    """Do something after which the scenario in the editor is gone, as soon as nothing unsaved is lost unasked."""
    bench = app.bench
    if bench is None or not bench.history.unsaved:
        then()
        return
    name = str(bench.draft.data.get("name") or "The scenario in the editor")
    answers = (("no", "Stay", "primary"), ("lose", "Lose it", "danger"))
    text = f"{name} has changes that are not saved. The editor, on the first page, still has it."
    app.ask("Lose what was edited?", text, answers, lambda answer: then() if answer == "lose" else None)


def keep(app: Host) -> str:
    """Keep what can be kept of a game whose window is ending by force; one line about what went wrong."""
    game = app.game
    return game.autosave() if game is not None and game.unsaved and app.settings.autosave else ""


def save(app: Host, session: Session, name: str = "") -> None:
    """Save a game beside everything else, without asking, and say under which name."""
    got, problem = session.save(name)
    app.say(problem or f"Saved as '{got}'", bad=bool(problem))
