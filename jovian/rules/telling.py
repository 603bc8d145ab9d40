"""Words in which screens and the account in the terminal tell of what happened."""

from __future__ import annotations

from jovian.game import Model, State

STATE_WORDS = {
    "escorting": ("escorts its ship", "is no escort any more"),
    "assaulting": ("clings to the hull", "is off the hull"),
    "formation": ("flies in a formation of {value}", "leaves its formation"),
    "extra-fueled": ("carries spare tanks", "draws on its spare tanks"),
    "fuel-pod": ("carries a fuel pod", "draws on its fuel pod"),
    "spare-fuel": ("has {value} fuel in spare tanks", "has emptied its spare tanks"),
    "pod-fuel": ("has {value} fuel in its pod", "has emptied its fuel pod"),
}
"""States that are not simply entered and left: what is said of each."""


def counted(count: int, one: str, many: str = "") -> str:
    """A number with its noun, such as `1 step` or `2 steps`; `many` where the plural is not made with an s."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def with_action(state: State, model: Model) -> str:
    """What a question calls a model that others may react to: its name, and the action that it has declared."""
    act = state.activation
    active = act is not None and act.action and act.model in (model.id, model.formation)
    return f"{model.name} ({act.action.title()})" if act is not None and active else model.name
