"""What a rule may be (effects, actions, orders, interrupts of a move), and the rulebook that lists those of a game."""
