"""What it is worth to search for tokens."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import has_role
from jovian.rules.scenario.tokens import Search, SearchFor, find_token
from tests.yardstick.judgment.objectives.supposing import gain, loaded


def searching(view: State, model: Model) -> float:
    """TV that a search by a model is expected to bring its side; 0 where it may find nothing."""
    clauses = rulebook(view).clauses
    finders = [each for each in clauses if isinstance(each, SearchFor) and has_role(view, model.side, each.role)]
    if not finders:
        return 0.0
    chances = tuple(Search().test(view, model).odds().magnitude().values())
    return sum(_expected(view, model, each, chances) for each in finders)


def _expected(view: State, model: Model, finder: SearchFor, chances: tuple[float, ...]) -> float:
    room = find_token(view, finder.token).room(model)
    counts = [min(count, room) for count in finder.found]
    worth = {count: gain(view, model.side, [loaded(model, finder.token, count)]) for count in set(counts) if count}
    return sum(chance * worth.get(count, 0.0) for count, chance in zip(counts, chances, strict=True))
