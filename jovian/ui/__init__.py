"""The window: what a player sees and does. pygame lives here alone."""
