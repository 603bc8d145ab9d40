"""Every kind of question: who is asked what, and which answers it takes; `docs/decisions.md` is made of it."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import Answer, answers
from jovian.rules.close_combat.plans import PlanFight
from jovian.rules.facts.rolls import TypedFaces
from jovian.rules.harm.unloading import Disembark
from jovian.rules.menu.declare import Declare
from jovian.rules.menu.next_order import NextOrder, order_answers
from jovian.rules.moving.settling import Attach
from jovian.rules.scenario.tokens.reserves import IssueTokens
from jovian.rules.scenario.zones.beacons import PlaceBeacon
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.setup.edition import edition
from jovian.rules.squadrons.free_move import FreeMove
from jovian.rules.terrain.layout import LayOut
from jovian.rules.terrain.templates import Spot


class Question(NamedTuple):
    """One kind of question."""

    kind: str
    asked: str
    """Who is asked what, in a sentence."""
    answers: tuple[type[Answer], ...]
    """The classes of the answers that it takes, though not always all of them."""
    anchor: bool = False
    """Has nothing changed since its step began, so that a game can be taken up again there?"""
    secret: bool = False
    """Is the answer hidden until that of the other side is in?"""


_LISTED = (
    Question(LayOut.kind, "A side lays out a piece of terrain before the game, or no more.", LayOut.answers, True),
    Question("corner", "The side with initiative chooses the quarter of the table in which it deploys.",
             (answers.ChooseCorner,), True),
    Question(PlaceBeacon.kind, "A side sets up a beacon before the first turn.", PlaceBeacon.answers, True),
    Question(Deploy.kind, "A side brings a model to the table, or holds the rest in reserve.", Deploy.answers, True),
    Question("edge", "The attacker of an ambush chooses the edge by which the defender may escape.",
             (answers.ChooseEdge,), True),
    Question(ChooseModel.kind, "A side chooses which of its models activates.", ChooseModel.answers, True),
    Question(Declare.kind, "The active model declares an action, or none, and may boost.", Declare.answers, True),
    Question(NextOrder.kind, "The active model is given an order.", order_answers(edition()), True),
    Question("flex", "Who rolls takes the flex dice out: which dice stay?", (answers.KeepDice,)),
    Question("reroll", "Who rolls may roll again once.", (answers.Reroll, answers.Stand)),
    Question("reduce", "Who opposes a result chooses what is left of it.", (answers.Reduce,)),
    Question("faces", "Who rolls real dice types in what fell.", TypedFaces.answers),
    Question("rating", "The attacker chooses the rating that is damaged.", (answers.Damage,)),
    Question("mass", "The attacker chooses what a Mass Driver does.", (answers.Damage,)),
    Question("critical", "The attacker chooses what a Critical Hit, or a Precise weapon, breaks.",
             (answers.Damage, answers.DamageSystem, answers.DamageWeapon)),
    Question("allocate", "The owner of a formation shares damage out among it.", (answers.Allocate,)),
    Question("autofire", "The other side may react to a move, at some place by autofire.",
             (answers.OpenFire, answers.Intercept, answers.Decline, answers.LetPass)),
    Question("interception", "The other side may intercept a move.",
             (answers.Decline, answers.Intercept, answers.LetPass)),
    Question("origin", "Who fires with a formation chooses from which of it.", (answers.FireFrom,)),
    Question("avoid", "The owner of a model that comes to terrain flies around it or through.",
             (answers.Avoid, answers.Enter)),
    Question("evasion", "The owner of an Evasive target may spend a fuel for a flex die.",
             (answers.Keep, answers.SpendFuel)),
    Question("tap", "The owner of an active squadron may draw on spare fuel.", (answers.Keep, answers.Tap)),
    Question("lookout", "The owner of an active ship chooses where its Sensor Drone looks out.", (answers.LookOut,)),
    Question("suppressed", "The owner of a Suppressed ship that activates heeds the shells or defies them.",
             (answers.Heed, answers.Defy)),
    Question("formation", "The owner of a formation in a close fight may send one of it alone.",
             (answers.Keep, answers.BreakFormation)),
    Question("missile", "Each side of a close fight may declare a missile.",
             (answers.Decline, answers.DeclareMissile)),
    Question(PlanFight.kind, "Each side of a close fight plans it.", PlanFight.answers, secret=True),
    Question("ram", "A squadron with 1 Structure left may ram the ship that it has bombed.",
             (answers.Decline, answers.Ram)),
    Question(FreeMove.kind, "A squadron makes a free move.", FreeMove.answers),
    Question("assault", "A squadron on the hull of a ship that activates stays or leaves.",
             (answers.HoldOn, answers.Disengage)),
    Question(Attach.kind, "A squadron in contact with a ship that has moved is placed about it.", Attach.answers),
    Question(Disembark.kind, "A model goes to the table that a lost ship sets free, or that must leave an object.",
             Disembark.answers),
    Question("commit", "How many marines board an enemy ship?", (answers.Commit,)),
    Question("firefight", "The marines of a ship, and the boarders, are given an order.",
             (answers.Engage, answers.HoldSystems, answers.Sabotage), secret=True),
    Question("weapons", "Which weapons does an action fire?", (answers.FireWeapons,)),
    Question("supply", "Who is supplied next?", (answers.Supply, answers.Enough)),
    Question("repair", "What is repaired: first which row of the table, then what of it.", (answers.ChooseRepair,)),
    Question(IssueTokens.kind, "A side issues tokens to its fleet before it deploys.", IssueTokens.answers, True, True),
    Question("mine", "A squadron in contact with a comet mines it: how much fuel?", (answers.CutOut,)),
    Question("refine", "A squadron may make a unit that it has mined into Fuel Pods.", (answers.Keep, answers.Refine)),
    Question("along", "A squadron that launches takes tokens of its ship with it.", (answers.TakeAlong,)),
    Question("vector", "Which squadron makes a free move next?", (answers.Send, answers.Enough)),
    Question("command", "Which drone squadron activates next?", (answers.CommandDrone, answers.Enough), True),
    Question(Spot.kind, "Where does a template lie?", Spot.answers),
)  # fmt: skip

QUESTIONS: dict[str, Question] = {each.kind: each for each in _LISTED}
"""By kind, in the order in which a game comes to them."""
