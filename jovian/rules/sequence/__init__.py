"""The sequence of a game: deployment, activations, phases, and scores."""
