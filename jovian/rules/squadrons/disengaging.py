"""Assailants of a ship that gets under way: each stays on the hull or leaves it (v1.2.4 Action > Assaulting)."""

from __future__ import annotations

from jovian.game import Game, Model, Option, Pick, Procedure, ask
from jovian.game.answers import Disengage, HoldOn
from jovian.rules.places.attached import ASSAULT, attached_to, detach
from jovian.rules.squadrons.free_move import free_move

DISENGAGE = 4.0


def hold_or_leave(game: Game, ship: Model) -> Procedure[None]:
    """As the ship activates, each assailant stays on the hull or leaves it by up to 4 inches."""
    for squadron in attached_to(game.state, ship):
        if not squadron.assaulting:
            continue
        listed: list[Option[HoldOn | Disengage]] = [
            Option(HoldOn(), "Stay on the hull", "it must bomb in its next activation"),
            Option(Disengage(), "Disengage", 'a free move of up to 4"'),
        ]
        title = f"{ship.name} gets under way: {squadron.name} stays on its hull?"
        answer = yield from ask(Pick("assault", squadron.side, title, ASSAULT, listed, subject=squadron.id))
        if isinstance(answer, Disengage):
            detach(game, squadron)
            yield from free_move(game, squadron, DISENGAGE)
