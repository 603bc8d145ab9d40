"""What attacks and close fights are worth: shots, plans of a fight, raids of squadrons, reactions to a move."""
