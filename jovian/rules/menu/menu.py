"""The menu of an activation: move, turn, fly, attack, resolve the action, end (v1.2.4 Sequence > Activation Phase)."""

from __future__ import annotations

from random import Random

from jovian.game import Choice, Malformed, State
from jovian.rules.menu.offers import MenuOffers
from jovian.rules.menu.preview import Preview, preview
from jovian.rules.menu.sampling import sample


class Menu(MenuOffers):
    """What the active model does next."""

    __slots__ = ()

    def on(self, state: State) -> Menu:
        """The same question over a view."""
        return Menu(state, state.models[self.subject])

    def preview(self, choice: Choice) -> Preview:
        """Where an answer leads and what it would touch, without changing anything."""
        try:
            plain = self.normal(choice)
        except Malformed:
            plain = ["end"]
        return preview(self.state, self.model, plain, self.check(choice))

    def sample(self, rng: Random) -> Choice:
        """A random answer that most often makes for the enemy."""
        return sample(self, rng)
