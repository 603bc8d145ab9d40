"""What may stand in a file of cards: strict schemas that build the values and tell what is wrong, a clear line each."""
