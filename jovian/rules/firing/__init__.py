"""Attacks played out to the end: dice, explosions, autofire, Nukes, shells, collisions."""
