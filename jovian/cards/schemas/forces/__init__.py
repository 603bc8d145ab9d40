"""What may stand in the files of units, upgrades and fleets, and the cards that are made of them."""
