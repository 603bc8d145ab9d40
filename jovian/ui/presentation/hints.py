"""Hints of first games: what a person can do at each kind of question, in two sentences at most."""

from __future__ import annotations

from jovian.game import Decision

HINTS = {
    "deploy": "Your models start inside the lit zone. Choose one, click a place, and turn it with Q and E. The lit "
    "button places all of them at once.",
    "activate": "Choose which model acts now: click it on the table or in the list at the left. Then the other side "
    "chooses one of its own.",
    "declare": "Most activations are a move, then attacks. A special action has to be declared before both, and most "
    "activations do without one.",
    "menu move": "Point ahead of the model: the outline shows where it would stop. Click to go there, and turn before "
    "or after.",
    "menu attack": "Point at an enemy in the lit arc to see each weapon's chance. A click fires, and each attack uses "
    "one Fire Control.",
    "menu place": "Point at the table: the outline shows whether the place is legal. Click to choose it.",
    "menu end": "The move is over. Attack if a weapon can fire, or end the activation with Space.",
    "flex": "Only sets of equal dice count. Flex dice may be dropped, and the lit answer keeps the best result.",
    "reroll": "You may roll these dice again, but the second roll counts even if it is worse.",
    "reduce": "The defense takes away part of the result, and you choose which part remains.",
    "rating": "Choose which rating loses a box. The number that remains is the one the ship uses.",
    "mass": "Choose what a Mass Driver does beside its damage.",
    "critical": "Choose what breaks. A weapon breaks only if a die shows enough.",
    "allocate": "A Formation shares its damage, and you choose who takes it.",
    "autofire": "An enemy comes into range during its move. Each row is a weapon that may fire at it now, or you let "
    "it pass.",
    "interception": "An enemy flies past. Each row is a squadron that may fly out and fight it, with its chances.",
    "avoid": "Terrain may hit the model. A skill test can avoid it.",
    "evasion": "One Fuel gives the defense one more die. Fuel doesn't come back by itself.",
    "plan": "Both sides plan in secret: dice to attack with, and dice to defend with. Then both plans are shown.",
    "free": "The squadron has a free move. Click a place, or keep it where it is.",
    "attach": "A squadron that escorts a ship is placed in contact with it. Click a place beside the ship.",
    "unload": "The models aboard leave the ship. Click a place beside it.",
    "commit": "Choose how many Marines board. The others stay for the defense.",
    "repair": "Choose what the crew repairs.",
}
"""By kind of question; `menu` by what a click does."""


def hint_about(decision: Decision, stage: str) -> str:
    """Return the hint about a question at a stage, or "" if there is none."""
    return HINTS.get(f"{decision.kind} {stage}" if stage else decision.kind, "")
