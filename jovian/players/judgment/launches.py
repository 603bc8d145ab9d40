"""What leaving a ship is worth."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.nearby import apart, nearest_enemy
from jovian.players.judgment.objectives.goals import homes
from jovian.players.judgment.objectives.supposing import loaded
from jovian.players.judgment.places.standing import CLOSING
from jovian.rules.scenario.objects.retrieving import found_on


def launch(view: State, squadron: Model) -> float:
    """TV that starting at the pose that it has here is worth to a squadron aboard: more, the nearer to an enemy.

    With a token that it finds where it is, the nearer to the ship that this is best brought to.
    """
    host = view.models.get(squadron.host)
    token = found_on(view, squadron, host) if host is not None else ""
    if token and (home := homes(view, loaded(squadron, token, 1))):
        return -CLOSING * apart(squadron, home[0][0])
    return -CLOSING * nearest_enemy(view, squadron)
