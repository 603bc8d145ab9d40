"""A game on the screen before anything is drawn of it: session, seats, keys, and what the player has in hand."""
