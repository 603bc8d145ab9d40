"""What is changed by hand in a rehearsal: models, boxes, states, turn and phase, the dice to come."""
