"""Tokens that models carry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple, cast

from jovian.cards import Base, UnitCard
from jovian.cards.fleet import TRACKS
from jovian.cards.names import COMMON
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
from jovian.rules.basics.rolls import SkillTest, oppose, pluralize, roll, roll_skill_test, several
from jovian.rules.close_combat.dogfight import LINKED, SINGLY, Arms, Fight
from jovian.rules.rulebook.active_effects import clauses_with
from jovian.rules.rulebook.effect import BOMBING, Fired
from jovian.rules.rulebook.global_rule import GlobalRule
from jovian.rules.rulebook.order import Action
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import has_role, side_of
from jovian.rules.shots.formula import Assessment, assess_close
from jovian.rules.shots.ratings import skill_test
from jovian.rules.shots.shot import Shot, weapon_of
from jovian.rules.squadrons import FREE_MOVE, free_move
from jovian.rules.terrain import COMET
from jovian.rules.traits.states import FuelPod
from jovian.rules.weapons import Lance
from jovian.table import touches

# --- token ---
# A token that models carry: what becomes of it when its bearer launches, lands or is lost (v1.2.4 Scenarios).

PLENTY = 10**6
"""Room of what may carry any number."""


@frozen
class Taking:
    """What a squadron may take along, and from which ship."""

    ship: str
    token: str


@frozen
class Token(GlobalRule):
    """One kind of token of a scenario."""

    name = "Tokens"
    place = "v1.2.4 Scenarios > Advanced Scenarios"
    summary = "What models carry goes to the ship they land on, and is lost with them."

    token: str
    plural: str = ""
    on_captured: int = 1
    """For how many one counts aboard a captured ship (`objectives/counts.py` reads it of the scenario)."""
    launch: int = 0
    """How many a squadron may take along as it launches."""
    most: int = PLENTY
    """How many a squadron may carry."""

    def words(self, count: int) -> str:
        """So many of them, as a player reads it."""
        return pluralize(count, self.token, self.plural)

    def room(self, model: Model) -> int:
        """How many more a model may carry."""
        return PLENTY if model.capital else max(0, self.most - token_count(model, self.token))

    def takes_along(self, game: Game, model: Model, ship: Model) -> Procedure[None]:
        """The squadron's side chooses how many of the ship's go with it."""
        able = min(self.launch, token_count(ship, self.token), self.room(model))
        listed = [
            Option(TakeAlong(0), "Leave them aboard", f"{self.words(token_count(ship, self.token))} on {ship.name}")
        ]
        listed += [Option(TakeAlong(count), f"Take {self.words(count)}") for count in range(1, able + 1)]
        title = f"{model.name}: how many {self.plural or several(self.token)} from {ship.name}?"
        what = Taking(ship.id, self.token)
        answer = yield from ask(
            ListDecision("along", model.side, title, self.place, listed, subject=model.id, stake=what)
        )
        hand_over(game, ship, model, self.token, answer.count, "launched")

    def landed(self, game: Game, model: Model, ship: Model) -> None:
        """All that a squadron carries is the ship's; aboard what is nobody's it keeps it."""
        if (count := token_count(model, self.token)) and not ship.neutral:
            hand_over(game, model, ship, self.token, count, "landed")

    def destroyed(self, game: Game, model: Model) -> None:
        """What it carried is lost."""
        load(game, model, self.token, -token_count(model, self.token), "destroyed")


def tokens(state: State) -> Iterator[Token]:
    """The tokens of a game."""
    return (each for each in clauses_with(state, GlobalRule.takes_along) if isinstance(each, Token))


def find_token(state: State, name: str) -> Token:
    """A token of the game by its name, which the cards have checked."""
    return next(each for each in tokens(state) if each.token == name)


def take_on(game: Game, model: Model, name: str, count: int, cause: str) -> int:
    """Load so many, or as many as it may carry; how many that were."""
    taken = min(count, find_token(game.state, name).room(model))
    load(game, model, name, taken, cause)
    return taken


# --- cutting ---
# The numbers of cutting into a comet as a Bombing action does: weapons, fuel, dice, and what comes of them.


class Cut(NamedTuple):
    """One way to cut: lances, a bid of fuel, and the attacks that they make."""

    arms: Arms
    fuel: int
    shots: tuple[Assessment, ...]

    @property
    def manner(self) -> str:
        """How the lances are used, as it is written."""
        return LINKED if self.arms.linked else SINGLY

    def chances(self) -> list[float]:
        """How likely so many units or more are cut, from 1 on."""
        spread = {0: 1.0}
        for shot in self.shots:
            now: dict[int, float] = {}
            for result, chance in shot.odds().items():
                for before, likely in spread.items():
                    total = before + result.total
                    now[total] = now.get(total, 0.0) + likely * float(chance)
            spread = now
        return [sum(spread[each] for each in sorted(spread) if each >= least) for least in range(1, max(spread) + 1)]

    @property
    def expected(self) -> float:
        """How many units may be expected."""
        return sum(self.chances())


def comets(state: State) -> list[Terrain]:
    """The bodies of the comets on the table, in the order in which they were laid."""
    return [piece for piece in state.terrain.values() if piece.kind == COMET]


def touched_comet(state: State, model: Model) -> Terrain | None:
    """The comet that a squadron, or another of its formation, is in contact with."""
    group = formation_members(state, model)
    for piece in comets(state):
        if any(touches(each.base, each.pose, part, piece.pose) for each in group for part in piece.outline):
            return piece
    return None


def lances(state: State, model: Model) -> list[Arms]:
    """The lances that a squadron may use together now."""
    fight = Fight(state, model, model, BOMBING)
    return [arms for arms in fight.arms() if arms.mounts and _is_lance(model, arms)]


def _is_lance(model: Model, arms: Arms) -> bool:
    weapon = weapon_of(model, arms.mounts[0])
    return weapon is not None and weapon.type == Lance.name


def cuts(state: State, model: Model, comet: Terrain, defense: int) -> list[Cut]:
    """Every way, what promises most without fuel first."""
    target = _target(state, comet, defense)
    fight = Fight(state, model, target, BOMBING)
    found = [
        Cut(arms, bid, tuple(_shots(fight, arms, bid, defense)))
        for bid in range(fight.max_fuel + 1) for arms in lances(state, model)
    ]  # fmt: skip
    return sorted(found, key=lambda cut: (cut.fuel, -round(cut.expected, 6)))


def _shots(fight: Fight, arms: Arms, bid: int, defense: int) -> list[Assessment]:
    """All dice attack, since nothing fires back; several lances that are not linked repeat the attack (R72)."""
    dice, state, model = fight.dice(arms, bid), fight.state, fight.model
    weapon = weapon_of(model, arms.mounts[0])
    assert weapon is not None
    groups = [arms.mounts] if arms.linked else [(mount,) for mount in arms.mounts]
    return [
        assess_close(Shot(state, model, mounts, weapon, fight.foe, BOMBING, share=dice, resist=defense))
        for mounts in groups
    ]


def _target(state: State, comet: Terrain, defense: int) -> Model:
    """A comet as what is bombed: it has no arcs, no armor and no guns."""
    found = Model(comet.id, _card(comet.outline[0].reach, defense), NEUTRAL, rulebook(state).terrain[comet.kind].name)
    found.base, found.pose = comet.outline[0], comet.pose
    return found


@lru_cache(maxsize=64)
def _card(radius: float, defense: int) -> UnitCard:
    tracks = {**dict.fromkeys(TRACKS, ()), "structure": (1,), "defense": (defense,)}
    return UnitCard(
        key=f"{COMMON.lower()}/comet", kind="capital", faction=COMMON, name="Comet", tv=0, version="1.2.4",
        image="", base=Base("circle", 2 * radius, 2 * radius), speed=0, fire_control=0, turns=0, skill=0, unit_cap=0,
        armor=freeze_mapping(dict.fromkeys(("fore", "side", "port", "starboard", "aft"), 0)), signature=0, sensors=0,
        tracks=freeze_mapping(tracks), mounts=(), traits=(), squadron_type=None, drone_class=None, source_text="{}",
    )  # fmt: skip


# --- searching ---
# Searching: an action and a skill test by which any model finds tokens (v1.2.4 Scenarios > Break the Truce).

SEARCHING_CITATION = "v1.2.4 Scenarios > Break the Truce > Search for Escape Pods"


class Search(Action):
    """Look for what the scenario has hidden; one test finds tokens of every kind that may be found."""

    __slots__ = ()

    name = "search"
    place = SEARCHING_CITATION
    summary = "A skill test anywhere on the table finds what the scenario says; it is aboard at once."

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal where this side finds nothing, or has no room for it."""
        able = list(_finders(state, model))
        if not able:
            return self.make_refusal("There is nothing for its side to find.")
        if all(find_token(state, each.token).room(model) < 1 for each in able):
            return self.make_refusal("It carries all that it can.")
        return None

    def test(self, state: State, model: Model, at: str = "") -> SkillTest:
        """The skill test that it takes, with what modifies it."""
        return skill_test(state, model, "Search")

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Test, and load what is found onto the model itself."""
        result = yield from roll_skill_test(game, model, self.test(game.state, model))
        for finder in list(_finders(game.state, model)):
            count = take_on(game, model, finder.token, finder.found[result.best], self.name)
            if count:
                said = find_token(game.state, finder.token).words(count)
                for clause in clauses_with(game.state, GlobalRule.searched):
                    clause.searched(game, model, said)


@frozen
class SearchFor(GlobalRule):
    """What may be found by searching."""

    name = "Search"
    place = SEARCHING_CITATION
    summary = "Any model may search, anywhere: a skill test finds so many by its result."

    token: str
    found: tuple[int, ...] = (0, 1, 2, 2)
    """How many, by N, D, T and Q+."""
    role: str = ""

    def actions(self) -> tuple[Action, ...]:
        """The action of searching."""
        return (Search(),)


def _finders(state: State, model: Model) -> Iterator[SearchFor]:
    """What the side of a model may find."""
    clauses = state.rulebook.clauses
    return (each for each in clauses if isinstance(each, SearchFor) and has_role(state, model.side, each.role))


# --- mining ---
# Mining a comet: a Bombing action against it by squadrons with lances (v1.2.4 Scenarios > Water Raid, R83).

MINING_CITATION = "v1.2.4 Scenarios > Water Raid > Mine the Comet"
FUEL_PODS = "v1.2.4 Scenarios > Water Raid > Fuel Pods"


@frozen
class MineComet(GlobalRule):
    """What may be cut out of a comet, by whom."""

    name = "Mine the Comet"
    place = MINING_CITATION
    summary = "In contact with a comet a squadron may cut tokens out of it with its lances, as by a Bombing action."

    token: str
    defense: int = 4
    """Dice with which the comet resists."""
    role: str = ""
    squadrons: str = ""
    """Of which type, "" for all."""
    fuel_pods: bool = False
    """May a squadron, once, make a unit that it has mined into Fuel Pods?"""

    def actions(self) -> tuple[Action, ...]:
        """The action of mining."""
        return (Mine(self),)


@frozen
class Mine(Action):
    """Cut into a comet."""

    name = "mine"
    place = MINING_CITATION
    verb = "mine"
    needs = "a squadron with a Lance; contact with the comet when resolved"

    rule: MineComet

    @property
    def summary(self) -> str:  # type: ignore[override]
        """What it does."""
        return (
            f"A Bombing action against the comet: Lance, Skill and fuel against {self.rule.defense} dice; "
            f"each double is 1 {self.rule.token}, a triple 2, four alike 3."
        )

    def refuse(self, state: State, model: Model) -> Refusal | None:
        """A refusal for all but those whom the scenario lets mine, with a lance and room for more."""
        rule, card = self.rule, model.card
        if model.capital or rule.squadrons not in ("", card.squadron_type):
            return self.make_refusal(f"Only {' '.join(each for each in (rule.squadrons, 'squadrons') if each)} mine.")
        if not has_role(state, model.side, rule.role):
            return self.make_refusal(f"Only the {rule.role} mines.")
        if not lances(state, model):
            return self.make_refusal("It takes a Lance that works, and a Fire Control.")
        if all(self._token(state).room(each) < 1 for each in formation_members(state, model)):
            return self.make_refusal(
                f"It carries all that it can: {self._token(state).words(token_count(model, rule.token))}."
            )
        return None if comets(state) else self.make_refusal("There is no comet on the table.")

    def _token(self, state: State) -> Token:
        return find_token(state, self.rule.token)

    def closes_with(self, state: State, model: Model) -> list[str]:
        """The ids of all comets."""
        return [piece.id for piece in comets(state)]

    def refuse_resolve(self, state: State, model: Model, at: str = "") -> Refusal | None:
        """A refusal unless it is in contact with a comet."""
        return (
            None
            if touched_comet(state, model) is not None
            else self.make_refusal("It must be in contact with the comet.")
        )

    def perform(self, game: Game, model: Model, at: str = "") -> Procedure[None]:
        """Fuel is bid, the lances cut, what they cut is loaded; then a free move, as after a Bombing Run (R73)."""
        act, group = game.state.activation, list(formation_members(game.state, model))
        cut = yield from self._ask(game, model)
        burn_together(game, model, cut.fuel, "bid")
        found = 0
        for shot in cut.shots:
            found += yield from self._strike(game, model, shot)
        mined = self._load(game, group, found)
        yield from aftermath(game, group, Fired(cut.arms.mounts, "", BOMBING))
        for each in mined if self.rule.fuel_pods else ():
            yield from self._refine(game, each)
        yield from free_move(game, model, FREE_MOVE)
        if act is not None and game.state.activation is act:
            act.stopped = True
        yield from empty_queue(game)

    def _ask(self, game: Game, model: Model) -> Procedure[Cut]:
        """Which lances, and how much fuel."""
        comet = touched_comet(game.state, model)
        assert comet is not None
        found = cuts(game.state, model, comet, self.rule.defense)
        listed = [Option(CutOut(cut.arms.mounts, cut.manner, cut.fuel), _label(cut), _promise(cut)) for cut in found]
        title = f"{model.name} mines the comet: how much fuel?"
        answer = yield from ask(ListDecision("mine", model.side, title, self.place, listed, subject=model.id))
        return next(cut for cut, option in zip(found, listed, strict=True) if option.answer == answer)

    def _strike(self, game: Game, model: Model, shot: Assessment) -> Procedure[int]:
        """The dice of an attack against those of the comet; how many units they cut."""
        spend_fire_control(game, shot.attacker)
        purpose, against = f"{shot.weapon} of {model.name} at the comet", shot.opposition
        assert against is not None
        result = yield from roll(
            game, model.side, purpose, shot.roll.pool,
            reroll=shot.roll.reroll, shift=shot.roll.shift, parts=shot.roll.makeup(),
        )  # fmt: skip
        if result:
            what = f"{rulebook(game.state).terrain[comets(game.state)[0].kind].name} against {shot.weapon}"
            result = yield from oppose(game, NEUTRAL, what, result, against.pool, against.makeup())
        use_up(game, formation_members(game.state, model), shot.mounts)
        return result.total

    def _load(self, game: Game, group: Sequence[Model], found: int) -> list[Model]:
        """Who of a formation takes some of it: each as much as it still has room for."""
        laden = []
        for each in group:
            taken = take_on(game, each, self.rule.token, found, self.name)
            found -= taken
            laden += [each] * bool(taken)
        return laden

    def _refine(self, game: Game, model: Model) -> Procedure[None]:
        """Once a game a squadron may forfeit a unit for Fuel Pods."""
        rule, made = self.rule, _made(game.state, self.rule)
        if model.id in made or FuelPod.holds(model):
            return
        listed: list[Option[Keep | Refine]] = [
            Option(Keep(), f"Keep all {self._token(game.state).words(token_count(model, rule.token))}"),
            Option(Refine(), "Make one into Fuel Pods", "once: +2 Fuel for one activation"),
        ]
        title = f"{model.name}: make a {rule.token} into Fuel Pods?"
        answer = yield from ask(ListDecision("refine", model.side, title, FUEL_PODS, listed, subject=model.id))
        if isinstance(answer, Refine):
            load(game, model, rule.token, -1, "made into fuel")
            FuelPod.enter(game, model)
            rule.remember(game, (*made, model.id))


def _made(state: State, rule: MineComet) -> Sequence[str]:
    """The squadrons that have made fuel of what they mined."""
    note = rule.recall(state)
    return tuple(map(str, note)) if isinstance(note, tuple) else ()


def _label(cut: Cut) -> str:
    count = len(cut.arms.mounts)
    many = f", {count} lances {cut.manner}" if count > 1 else ""
    return f"{pluralize(cut.fuel, 'fuel', 'fuel') if cut.fuel else 'No fuel'}{many}"


def _promise(cut: Cut) -> str:
    """How likely it cuts 1, 2 or 3 units at least."""
    return ", ".join(f"{least}+ {chance:.0%}" for least, chance in enumerate(cut.chances()[:3], 1))


# --- reserves ---
# Tokens that a side issues to its models in secret before it deploys (v1.2.4 Scenarios > Water Raid, R83).

RESERVES_CITATION = "v1.2.4 Scenarios > Water Raid > Water Reserves"
Shares = dict[str, int]
"""How many each model is issued, by its id."""


@frozen
class Distribute(GlobalRule):
    """What a side issues to its fleet."""

    name = "Reserves"
    place = RESERVES_CITATION
    summary = (
        "Before it deploys, a side issues tokens to its models in secret. What a model carries is known once it is on "
        "the table; a squadron that carries any does not start aboard a ship."
    )

    token: str
    amount: int
    role: str
    on_capital: int = PLENTY
    on_squadron: int = 0
    squadrons: str = ""
    """Of which type, "" for all."""

    def most(self, model: Model) -> int:
        """How many a model may be issued."""
        if model.capital:
            return self.on_capital
        suits = not model.drone and self.squadrons in ("", model.card.squadron_type)
        return self.on_squadron if suits else 0

    def able(self, state: State) -> list[Model]:
        """Those that may be issued any: the fleet of the side, as far as it is yet to come."""
        fleet = (each for each in state.models.values() if each.owner == side_of(state, self.role))
        return [each for each in fleet if each.place == RESERVE and self.most(each)]

    def total(self, state: State) -> int:
        """How many are issued: what fits."""
        return min(self.amount, sum(map(self.most, self.able(state))))

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """The secret choice; how many there are in all is known."""
        state = game.state
        total, side = self.total(state), side_of(state, self.role)
        if total:
            answer = cast(Issue, (yield IssueTokens(state, self)))
            for ident, count in zip(answer.models, answer.counts, strict=True):
                load(game, state.models[ident], self.token, count, "issued")
        issued = find_token(state, self.token).words(total)
        self.note(game, issued_note(self.token), total, f"issues {issued} to its fleet in secret", side)
        return False

    def refuse_deployment(
        self, state: State, side: int, coming: tuple[Model, ...], left: tuple[Model, ...]
    ) -> Refusal | None:
        """Who has been issued any does not start aboard a ship."""
        for model in coming:
            if model.place == EMBARKED and token_count(model, self.token):
                return Refusal(
                    f"{model.name} has been issued {self.token}, and so does not start aboard.", RESERVES_CITATION
                )
        return None

    def deployed(self, game: Game, model: Model) -> None:
        """Tell the other side what a model was issued, now that it has come into sight."""
        count = token_count(model, self.token)
        if count and model.public:
            event = TokensCarried(model=model.id, token=self.token, amount=count, left=count, cause="issued")
            game.tell(event, 1 - model.side)


def begin_issued(state: State) -> None:
    """Remember what was issued to the models of a scenario that places them: as many as its rule says."""
    for each in rulebook(state).clauses:
        if isinstance(each, Distribute):
            state.notes[issued_note(each.token)] = each.amount


class IssueTokens(Decision):
    """How many of a token each model is issued."""

    kind = "issue"
    answers = (Issue,)
    __slots__ = ("rule", "state")

    def __init__(self, state: State, rule: Distribute) -> None:
        side, words = side_of(state, rule.role), find_token(state, rule.token).words(rule.total(state))
        super().__init__(side, f"Issue {words} to your models", rule.place, anchor=True, secret=True)
        self.state = state
        self.rule = rule

    def on(self, state: State) -> IssueTokens:
        """The same question over a view."""
        return IssueTokens(state, self.rule)

    @property
    def token(self) -> Token:
        """What is issued."""
        return find_token(self.state, self.rule.token)

    @property
    def models(self) -> list[Model]:
        """Who may be issued any, ships first."""
        return sorted(self.rule.able(self.state), key=lambda each: not each.capital)

    @property
    def total(self) -> int:
        """How many tokens are to be issued in all."""
        return self.rule.total(self.state)

    def judge(self, answer: Answer) -> Refusal | None:
        """All of them, to models of one's own, none more than it may have."""
        issue, able = cast(Issue, answer), {each.id: each for each in self.models}
        if len(issue.models) != len(issue.counts) or len(set(issue.models)) != len(issue.models):
            return Refusal("Each model is named once, with a number.", self.cited)
        for ident, count in zip(issue.models, issue.counts, strict=True):
            if ident not in able:
                return Refusal("This model is issued none.", self.cited)
            if count > self.rule.most(able[ident]):
                return Refusal(f"{able[ident].name} is issued {self.rule.most(able[ident])} at most.", self.cited)
        given = sum(issue.counts)
        if given != self.total:
            return Refusal(f"{given} of {self.token.words(self.total)} are issued; all must be.", self.cited)
        return None

    def issue(self, shares: Shares) -> Issue:
        """The answer that issues so many."""
        found = [(each.id, shares[each.id]) for each in self.models if shares.get(each.id)]
        return Issue(tuple(ident for ident, _ in found), tuple(count for _, count in found))

    def default(self) -> Issue:
        """Spread over the ships, what they have no room for over squadrons."""
        return self.issue(self._spread([each for each in self.models if each.capital]))

    def _spread(self, first: list[Model]) -> Shares:
        """One after the other to some models, then to all others."""
        shares: Shares = {}
        for group in (first, [each for each in self.models if each not in first]):
            while sum(shares.values()) < self.total and any(self._left(shares, each) for each in group):
                for each in group:
                    if self._left(shares, each) and sum(shares.values()) < self.total:
                        shares[each.id] = shares.get(each.id, 0) + 1
        return shares

    def _left(self, shares: Shares, model: Model) -> int:
        return self.rule.most(model) - shares.get(model.id, 0)

    def sample(self, rng: Random) -> Issue:
        """Each to a random model that has room."""
        shares: Shares = {}
        for _ in range(self.total):
            open_still = [each for each in self.models if self._left(shares, each)]
            chosen = open_still[int(rng.random() * len(open_still))]
            shares[chosen.id] = shares.get(chosen.id, 0) + 1
        return self.issue(shares)

    def options(self) -> Iterator[Option[Issue]]:
        """Spread over all ships; over squadrons first; on as few ships as can be, from each on."""
        ships = [each for each in self.models if each.capital]
        yield Option(self.default(), "Spread over the ships")
        if len(ships) < len(self.models):
            squadrons = [each for each in self.models if not each.capital]
            yield Option(self.issue(self._spread(squadrons)), "To the squadrons first")
        for number, ship in enumerate(ships if len(ships) > 1 else ()):
            shares: Shares = {}
            for each in (*ships[number:], *ships[:number], *(one for one in self.models if not one.capital)):
                shares[each.id] = min(self.rule.most(each), self.total - sum(shares.values()))
            yield Option(self.issue(shares), f"As much as it may have on {ship.name}")
