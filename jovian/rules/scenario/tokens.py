"""Tokens that models carry: search for them, mine them from a comet, or issue them to a fleet (v1.2.4 Scenarios)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Annotated, cast

from jovian.cards import Base, ScenarioCard, UnitCard
from jovian.cards.files import Cause, key_mention
from jovian.cards.fleet import TRACKS
from jovian.cards.keys import Limits, Mark, Name, SquadronType
from jovian.cards.names import COMMON
from jovian.cards.scenario import Amount, Number, Role, TokenPiece
from jovian.frozen import freeze_mapping, frozen
from jovian.game import (
    EMBARKED,
    NEUTRAL,
    RESERVE,
    Answer,
    Decision,
    Game,
    ListDecision,
    Model,
    Option,
    Procedure,
    Refusal,
    State,
    Terrain,
    ask,
)
from jovian.game.answers import CutOut, Issue, Keep, Refine, TakeAlong
from jovian.game.events import TokensCarried
from jovian.rules.attack.attack import aftermath, empty_queue, spend_fire_control, use_up
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import burn_together, hand_over, issued_note, load, token_count
from jovian.rules.basics.rolls import RollLink, SkillTest, in_plural, oppose, pluralize, roll, roll_skill_test
from jovian.rules.close_combat.dogfight import LINKED, SINGLY, Arms, Fight
from jovian.rules.rulebook.active_effects import global_rules_with
from jovian.rules.rulebook.effect import BOMBING, Fired
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import has_role, side_of
from jovian.rules.scenario.zones import CometInZone
from jovian.rules.shots.formula import Assessment, assess_close
from jovian.rules.shots.ratings import skill_test
from jovian.rules.shots.shot import Shot, weapon_of
from jovian.rules.squadrons import FREE_MOVE, free_move
from jovian.rules.supplies import FuelPod
from jovian.rules.terrain import COMET
from jovian.rules.weapons import Lance
from jovian.table import touches

# --- Tokens ---
PLENTY = 10**6
"""The limit of models that may carry any number."""


@frozen
class Taking:
    """What a squadron may take along, and from which ship."""

    ship: str
    token: str


@frozen
class Token(GlobalRule, TokenPiece):
    """A token that models carry."""

    name = "Tokens"
    place = "v1.2.4 Scenarios > Advanced Scenarios"
    summary = "Tokens move to the ship that their carrier lands on, and are lost with their carrier."

    launch: Annotated[Number, Mark.NULL] = 0
    """How many tokens a squadron may take along when it launches."""
    most: Annotated[Amount, Mark.NULL] = PLENTY
    """How many tokens a squadron may carry."""

    def words(self, count: int) -> str:
        """Format a number of tokens."""
        return pluralize(count, self.token, self.plural)

    def space_left(self, model: Model) -> int:
        """Return how many more tokens a model may carry."""
        return PLENTY if model.is_capital else max(0, self.most - token_count(model, self.token))

    def takes_along(self, game: Game, model: Model, ship: Model) -> Procedure[None]:
        """Ask the squadron's side how many of the ship's tokens it takes along."""
        max_count = min(self.launch, token_count(ship, self.token), self.space_left(model))
        listed = [
            Option(TakeAlong(0), "Leave them aboard", f"{self.words(token_count(ship, self.token))} on {ship.name}")
        ]
        listed += [Option(TakeAlong(count), f"Take {self.words(count)}") for count in range(1, max_count + 1)]
        title = f"{model.name}: how many {self.plural or in_plural(self.token)} from {ship.name}?"
        taking = Taking(ship.id, self.token)
        answer = yield from ask(
            ListDecision("along", model.side, title, self.place, listed, subject=model.id, stake=taking)
        )
        hand_over(game, ship, model, self.token, answer.count, "launched")

    def landed(self, game: Game, model: Model, ship: Model) -> None:
        """Move all tokens of a squadron to the ship. Aboard a neutral object, the squadron keeps them."""
        if (count := token_count(model, self.token)) and not ship.is_neutral:
            hand_over(game, model, ship, self.token, count, "landed")

    def destroyed(self, game: Game, model: Model) -> None:
        """Remove the tokens of a lost model."""
        load(game, model, self.token, -token_count(model, self.token), "destroyed")


def tokens(state: State) -> Iterator[Token]:
    """Return the kinds of tokens of a game."""
    return (rule for rule in global_rules_with(state, GlobalRule.takes_along) if isinstance(rule, Token))


def find_token(state: State, name: str) -> Token:
    """Return a kind of token by its name, which the scenario has checked."""
    return next(token for token in tokens(state) if token.token == name)


def _load_up_to(game: Game, model: Model, name: str, count: int, cause: str) -> int:
    """Load up to `count` tokens, and return how many the model could carry."""
    loaded = min(count, find_token(game.state, name).space_left(model))
    load(game, model, name, loaded, cause)
    return loaded


# --- Search (v1.2.4 Scenarios > Break the Truce > Search for Escape Pods) ---
SEARCH = "v1.2.4 Scenarios > Break the Truce > Search for Escape Pods"


class Search(Action):
    """Search for what the scenario has hidden. One test finds tokens of every kind."""

    __slots__ = ()

    name = "search"
    place = SEARCH
    summary = "A skill test anywhere on the table finds what the scenario has hidden, and loads it at once."

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse a side that finds nothing, and a model that can't carry more."""
        rules = list(_search_rules(state, model))
        if not rules:
            return self.make_refusal("There is nothing to find for this side.")
        if all(find_token(state, rule.token).space_left(model) < 1 for rule in rules):
            return self.make_refusal(f"{model.name} can't carry more.")
        return None

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        return skill_test(state, model, "Search")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Take the test, and load what is found onto the model."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        for rule in list(_search_rules(game.state, model)):
            count = _load_up_to(game, model, rule.token, rule.found[result.best], self.name)
            if count:
                words = find_token(game.state, rule.token).words(count)
                for clause in global_rules_with(game.state, GlobalRule.searched):
                    clause.searched(game, model, words)


