"""What may be bent or heard of: of models, of shots, of the game as a whole. Every hook does nothing."""
