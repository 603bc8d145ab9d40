"""From a weapon and a target to the pool of dice: range bands, arcs, and cover, ratings, Evasion, and the formula."""