@frozen
class SearchFor(GlobalRule):
    """What may be found with Search."""

    name = "Search"
    place = SEARCH
    summary = "Any model may search anywhere. The result of a skill test decides how many it finds."

    brings_tokens = True

    token: Name
    found: Annotated[tuple[Number, Number, Number, Number], Mark.NULL] = (0, 1, 2, 2)
    """The number of tokens by N, D, T, and Q+."""
    role: Annotated[Role, Mark.NULL] = ""

    def actions(self) -> tuple[Action, ...]:
        return (Search(),)


def _search_rules(state: State, model: Model) -> Iterator[SearchFor]:
    """Return what the side of a model may find."""
    clauses = state.rulebook.clauses
    return (rule for rule in clauses if isinstance(rule, SearchFor) and has_role(state, model.side, rule.role))


# --- Mine a comet (v1.2.4 Scenarios > Water Raid > Mine the Comet, R83) ---
MINE = "v1.2.4 Scenarios > Water Raid > Mine the Comet"
FUEL_PODS = "v1.2.4 Scenarios > Water Raid > Fuel Pods"
MINERS, REFINERS = "miners", "refiners"
"""The squadrons that carry what they have mined, and those that have turned a unit into Fuel Pods."""


@frozen
class MineComet(GlobalRule):
    """What may be cut from a comet, and by whom."""

    name = "Mine the Comet"
    place = MINE
    summary = "In contact with a comet, a squadron may cut tokens from it with its lances, as with a Bombing action."

    brings_tokens = True

    token: Name
    defense: Annotated[int, Limits(ge=1, le=20), Mark.NULL] = 4
    """The comet's defense dice."""
    role: Annotated[Role, Mark.NULL] = ""
    squadrons: Annotated[SquadronType, Mark.NULL] = ""
    """The squadron type that may mine, or "" for all."""
    fuel_pods: Annotated[bool, Mark.NULL] = False
    """Whether a squadron may once turn a unit that it has mined into Fuel Pods."""

    def lacks(self, scenario: ScenarioCard) -> Iterator[Cause]:
        """Yield a comet, if there is none."""
        is_placed = any(isinstance(rule, CometInZone) for rule in scenario.special_rules)
        if not (is_placed or scenario.layout or any(piece.kind == COMET for piece in scenario.terrain)):
            yield "a ", key_mention(COMET)

    def actions(self) -> tuple[Action, ...]:
        return (Mine(self),)

    def activated(self, game: Game, model: Model) -> Procedure[None]:
        """Ask a squadron that carries what it has mined, in each of its activations."""
        if model.id in self._ids(game.state, MINERS):
            yield from self.ask_to_refine(game, model)

    def landed(self, game: Game, model: Model, ship: Model) -> None:
        """Forget what a squadron has mined once a ship has it."""
        if model.id in self._ids(game.state, MINERS) and not token_count(model, self.token):
            self._remember_ids(game, MINERS, [each for each in self._ids(game.state, MINERS) if each != model.id])

    def note_miners(self, game: Game, miners: Sequence[Model]) -> None:
        """Remember that these squadrons carry what they have mined."""
        ids = self._ids(game.state, MINERS)
        self._remember_ids(game, MINERS, [*ids, *(miner.id for miner in miners if miner.id not in ids)])

    def ask_to_refine(self, game: Game, model: Model) -> Procedure[None]:
        """Ask whether a squadron turns a unit into Fuel Pods, once a game."""
        refiner_ids = self._ids(game.state, REFINERS)
        if model.id in refiner_ids or FuelPod.holds(model) or not token_count(model, self.token):
            return
        kept = find_token(game.state, self.token).words(token_count(model, self.token))
        listed: list[Option[Keep | Refine]] = [
            Option(Keep(), f"Keep all {kept}"),
            Option(Refine(), "Turn 1 into Fuel Pods", "once: +2 Fuel for 1 activation"),
        ]
        title = f"{model.name}: turn 1 {self.token} into Fuel Pods?"
        answer = yield from ask(ListDecision("refine", model.side, title, FUEL_PODS, listed, subject=model.id))
        if isinstance(answer, Refine):
            load(game, model, self.token, -1, "made into fuel")
            FuelPod.enter(game, model)
            self._remember_ids(game, REFINERS, [*refiner_ids, model.id])

    def _ids(self, state: State, list_name: str) -> tuple[str, ...]:
        """Return the ids of squadrons that carry what they mined, or that have turned a unit into fuel."""
        note = state.notes.get(f"{self.name} > {list_name}", ())
        return tuple(map(str, note)) if isinstance(note, tuple) else ()

    def _remember_ids(self, game: Game, list_name: str, ids: Sequence[str]) -> None:
        self.note(game, f"{self.name} > {list_name}", tuple(ids))


