"""How a game begins: its rulebook, its first state, and whether it can be played."""
