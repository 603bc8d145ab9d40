"""Attacks from the declaration to the result, Autofire, and attacks without a shot: Nukes, Rams, and collisions."""
