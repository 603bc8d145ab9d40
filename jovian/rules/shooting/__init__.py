"""From a weapon and a target to the numbers of a shot: ratings, sight, range, dodging, the one formula."""
