"""Pictures: the backdrop, the table, terrain, models with their marks, ties and tokens."""
