"""Where a model may stand: deployment places, ends of a move, its limits and planets, and models in contact."""
