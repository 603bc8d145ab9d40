"""What the ensign orders whoever is active: to act, to shoot, to move, to close in, to launch."""
