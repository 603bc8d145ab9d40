"""Plans in a rehearsal: each is played once, saved under a letter, and undone. Then all are rehearsed together."""

from __future__ import annotations

from jovian.background import Background, Status
from jovian.dice import random_seed
from jovian.game import Refusal, State
from jovian.match import Match
from jovian.match.entries import Answered
from jovian.players import PLAYERS, SWIFT
from jovian.rehearsal.comparison import PlanResult
from jovian.rehearsal.documents import ExampleGame
from jovian.rehearsal.game import Plan, RehearsalSpec, Start
from jovian.rehearsal.questions import PlansResult, plan_results
from jovian.session.session import Session
from jovian.table import Pose
from jovian.user_files.saves import LETTERS, PLANS, Kept, Tried, plans_to_json, read_plans

GAMES = (300, 1000, 100)
"""Choices for the most games with each plan, the default first."""
SEATED = ""
"""Stands for the player of each side. A human or a slow player is replaced by a fast one."""
BEGIN, DECLARE = "activate", "declare"
"""Kinds of decisions that an activation starts with. The first one is skipped if there is no choice."""
NOTHING = "Play an activation first. Then you can save it as a plan."
SINCE = "Play another activation from here to keep it as well."
FULL = "You already have eight plans. Delete them first."
ONLY = (
    "You can save plans only in a rehearsal, because saving a plan undoes its dice and what it revealed. "
    "Choose a rehearsal before the game."
)


class Planning:
    """The plans of one side, and their rehearsal."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.run: Background[PlansResult] | None = None
        self.spec: RehearsalSpec | None = None
        """What is rehearsed, or None."""
        self.news = 0

    def cancel(self) -> None:
        """Cancel the rehearsal. The latest answer stays."""
        if self.run is not None:
            self.run.cancel()


class Plans:
    """The plans of one battle, saved next to the game.

    All plans of a side start from the same position, and the game returns to it when a plan is saved. A side can't see
    the plans of the other side.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.fault = ""
        """Why the saved plans couldn't be read, or ""."""
        self._sides = {side: Planning(kept) for side, kept in self._load().items()}
        self.games = GAMES[0]
        """The most games with each plan."""
        self.player = SEATED
        """The computer player of both sides in the rehearsal."""

    def _load(self) -> dict[int, Kept]:
        """Return the plans saved next to the game, by side."""
        keeper, match = self._session.keeper, self._session.match
        try:
            if PLANS in keeper.note and not match.rehearsal:
                raise ValueError("only a rehearsal has plans")
            return read_plans(keeper.note.get(PLANS, []), match)
        except ValueError as error:
            self.fault = f"The plans saved with this game cannot be read: {error}."
            keeper.save_extra(PLANS, None)
            return {}

    @property
    def _own(self) -> Planning:
        """The plans that the viewer may see."""
        viewer = self._session.viewer
        sides = (0, 1) if viewer is None else (viewer,)
        return next((self._sides[side] for side in sides if side in self._sides), Planning(Kept()))

    @property
    def tried(self) -> tuple[Tried, ...]:
        """The plans of the viewer's side."""
        return self._own.kept.tried

    @property
    def run(self) -> Background[PlansResult] | None:
        """The rehearsal of these plans, or None."""
        return self._own.run

    # --- Saving ---
    @property
    def refused(self) -> Refusal | None:
        """Why no plan can be saved now, or None."""
        match = self._session.match
        if not match.rehearsal:
            return Refusal(ONLY)
        if self._session.elsewhere is not None:
            return self._session.elsewhere
        begin = _last_human_begin(match, self._session.humans)
        if begin is None:
            return Refusal(NOTHING)
        if any(begin < len(plans.kept.before) and plans.kept.stands_in(match) for plans in self._sides.values()):
            return Refusal(SINCE)
        return Refusal(FULL) if len(self._for(begin)) == len(LETTERS) else None

    @property
    def next(self) -> tuple[str, str]:
        """The letter of the next plan and the name of its model, each "" if the viewer may not know it.

        Saving must not be `refused`.
        """
        match, viewer = self._session.match, self._session.viewer
        begin = _last_human_begin(match, self._session.humans)
        assert begin is not None
        known = viewer in (None, _activation(match, begin).side)
        model_id = _activated_id(match, begin)
        letter = LETTERS[len(self._for(begin))] if known else ""
        models = self._session.view.models
        return letter, models[model_id].name if model_id in models else ""

    def _for(self, begin: int) -> tuple[Tried, ...]:
        """Return the saved plans for the position after a number of answers."""
        match = self._session.match
        side = self._sides.get(_activation(match, begin).side)
        own = side is not None and match.journal[:begin] == list(side.kept.before)
        return side.kept.tried if side is not None and own else ()

    def keep(self) -> Refusal | None:
        """Save the last activation of a human as a plan, and undo it. Return why that can't be done, or None."""
        match, refusal = self._session.match, self.refused
        if refusal is not None:
            return refusal
        begin = _last_human_begin(match, self._session.humans)
        assert begin is not None
        kept = self._for(begin)
        try:
            tried = _tried(match, begin, LETTERS[len(kept)])
        except ValueError as error:
            return Refusal(f"The plan cannot be saved: {error}.")
        side = tried.plan.side
        if side in self._sides:
            self._sides[side].cancel()
        self._sides[side] = Planning(Kept(tuple(match.journal[:begin]), (*kept, tried)))
        self._write()
        return self._session.take_back_to(begin)

    def forget(self) -> None:
        """Delete all plans of the viewer's side."""
        own = self._own
        own.cancel()
        self._sides = {side: plans for side, plans in self._sides.items() if plans is not own}
        self._write()

    def _write(self) -> None:
        """Save the plans next to the game."""
        self._session.save_extra(PLANS, plans_to_json({side: plans.kept for side, plans in self._sides.items()}))

    # --- Rehearsal ---
    @property
    def running(self) -> bool:
        """Whether the plans are being rehearsed."""
        return self.run is not None and self.run.running

    @property
    def astray(self) -> bool:
        """Whether the game is no longer at or after the position of the plans."""
        return not self._own.kept.stands_in(self._session.match)

    def rehearse(self) -> None:
        """Rehearse all plans in the background, with the knowledge of their side."""
        own, session = self._own, self._session
        match = session.match.fork_at(len(own.kept.before))
        own.cancel()
        plans = tuple(tried.plan for tried in own.kept.tried)
        first, second = (self.player or (seat if seat in SWIFT else SWIFT[-1]) for seat in session.seats)
        start = Start.of(match, knowing=None if _open(match, plans[0].side) else plans[0].side)
        own.spec = RehearsalSpec(start, (first, second), random_seed(), games=self.games, plans=plans)
        own.run = Background(plan_results, own.spec)

    @property
    def to_watch(self) -> list[ExampleGame]:
        """The games to watch after the rehearsal.

        If something is hidden from the side, there are none, because its random secrets are in no save.
        """
        run = self.run
        games = run.value.games if run is not None and run.status is Status.DONE and run.value is not None else ()
        return sorted(games, key=lambda game: game.file)

    @property
    def spec(self) -> RehearsalSpec | None:
        """What is or was rehearsed, or None."""
        return self._own.spec

    @property
    def begin(self) -> int:
        """The number of answers before the plans."""
        return len(self._own.kept.before)

    def other_games(self) -> None:
        """Choose the next number of games."""
        self.games = GAMES[(GAMES.index(self.games) + 1) % len(GAMES)]

    def other_player(self) -> None:
        """Choose the next computer player. After the last one comes the player of each side."""
        names = (SEATED, *PLAYERS)
        self.player = names[(names.index(self.player) + 1) % len(names)]

    def cancel(self) -> None:
        """Cancel the rehearsal. The latest answer stays."""
        self._own.cancel()

    @property
    def figures(self) -> dict[str, PlanResult]:
        """The result of each plan, by its letter."""
        result = self.run.value if self.run is not None else None
        return {plan.name: plan for plan in result.comparison.plans} if result is not None else {}

    def news(self) -> bool:
        """Return whether anything has changed since the last call."""
        if not self._sides:
            return False
        own = self._own
        before, own.news = own.news, own.run.news if own.run is not None else 0
        return before != own.news

    @property
    def visible_plans(self) -> tuple[Tried, ...]:
        """The plans to draw: at their position, and while another plan is played from it."""
        kept, match = self._own.kept, self._session.match
        if not kept.tried or not kept.stands_in(match):
            return ()
        return kept.tried if sum(begin >= len(kept.before) for begin in _begins(match)) <= 1 else ()


