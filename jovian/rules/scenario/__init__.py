"""What scenarios add to the rules: objectives, zones, tokens, stations, and special rules."""