@frozen
class Mine(Action):
    """Cut tokens from a comet."""

    name = "mine"
    place = MINE
    verb = "mine"
    needs = "a squadron with a Lance; contact with the comet when resolved"

    rule: MineComet

    @property
    def summary(self) -> str:  # type: ignore[override]
        return (
            f"A Bombing action against the comet: Lance, Skill and fuel against {self.rule.defense} dice. "
            f"Each double cuts 1 {self.rule.token}, a triple 2, a quadruple 3."
        )

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """Refuse models that the scenario doesn't let mine, and those without a lance or capacity."""
        rule, card = self.rule, model.card
        if model.is_capital or rule.squadrons not in ("", card.squadron_type):
            return self.make_refusal(f"Only {f'{rule.squadrons} squadrons'.strip()} may mine.")
        if not has_role(state, model.side, rule.role):
            return self.make_refusal(f"Only the {rule.role} may mine.")
        if not lances(state, model):
            return self.make_refusal(f"{model.name} needs an undamaged Lance and 1 Fire Control.")
        if all(self._token(state).space_left(member) < 1 for member in formation_members(state, model)):
            carried = self._token(state).words(token_count(model, rule.token))
            return self.make_refusal(f"{model.name} carries {carried} and can't carry more.")
        return None if comets(state) else self.make_refusal("There is no comet on the table.")

    def _token(self, state: State) -> Token:
        return find_token(state, self.rule.token)

    def closes_with(self, state: State, model: Model) -> list[str]:
        """Return the ids of all comets."""
        return [piece.id for piece in comets(state)]

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        if touched_comet(state, model) is not None:
            return None
        return self.make_refusal(f"{model.name} must be in contact with the comet.")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Bid fuel, cut, load the units, and make a free move as after a Bombing Run (R73)."""
        act, group = game.state.activation, list(formation_members(game.state, model))
        cut = yield from self._choose_cut(game, model)
        burn_together(game, model, cut.fuel, "bid")
        units = 0
        for shot in cut.shots:
            units += yield from self._cut(game, model, shot)
        miners = self._load(game, group, units)
        yield from aftermath(game, group, Fired(cut.arms.mounts, "", BOMBING))
        if self.rule.fuel_pods:
            self.rule.note_miners(game, miners)
            for miner in miners:
                yield from self.rule.ask_to_refine(game, miner)
        yield from free_move(game, model, FREE_MOVE)
        if act is not None and game.state.activation is act:
            act.stopped = True
        yield from empty_queue(game)

    def _choose_cut(self, game: Game, model: Model) -> Procedure[CutOption]:
        """Ask which lances to use, and how much fuel to bid."""
        comet = touched_comet(game.state, model)
        assert comet is not None
        candidates = cuts(game.state, model, comet, self.rule.defense)
        listed = [
            Option(CutOut(cut.arms.mounts, cut.manner, cut.fuel), _cut_label(cut), _cut_odds(cut)) for cut in candidates
        ]
        title = f"{model.name} mines the comet: how much fuel?"
        answer = yield from ask(ListDecision("mine", model.side, title, self.place, listed, subject=model.id))
        return next(cut for cut, option in zip(candidates, listed, strict=True) if option.answer == answer)

    def _cut(self, game: Game, model: Model, shot: Assessment) -> Procedure[int]:
        """Roll an attack against the comet's dice, and return the number of units cut."""
        spend_fire_control(game, shot.attacker)
        purpose, opposition = f"{shot.weapon} of {model.name} at the comet", shot.opposition
        assert opposition is not None
        link = RollLink(model.id)
        result = yield from roll(
            game, model.side, purpose, shot.roll.pool,
            reroll=shot.roll.reroll, shift=shot.roll.shift, parts=shot.roll.all_contributions(), link=link,
        )  # fmt: skip
        if result:
            comet_text = f"{rulebook(game.state).terrain[comets(game.state)[0].kind].name} against {shot.weapon}"
            result = yield from oppose(
                game, NEUTRAL, comet_text, result, opposition.pool, opposition.all_contributions(), link=link
            )
        use_up(game, formation_members(game.state, model), shot.mounts)
        return result.total

    def _load(self, game: Game, group: Sequence[Model], units: int) -> list[Model]:
        """Load units onto the members of a formation, and return those that got any."""
        loaded_members = []
        for member in group:
            loaded = _load_up_to(game, member, self.rule.token, units, self.name)
            units -= loaded
            loaded_members += [member] * bool(loaded)
        return loaded_members


