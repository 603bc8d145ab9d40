"""The reference player of duels and golden games, frozen."""
