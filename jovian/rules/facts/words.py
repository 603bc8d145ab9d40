"""Results, numbers and names in words, for questions, previews and the narrator."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.dice import MAGNITUDES, Result
from jovian.game import Model, State


def spoken(key: str) -> str:
    """A key as words: `hard-burn` is `hard burn`."""
    return key.replace("_", " ").replace("-", " ")


def counted(count: int, one: str, many: str = "") -> str:
    """A number with its noun, such as `1 step` or `2 steps`; `many` where the plural is not made with an s."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def several(one: str) -> str:
    """A noun in the plural, of which a name of several stays as it is."""
    return one if one.endswith("s") else f"{one}s"


def with_action(state: State, model: Model) -> str:
    """What a question calls a model that others may react to: its name, and the action that it has declared."""
    act = state.activation
    active = act is not None and act.action and act.model in (model.id, model.formation)
    return f"{model.name} ({act.action.title()})" if act is not None and active else model.name


SETS = ("no result", "double", "triple", "four or more")
MOST = len(SETS) - 1
VALUES = ("", "ones", "twos", "threes", "fours", "fives", "sixes")
MAGNITUDE_WORDS = {
    "N": "N, no result: no two kept dice show the same value.",
    "D": "D, a double: two dice of one value, one step. A squadron loses 1 Structure, a ship a rating.",
    "T": "T, a triple: three of one value, two steps. A squadron loses 2 Structure, a ship 1 and a system or weapon.",
    "Q+": "Q+, four or more alike, three steps. A squadron loses 3 Structure, a ship 2 and two systems or weapons.",
}
"""What each magnitude is, and what it does by the usual table."""
FATAL = "Q+, four or more alike, three steps. A squadron is lost, a ship loses 2 Structure and two systems or weapons."
"""What the last of them is where it destroys squadrons."""


def magnitude_words(fatal: bool = False) -> dict[str, str]:
    """What each magnitude is, and what it does; `fatal` where a `Q+` destroys squadrons."""
    return {**MAGNITUDE_WORDS, "Q+": FATAL} if fatal else MAGNITUDE_WORDS


def set_words(result: Result) -> str:
    """A result without codes: `double of twos and triple of fours`, `four or more sixes`."""
    told = [f"{SETS[steps]}{' of' if steps < MOST else ''} {VALUES[value]}" for value, steps in result.sets]
    return joined(told) or SETS[0]


def result_words(code: str) -> str:
    """A told result without codes; a number that was rolled stays what it is."""
    try:
        return set_words(Result.parse(code))
    except ValueError:
        return code


def joined(parts: Sequence[str]) -> str:
    """A list in a sentence: `this, that and that`."""
    return ", ".join(parts[:-1]) + (" and " if len(parts) > 1 else "") + parts[-1] if parts else ""


def code_words(code: str, fatal: bool = False) -> str:
    """What a code such as `D2,T4` says, and what each of its magnitudes is; "" for what is no result."""
    try:
        result = Result.parse(code)
    except ValueError:
        return ""
    found = {steps for _, steps in result.sets} or {0}
    said = magnitude_words(fatal)
    told = " ".join(said[MAGNITUDES[steps]] for steps in sorted(found))
    return f"{code}: {set_words(result)}. {told}"
