"""What all rules use: rolls, the record of a model (states, boxes, fuel, tokens), formations, and who is near."""
