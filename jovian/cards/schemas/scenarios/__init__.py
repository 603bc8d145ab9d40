"""What may stand in a scenario file, piece by piece, and the card that is made of it."""
