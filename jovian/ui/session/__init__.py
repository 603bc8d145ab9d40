"""A game in the window without drawing: who plays it, what they may see, its keys, plans, and rehearsals."""