def _open(match: Match, side: int) -> bool:
    """Return whether a side knows everything about the game."""
    seen, pending = match.view(side).models, match.decision
    return (pending is None or not pending.sealed) and all(
        model_id in seen and seen[model_id].cargo == model.cargo and seen[model_id].card == model.card
        for model_id, model in match.state.models.items()
    )


def _tried(match: Match, begin: int, letter: str) -> Tried:
    """Return the activation after a number of answers as a plan.

    Raises:
        ValueError: The activation is no plan.

    """
    end = next((other for other in _begins(match) if other > begin), len(match.journal))
    played, before = match.fork_at(end), match.fork_at(begin).state
    plan = Plan.of(played, begin, letter, _activation(match, begin).side)
    return Tried(plan, before.models[_activated_id(match, begin)].name, _moved(before, played.state, plan.side))


def chance_words(plan: PlanResult | None) -> str:
    """Return the chance of a plan, and how far it is behind the best one."""
    if plan is None:
        return ""
    chance = f"{100 * plan.score.value:.0f} %"
    if plan.behind is None:
        return f"{chance} best"
    return f"{chance} ({100 * plan.behind.value:+.0f}{', dropped' if plan.dropped else ''})"


def _begins(match: Match) -> list[int]:
    """Return the numbers of answers before which activations started."""
    kinds = ["", *(entry.kind if isinstance(entry, Answered) else "" for entry in match.journal)]
    return [
        answers for answers, kind in enumerate(kinds[1:])
        if kind == BEGIN or (kind == DECLARE and kinds[answers] != BEGIN)
    ]  # fmt: skip


def _last_human_begin(match: Match, humans: tuple[int, ...]) -> int | None:
    """Return the number of answers before the last activation of a human, or None."""
    return next((begin for begin in reversed(_begins(match)) if _activation(match, begin).side in humans), None)


def _activated_id(match: Match, begin: int) -> str:
    """Return the id of the model whose activation starts after a number of answers."""
    state, entry = match.fork_at(begin).state, _activation(match, begin)
    if entry.choice is not None and (entry.kind == BEGIN or state.activation is None):
        return str(entry.choice[1])
    assert state.activation is not None
    return state.activation.model


def _activation(match: Match, begin: int) -> Answered:
    """Return the answer that starts an activation."""
    entry = match.journal[begin]
    assert isinstance(entry, Answered)
    return entry


def _moved(before: State, after: State, side: int) -> tuple[tuple[str, Pose], ...]:
    """Return the models of a side that are on the table and have another pose than before."""
    return tuple(
        (model.id, model.pose) for model in after.on_table()
        if model.side == side and (model.id not in before.models or model.pose != before.models[model.id].pose)
    )  # fmt: skip
