"""What a game is played for, as it stands: the panel of the objectives, and their words."""