def _cut_label(cut: CutOption) -> str:
    count = len(cut.arms.mounts)
    lances_text = f", {count} lances {cut.manner}" if count > 1 else ""
    return f"{pluralize(cut.fuel, 'fuel', 'fuel') if cut.fuel else 'No fuel'}{lances_text}"


def _cut_odds(cut: CutOption) -> str:
    """Format the probabilities of at least 1, 2, and 3 units."""
    return ", ".join(f"{minimum}+ {chance:.0%}" for minimum, chance in enumerate(cut.chances()[:3], 1))


# --- Numbers of a cut ---


@frozen
class CutOption:
    """One way to cut: lances, a bid of fuel, and the attacks that they make."""

    arms: Arms
    fuel: int
    shots: tuple[Assessment, ...]

    @property
    def manner(self) -> str:
        """The manner of the lances in an answer."""
        return LINKED if self.arms.linked else SINGLY

    def chances(self) -> list[float]:
        """Return the probabilities that at least 1, 2, 3, ... units are cut."""
        chance_by_total = {0: 1.0}
        for shot in self.shots:
            new_chances: dict[int, float] = {}
            for result, chance in shot.odds().items():
                for earlier, earlier_chance in chance_by_total.items():
                    total = earlier + result.total
                    new_chances[total] = new_chances.get(total, 0.0) + earlier_chance * float(chance)
            chance_by_total = new_chances
        return [
            sum(chance_by_total[total] for total in sorted(chance_by_total) if total >= minimum)
            for minimum in range(1, max(chance_by_total) + 1)
        ]

    @property
    def expected(self) -> float:
        """The expected number of units."""
        return sum(self.chances())


