"""What a model is and is in: parts of a number, marks, states, formations, fuel, rolls of dice and their words."""
