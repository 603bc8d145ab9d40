"""What a scenario says about leaving the battle: who may not yet, and over which edge alone."""
