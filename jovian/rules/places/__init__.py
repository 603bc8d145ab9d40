"""Where a model may stand or stop: obstacles, contact, limits of a move, what clings to a ship."""
