"""The course of a game: deployment, activations, phases, scores."""
