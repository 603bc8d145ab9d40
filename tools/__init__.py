"""Tools for developers: checks of the game's own cards, generators of pages in `docs/`, and the mutation sample."""
