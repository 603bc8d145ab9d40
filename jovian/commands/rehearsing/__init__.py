"""`rehearse`: many games from one position, and what they come to: asked for, printed, as JSON, as a stream of it."""