def comets(state: State) -> list[Terrain]:
    """Return the bodies of the comets on the table, in the order in which they were placed."""
    return [piece for piece in state.terrain.values() if piece.kind == COMET]


def touched_comet(state: State, model: Model) -> Terrain | None:
    """Return the comet in contact with a squadron or its formation, or None."""
    group = formation_members(state, model)
    for piece in comets(state):
        if any(touches(member.base, member.pose, part, piece.pose) for member in group for part in piece.outline):
            return piece
    return None


def lances(state: State, model: Model) -> list[Arms]:
    """Return the lances that a squadron may use together now."""
    fight = Fight(state, model, model, BOMBING)
    return [arms for arms in fight.arms() if arms.mounts and _is_lance(model, arms)]


def _is_lance(model: Model, arms: Arms) -> bool:
    weapon = weapon_of(model, arms.mounts[0])
    return weapon is not None and weapon.type == Lance.name


def cuts(state: State, model: Model, comet: Terrain, defense: int) -> list[CutOption]:
    """Return every way to cut: without fuel first, then by expected units."""
    target = _comet_model(state, comet, defense)
    fight = Fight(state, model, target, BOMBING)
    candidates = [
        CutOption(arms, bid, tuple(_attacks(fight, arms, bid, defense)))
        for bid in range(fight.max_fuel + 1) for arms in lances(state, model)
    ]  # fmt: skip
    return sorted(candidates, key=lambda cut: (cut.fuel, -round(cut.expected, 6)))


def _attacks(fight: Fight, arms: Arms, bid: int, defense: int) -> list[Assessment]:
    """Return the attacks of a cut. All dice attack, since nothing fires back.

    Lances that aren't linked repeat the attack (R72).
    """
    dice, state, model = fight.dice(arms, bid), fight.state, fight.model
    weapon = weapon_of(model, arms.mounts[0])
    assert weapon is not None
    groups = [arms.mounts] if arms.linked else [(mount,) for mount in arms.mounts]
    return [
        assess_close(Shot(state, model, mounts, weapon, fight.foe, BOMBING, share=dice, resist=defense))
        for mounts in groups
    ]


def _comet_model(state: State, comet: Terrain, defense: int) -> Model:
    """Return a comet as the target of bombing, without arcs, armor, and weapons."""
    model = Model(
        comet.id, _comet_card(comet.outline[0].reach, defense), NEUTRAL, rulebook(state).terrain[comet.kind].name
    )
    model.base, model.pose = comet.outline[0], comet.pose
    return model


