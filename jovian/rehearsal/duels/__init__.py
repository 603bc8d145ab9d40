"""Duels: two computer players against each other, in pairs of games with the sides swapped, until it is decided."""
