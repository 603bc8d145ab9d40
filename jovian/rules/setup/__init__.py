"""How a game begins: the rulebook it is played under, its first state, whether it can be played."""
