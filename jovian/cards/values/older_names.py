"""Traits that only older texts have. A card may print them; they do something where an option of the game says so."""

from __future__ import annotations

from jovian.cards.values.trait_names import BARE, LEVEL, MAYBE, MODEL_TRAITS, SYSTEM_TRAITS, WEAPON_TRAITS, TraitRule


def _list(*rows: tuple[str, str, str, str, str]) -> dict[str, TraitRule]:
    return {
        name: TraitRule(name, takes, f"Does nothing, unless the game is played with the option '{option}'.",
                        f"{text} {chapter} > {name}")
        for name, takes, option, text, chapter in rows
    }  # fmt: skip


OLDER_SYSTEMS: dict[str, TraitRule] = _list(
    ("Countermeasures", MAYBE, "countermeasures", "v1.2.2", "Traits"),
    ("Drones", MAYBE, "drones", "v1.2.2", "Traits"),
    ("Minelayer", MAYBE, "mines", "v1.2.2", "Traits"),
    ("Snooper", MAYBE, "snooper", "v1.2.2", "Traits"),
)
"""Those that a critical hit can damage."""

OLDER_TRAITS: dict[str, TraitRule] = {
    **OLDER_SYSTEMS,
    **_list(
        ("Fleet Tender", BARE, "tender", "v1.2.3", "Traits"),
        ("Overthrust", LEVEL, "overthrust", "v1.2.2", "Traits"),
        ("Ring Module", BARE, "ring_module", "v1.2.2", "Traits"),
        ("Sensor Drone", BARE, "sensor_drone", "v1.2.2", "Traits"),
        ("Sweeper", BARE, "mines", "v1.2.2", "Traits"),
    ),
}  # fmt: skip
"""Of models."""

OLDER_WEAPON_TRAITS: dict[str, TraitRule] = _list(
    ("Ace", BARE, "ace", "v1.2.2", "Weapon Traits"),
    ("Array", BARE, "array", "v1.2.2", "Weapon Traits"),
)

SYSTEMS = {**SYSTEM_TRAITS, **OLDER_SYSTEMS}
"""Every trait that a critical hit can damage, whatever text has it."""
CARD_TRAITS = {**MODEL_TRAITS, **OLDER_TRAITS}
"""Every trait that may stand on the trait line of a unit card."""
CARD_WEAPON_TRAITS = {**WEAPON_TRAITS, **OLDER_WEAPON_TRAITS}
"""Every trait that may stand on a weapon line."""
