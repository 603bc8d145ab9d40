"""Hints of first games: what a person can do at each kind of question, in a few plain sentences."""

from __future__ import annotations

from jovian.game import Decision, State
from jovian.rules.sequence.activation import sides_to_come

HINTS = {
    "deploy": "Your models start in the zone with the name of your fleet. Choose one in the list at the left, and "
    "press on a place. Dragging turns it, and a second click places it. The button Place all does the rest for you.",
    "activate": "Choose which model acts now: click it on the table or in the list at the left. Nothing begins before "
    "its first order. After its activation, the other side chooses one of its own.",
    "declare": "This model is the last of yours in this turn, so it is chosen already.",
    "menu move": "Point into the bright area: the outline shows where the ship would stop. Click to go there, or press "
    "there and drag to turn its bow.",
    "menu straight": "Point ahead of the ship: the outline shows where it would stop. Click to go there.",
    "menu turn": "The ship has no inches left, but may still turn. Attack if a weapon can fire, or end the activation.",
    "menu turning": "The outline shows the ship after the turn. Turn further, confirm the turn, or cancel it.",
    "menu fly": "Point at a place inside the ring: the outline shows where the squadron would stop. Click to fly "
    "there, as often as it has movement left.",
    "menu attack": "Point at an enemy to see each weapon's chance, or why it can't fire. A click fires, and each "
    "attack uses one Fire Control.",
    "menu place": "Point at the table: the outline shows whether the place is legal. Click to choose it.",
    "menu end": "The move is over. Attack if a weapon can fire, or end the activation.",
    "flex": "Only sets of equal dice count. As many dice as there were flex dice are removed, and the lit answer "
    "keeps the best result.",
    "reroll": "You may roll these dice again, but the second roll counts even if it is worse.",
    "reduce": "The defense takes a part of the result away. Choose which part remains.",
    "rating": "Choose which rating of the target loses a box. From then on the target uses the next number.",
    "mass": "A Mass Driver damages a rating or causes a Critical Hit. Choose which.",
    "critical": "Choose what breaks on the target. A weapon breaks only if a die shows enough.",
    "allocate": "A Formation shares its damage, and you choose who takes it.",
    "autofire": "An enemy comes into range during its move. Each row is a way to react, with its chances. Or let it "
    "pass.",
    "interception": "An enemy comes near. Each row is a squadron that may fly out and fight it, with its chances. Or "
    "let it pass.",
    "avoid": "The model comes to terrain. It can fly around it, or through it at a risk.",
    "evasion": "1 Fuel gives the defense one more flex die. Fuel doesn't come back by itself.",
    "plan": "Both sides plan in secret: dice to attack with, and dice to defend with. Then both plans are shown.",
    "free": "The squadron has a free move. Click a place, or keep it where it is.",
    "attach": "The ship has moved, and takes this squadron along. Click a place beside the ship.",
    "unload": "This model leaves a ship that is lost. Click a place beside the ship.",
    "commit": "Choose how many Marines board. The others stay on their ship.",
    "repair": "Choose what the crew repairs.",
}
"""By kind of question; `menu` by what a click does, also before an activation has begun."""


def hint_about(decision: Decision, stage: str, view: State) -> str:
    """Return the hint about a question at a stage, or "" if there is none."""
    if not stage:
        return HINTS.get(decision.kind, "")
    about_order = HINTS.get(f"menu {stage}", "")
    is_last = decision.kind == "declare" and decision.side not in sides_to_come(view)
    return f"{HINTS['declare']} {about_order}" if is_last else about_order