@lru_cache(maxsize=64)
def _comet_card(radius: float, defense: int) -> UnitCard:
    tracks = {**dict.fromkeys(TRACKS, ()), "structure": (1,), "defense": (defense,)}
    return UnitCard(
        key=f"{COMMON.lower()}/comet", kind="capital", faction=COMMON, name="Comet", tv=0, version="1.2.4",
        image="", base=Base("circle", 2 * radius, 2 * radius), speed=0, fire_control=0, turns=0, skill=0, unit_cap=0,
        armor=freeze_mapping(dict.fromkeys(("fore", "side", "port", "starboard", "aft"), 0)), signature=0, sensors=0,
        tracks=freeze_mapping(tracks), mounts=(), traits=(), squadron_type=None, drone_class=None, source_text="{}",
    )  # fmt: skip


# --- Issue tokens before deployment (v1.2.4 Scenarios > Water Raid > Water Reserves, R83) ---
RESERVES = "v1.2.4 Scenarios > Water Raid > Water Reserves"
Shares = dict[str, int]
"""The number of tokens for each model id."""


@frozen
class Distribute(GlobalRule):
    """Reserves: the tokens that a side issues to its fleet."""

    name = "Reserves"
    place = RESERVES
    summary = (
        "Before it deploys, a side issues tokens to its models in secret. They become known when the model is on the "
        "table. A squadron with tokens can't start aboard a ship."
    )

    brings_tokens = issues_tokens = True

    token: Name
    amount: Amount
    role: Role
    on_capital: Annotated[Amount, Mark.NULL] = PLENTY
    on_squadron: Annotated[Amount, Mark.NULL] = 0
    squadrons: Annotated[SquadronType, Mark.NULL] = ""
    """The squadron type that may be issued tokens, or "" for all."""

    def max_tokens(self, model: Model) -> int:
        """Return how many tokens a model may be issued."""
        if model.is_capital:
            return self.on_capital
        may_carry = not model.is_drone and self.squadrons in ("", model.card.squadron_type)
        return self.on_squadron if may_carry else 0

    def able(self, state: State) -> list[Model]:
        """Return the models of the side that may be issued tokens and aren't deployed yet."""
        models = (model for model in state.models.values() if model.owner == side_of(state, self.role))
        return [model for model in models if model.place == RESERVE and self.max_tokens(model)]

    def total(self, state: State) -> int:
        """Return how many tokens are issued: all that the models can carry."""
        return min(self.amount, sum(map(self.max_tokens, self.able(state))))

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """Ask for the secret distribution. The total is public."""
        state = game.state
        total, side = self.total(state), side_of(state, self.role)
        if total:
            answer = cast(Issue, (yield IssueTokens(state, self)))
            for model_id, count in zip(answer.models, answer.counts, strict=True):
                load(game, state.models[model_id], self.token, count, "issued")
        issued = find_token(state, self.token).words(total)
        self.note(game, issued_note(self.token), total, f"issues {issued} to its fleet in secret", side)
        return False

    def refuse_deployment(
        self, state: State, side: int, coming: tuple[Model, ...], left: tuple[Model, ...]
    ) -> Refusal | None:
        """Refuse to embark a model that was issued tokens."""
        for model in coming:
            if model.place == EMBARKED and token_count(model, self.token):
                return Refusal(f"{model.name} has been issued {self.token}, so it can't start aboard.", RESERVES)
        return None

    def deployed(self, game: Game, model: Model) -> None:
        """Tell the other side what a model was issued once the model is visible."""
        count = token_count(model, self.token)
        if count and model.public:
            event = TokensCarried(model=model.id, token=self.token, amount=count, left=count, cause="issued")
            game.log_event(event, 1 - model.side)


def note_initial_issue(state: State) -> None:
    """Remember the tokens issued in a scenario that places its models: as many as the rule says."""
    for rule in rulebook(state).clauses:
        if isinstance(rule, Distribute):
            state.notes[issued_note(rule.token)] = rule.amount


