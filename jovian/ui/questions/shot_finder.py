"""The shots of the shown card at the enemy that is pointed at or aimed at."""

from __future__ import annotations

from dataclasses import replace

from jovian.descriptions.odds import Aim, with_expectation, with_weapons
from jovian.game import Model, Refusal
from jovian.ui.board.board_help import Shots, possible_shots
from jovian.ui.questions.controller import Controller
from jovian.ui.session.table_selection import TableSelection


class ShotFinder:
    """Finds the shots of the shown card at an enemy. Results are kept for each question.

    The enemy is the one under the pointer, else the one that the selected weapons are aimed at.
    """

    def __init__(self, selection: TableSelection) -> None:
        self._selection = selection
        self._controller: Controller | None = None
        self._shots: dict[tuple[str, str], Shots] = {}
        self._described: dict[tuple[int, tuple[str, ...], tuple[tuple[str, ...], ...]], Aim] = {}
        """Described shots, by the identity of the shot (which each aim holds) and its weapons."""

    def target(self, controller: Controller) -> Model | None:
        """Return the enemy, or None. A target is kept only while the player attacks."""
        selection, chosen = self._selection, self._selection.chosen
        kept = selection.model(selection.target) if controller.keeps_card else None
        for model in (selection.under, kept):
            if chosen is not None and model is not None and model.side != chosen.side:
                return model if model.is_on_table and chosen.is_on_table else None
        return None

    def shots(self, controller: Controller) -> Shots:
        """Return the odds of every weapon of the card against the enemy, on either side's turn."""
        chosen, target = self._selection.chosen, self.target(controller)
        if chosen is None or target is None:
            return {}
        if self._controller is not controller:
            self._controller, self._shots, self._described = controller, {}, {}
        pair = (chosen.id, target.id)
        if pair not in self._shots:
            menu = controller.menu
            is_acting = menu is not None and menu.subject == chosen.id
            self._shots[pair] = (
                menu.shots(menu.state.models[target.id]) if menu is not None and is_acting
                else possible_shots(self._selection.view, chosen, target)
            )  # fmt: skip
        return self._shots[pair]

    def aim(self, controller: Controller) -> Aim | None:
        """Return the shots for the odds panel. The chosen one is the selected weapon's, else that of the shown arcs,
        else the first possible.
        """
        chosen, target = self._selection.chosen, self.target(controller)
        if chosen is None or target is None or not controller.may_show_odds(target.id):
            return None
        shots = self.shots(controller)
        mounts = tuple(mount for mount in self._selection.weapons if mount in shots)
        selected = controller.aimed_shot(chosen, target)
        if selected is None:
            possible = (mount for mount, shot in shots.items() if not isinstance(shot, Refusal))
            mount = next(iter(mounts or possible), next(iter(shots), ""))
            if not mount:
                return None
            mounts, selected = (mount,), Aim(chosen.name, target.name, shots[mount])
        menu = controller.menu
        is_acting = menu is not None and menu.subject == chosen.id and not menu.model.is_embarked
        picks = tuple(mount.id for mount in chosen.card.mounts) if is_acting else ()
        return self._describe(replace(selected, picks=picks), chosen, target, mounts, shots)

    def _describe(self, aim: Aim, model: Model, target: Model, mounts: tuple[str, ...], shots: Shots) -> Aim:
        """Return an aim with its forecast, the odds of all weapons, and why each of the others can't fire."""
        further = self._selection.further
        key = (id(aim.shot), mounts, further)
        if key not in self._described:
            view = self._selection.view
            first = mounts[0] if mounts else ""
            own = {first: aim.shot} if first else {}
            aim = with_weapons(view, with_expectation(view, aim), model, target, {**shots, **own})
            later = [mount for attack in further for mount in attack]
            weapons = tuple(
                replace(weapon, linked=weapon.mount in mounts[1:], ticked=weapon.mount in later)
                for weapon in aim.weapons
            )
            self._described[key] = replace(aim, weapons=weapons, chosen=first)
        return self._described[key]
