"""What the window adds to a session without drawing: keys, the selection, rehearsals, plans, lessons, and puzzles."""
