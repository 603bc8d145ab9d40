"""What the panels and controllers of a battle share: the selected model, the pointer, and the last refusal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jovian.game import Answer, Model, Refusal, State
from jovian.session.session import Session
from jovian.table import Pose
from jovian.ui.session.keymap import Keymap

Point = tuple[float, float]


@dataclass(slots=True)
class TableSelection:
    """What the player has selected and points at."""

    session: Session
    keymap: Keymap
    selected: str = ""
    """The model whose card is shown."""
    hovered: str = ""
    """The model under the pointer, on the board or in the roster."""
    point: Point | None = None
    """The table point under the pointer, None off the board."""
    shift: bool = False
    ctrl: bool = False
    arcs: bool = False
    """Whether the arcs of the selected model are drawn."""
    notice: Refusal | None = None
    """Why the last click was refused."""
    ghost: Pose | None = None
    """Where the active model would be after a click here. Arcs are drawn from this pose."""
    weapons: tuple[str, ...] = ()
    """The selected mounts of the selected model. The ratings of the first one count."""
    further: tuple[tuple[str, ...], ...] = ()
    """The mounts of further attacks on the target, which follow the one with `weapons`."""
    target: str = ""
    """The enemy that the selected weapons are aimed at while the pointer is elsewhere."""
    pinned: tuple[str, tuple[Answer, ...]] = ("", ())
    """A model, and the rest of its orders that something interrupted. They are shown, and never done by themselves."""
    last_fire: tuple[str, int] = ("", 0)
    """The model that was told to fire last, and the number of weapons that it had used before."""
    pressed: tuple[str, Point] | None = None
    """The model that a press has just chosen, and where, while the button is held."""
    give: Callable[..., None] = lambda *answers: None
    """Answers the decision, and those after it with the further answers. The battle sets it."""
    choose: Callable[[str], None] = lambda model_id: None
    """Chooses the model that will activate, or none with "". The battle sets it."""

    def take_pinned(self, model_id: str) -> tuple[Answer, ...]:
        """Return the interrupted orders of a model once, () for none."""
        (owner, orders), self.pinned = self.pinned, ("", ())
        return orders if owner == model_id else ()

    @property
    def view(self) -> State:
        """The visible state."""
        return self.session.view

    def model(self, model_id: str) -> Model | None:
        """Return a model of the view, or None if it is unknown or gone."""
        return self.view.models.get(model_id)

    @property
    def chosen(self) -> Model | None:
        """The selected model, or None."""
        return self.model(self.selected)

    @property
    def under(self) -> Model | None:
        """The model under the pointer, or None."""
        return self.model(self.hovered)

    def refuse(self, refusal: Refusal | None) -> None:
        """Set the refusal that is shown, or None."""
        self.notice = refusal
