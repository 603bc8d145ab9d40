"""Golden playthroughs: whole games as text a person can read. A change of the rules shows here as a changed story."""
