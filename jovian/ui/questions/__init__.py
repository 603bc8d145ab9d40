"""Questions of the game, each with what it shows and what answers it."""
