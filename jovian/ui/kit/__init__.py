"""Theme, text, drawing, and widgets. The kit knows nothing about the game."""