class IssueTokens(Decision):
    """Distribute tokens among your models."""

    kind = "issue"
    answers = (Issue,)
    __slots__ = ("rule", "state")

    def __init__(self, state: State, rule: Distribute) -> None:
        side, words = side_of(state, rule.role), find_token(state, rule.token).words(rule.total(state))
        super().__init__(side, f"Issue {words} to your models", rule.place, anchor=True, secret=True)
        self.state = state
        self.rule = rule

    def on(self, state: State) -> IssueTokens:
        return IssueTokens(state, self.rule)

    @property
    def token(self) -> Token:
        """The kind of token."""
        return find_token(self.state, self.rule.token)

    @property
    def models(self) -> list[Model]:
        """The models that may be issued tokens, ships first."""
        return sorted(self.rule.able(self.state), key=lambda model: not model.is_capital)

    @property
    def total(self) -> int:
        """The number of tokens to issue."""
        return self.rule.total(self.state)

    def judge(self, answer: Answer) -> Refusal | None:
        issue, model_by_id = cast(Issue, answer), {model.id: model for model in self.models}
        if len(issue.models) != len(issue.counts) or len(set(issue.models)) != len(issue.models):
            return Refusal("Name each model once, with a number.", self.cited)
        for model_id, count in zip(issue.models, issue.counts, strict=True):
            if model_id not in model_by_id:
                return Refusal(f"'{model_id}' can't be issued any.", self.cited)
            if count > self.rule.max_tokens(model_by_id[model_id]):
                model = model_by_id[model_id]
                return Refusal(f"{model.name} can be issued at most {self.rule.max_tokens(model)}.", self.cited)
        issued = sum(issue.counts)
        if issued != self.total:
            return Refusal(f"Issue all {self.token.words(self.total)}. You have issued {issued}.", self.cited)
        return None

    def issue(self, shares: Shares) -> Issue:
        """Return the answer for these shares."""
        issued = [(model.id, shares[model.id]) for model in self.models if shares.get(model.id)]
        return Issue(tuple(model_id for model_id, _ in issued), tuple(count for _, count in issued))

    def default(self) -> Issue:
        """Distribute evenly over the ships, and the rest over squadrons."""
        return self.issue(self._spread([model for model in self.models if model.is_capital]))

    def _spread(self, first: list[Model]) -> Shares:
        """Distribute one by one over some models, then over all others."""
        shares: Shares = {}
        for group in (first, [model for model in self.models if model not in first]):
            while sum(shares.values()) < self.total and any(self._space_left(shares, model) for model in group):
                for model in group:
                    if self._space_left(shares, model) and sum(shares.values()) < self.total:
                        shares[model.id] = shares.get(model.id, 0) + 1
        return shares

    def _space_left(self, shares: Shares, model: Model) -> int:
        return self.rule.max_tokens(model) - shares.get(model.id, 0)

    def sample(self, rng: Random) -> Issue:
        """Give each token to a random model that can carry more."""
        shares: Shares = {}
        for _ in range(self.total):
            candidates = [model for model in self.models if self._space_left(shares, model)]
            chosen = candidates[int(rng.random() * len(candidates))]
            shares[chosen.id] = shares.get(chosen.id, 0) + 1
        return self.issue(shares)

    def options(self) -> Iterator[Option[Issue]]:
        """Yield an even distribution over ships, squadrons first, and as few ships as possible from each ship on."""
        ships = [model for model in self.models if model.is_capital]
        yield Option(self.default(), "Spread over the ships")
        if len(ships) < len(self.models):
            squadrons = [model for model in self.models if not model.is_capital]
            yield Option(self.issue(self._spread(squadrons)), "To the squadrons first")
        for number, ship in enumerate(ships if len(ships) > 1 else ()):
            shares: Shares = {}
            for model in (
                *ships[number:],
                *ships[:number],
                *(squadron for squadron in self.models if not squadron.is_capital),
            ):
                shares[model.id] = min(self.rule.max_tokens(model), self.total - sum(shares.values()))
            yield Option(self.issue(shares), f"As many as possible on {ship.name}")
