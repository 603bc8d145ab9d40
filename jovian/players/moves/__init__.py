"""Moves that make sense: the few ways out of all that a player should weigh, the same for every player that moves."""
